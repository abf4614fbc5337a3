#include "workspace/capture.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/strings.h"
#include "os/fault.h"
#include "os/files/files.h"
#include "workspace/index_file.h"

namespace forge {
namespace {

namespace fs = std::filesystem;

// A line is "<tag> <mode> <object> <stage>\t<path>"; a small letter means assume-unchanged, S skip-worktree.
IndexListing ReadListing(const std::string& out) {
  IndexListing listing;
  for (const std::string& line : NulFields(out)) {
    std::size_t tab = line.find('\t');
    if (tab == std::string::npos || line.size() < 8) continue;
    std::string path = line.substr(tab + 1);
    char tag = line[0];
    if (tag == 'S' || (tag >= 'a' && tag <= 'z')) listing.hidden.push_back(path);
    if (std::string_view(line).substr(2).starts_with("160000 ")) listing.gitlinks.push_back(std::move(path));
  }
  return listing;
}

// An unreadable file must not cost us the rest; git records no read permission.
void MakeReadable(const std::string& directory) {
  std::error_code ignored;
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  std::vector<fs::path> waiting = {directory};
  while (!waiting.empty()) {
    fs::path at = std::move(waiting.back());
    waiting.pop_back();
    fs::permissions(at, fs::perms::owner_all, fs::perm_options::add, ignored);
    for (auto entry = fs::directory_iterator(at, kOptions, ignored); entry != fs::directory_iterator();
         entry.increment(ignored)) {
      auto type = entry->symlink_status(ignored).type();
      if (type == fs::file_type::directory) waiting.push_back(entry->path());
      if (type == fs::file_type::regular) {
        fs::permissions(entry->path(), fs::perms::owner_read, fs::perm_options::add, ignored);
      }
    }
  }
}

class Capture {
 public:
  Capture(const Git& git, std::string directory, const TempIndex& index, std::vector<std::string> excluded)
      : excluded_(std::move(excluded)),
        outer_(git),
        directory_(std::move(directory)),
        index_(index),
        git_(git.In(directory_).With("GIT_WORK_TREE", directory_).With("GIT_INDEX_FILE", index.path())) {}

  // Empty `base`: no gitlink is a submodule.
  Result<CapturedTree> Run(const std::string& base) {
    id_size_ = base.size() / 2;
    IndexListing listing = TRY(List());
    bool is_plain = listing.is_plain() && !base.empty();
    if (!listing.hidden.empty()) TRY(Unhide(listing.hidden));
    // `git add` would run `git status` in each, with a configuration that the agent may have written.
    gitlinks_ = listing.gitlinks;
    if (TRY(AddEverything())) {
      listing = TRY(List());
      is_plain = false;
    }
    if (line_endings_ && !base.empty()) TRY(KeepUntouched(base));
    if (!listing.gitlinks.empty()) TRY(FindEmbedded(listing.gitlinks, base));
    TRY(UpdateSubmodules());
    for (const std::string& path : embedded_) TRY(AddEmbedded(path));
    return CapturedTree{TRY(git_.Line({"write-tree"})), is_plain && !line_endings_ && embedded_.empty()};
  }

 private:
  Result<IndexListing> List() {
    const auto bytes = ReadFile(index_.path());
    if (!bytes && bytes.error().code == Code::kNotFound) return IndexListing{};
    if (bytes && id_size_ > 0) {
      if (auto listing = ReadIndexListing(*bytes, id_size_)) return *std::move(listing);
    }
    return ReadListing(TRY(git_.Run({"ls-files", "-v", "-s", "-z"})));
  }

  // Whether git complained about it.
  Result<bool> AddEverything() {
    auto first = TRY(Add());
    // git only warns about directories that it cannot read.
    if (Succeeded(first) && first.err.find("Permission denied") == std::string::npos) return !first.err.empty();
    // git refuses repositories without a commit and unreadable files. A file that was deleted meanwhile counts as
    // deleted.
    MakeReadable(directory_);
    for (std::string& path : NulFields(TRY(git_.Run({"ls-files", "-o", "-z", "--exclude-standard"})))) {
      if (!path.ends_with('/')) continue;
      path.pop_back();
      embedded_.insert(std::move(path));
    }
    auto second = TRY(Add());
    if (Succeeded(second)) return true;
    return std::unexpected(GitFailure({"add"}, second));
  }

  // git complains about a path that is both excluded and ignored, and still does the rest.
  static bool Succeeded(const GitAnswer& answer) {
    if (answer.exit_code == 0) return true;
    return answer.exit_code == 1 && answer.err.find("ignored by one of your .gitignore") != std::string::npos;
  }

  // A file that has the bytes of the base was not touched, even if git would store other line endings today.
  Status KeepUntouched(const std::string& base) {
    struct Entry {
      std::string mode, object, path;
    };
    std::vector<Entry> changed;
    std::string paths;
    const std::string raw = TRY(
        git_.Run({"diff-index", "--cached", "-z", "--no-renames", "--diff-filter=M", "--ignore-submodules=all", base}));
    const std::vector<std::string> fields = NulFields(raw);  // ":100644 100644 OLD NEW M", path
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
      const auto words = Split(fields[i], ' ');
      const std::string& path = fields[i + 1];
      if (words.size() != 5 || path.find('\n') != std::string::npos) continue;
      if (TRY(LookAtPath(JoinPath(directory_, path), false)) != PathKind::kFile) continue;
      changed.push_back({std::string(words[1]), std::string(words[2]), path});
      paths += path + "\n";
    }
    if (changed.empty()) return {};
    const std::string hashes = TRY(git_.Run({"hash-object", "--no-filters", "--stdin-paths"}, paths));
    const auto lines = Lines(hashes);
    std::string keep;
    for (std::size_t i = 0; i < changed.size() && i < lines.size(); ++i) {
      if (lines[i] == changed[i].object)
        keep += fmt::format("{} {}\t{}", changed[i].mode, lines[i], changed[i].path) + '\0';
    }
    if (!keep.empty()) TRY(git_.Run({"update-index", "-z", "--index-info"}, keep));
    return {};
  }

  Result<GitAnswer> Add() {
    std::vector<std::string> paths = {"."};
    for (const auto* group : {&excluded_, &gitlinks_}) {
      for (const std::string& path : *group) paths.push_back(":(exclude,literal)" + path);
    }
    for (const std::string& path : embedded_) paths.push_back(":(exclude,literal)" + path);
    auto answer = TRY(
        git_.Try({"-c", "core.safecrlf=warn", "add", "-A", "--sparse", "--pathspec-from-file=-", "--pathspec-file-nul"},
                 NulJoined(paths)));
    line_endings_ = line_endings_ || answer.err.find(" will be replaced by ") != std::string::npos;
    return answer;
  }

  // The commit that each submodule is at. One that was deleted or replaced by a file is recorded so.
  Status UpdateSubmodules() {
    std::vector<std::string> paths;
    for (const std::string& path : gitlinks_) {
      if (!embedded_.contains(path)) paths.push_back(path);
    }
    if (paths.empty()) return {};
    TRY(git_.Run({"update-index", "--add", "--remove", "--replace", "-z", "--stdin"}, NulJoined(paths)));
    return {};
  }

  // In a sparse checkout most files are absent on purpose.
  Status Unhide(const std::vector<std::string>& paths) {
    auto sparse = TRY(git_.Try({"config", "--type=bool", "--get", "core.sparseCheckout"}));
    if (Trim(sparse.out) == "true") return {};
    std::string input = NulJoined(paths);
    TRY(git_.Run({"update-index", "--no-assume-unchanged", "-z", "--stdin"}, input));
    TRY(git_.Run({"update-index", "--no-skip-worktree", "-z", "--stdin"}, input));
    return {};
  }

  Status FindEmbedded(const std::vector<std::string>& gitlinks, const std::string& base) {
    std::set<std::string> submodules = base.empty() ? std::set<std::string>() : TRY(Submodules(base));
    for (const std::string& path : gitlinks) {
      if (submodules.contains(path)) continue;
      if (TRY(LookAtPath(JoinPath(directory_, path), false)) == PathKind::kDirectory) embedded_.insert(path);
    }
    return {};
  }

  // Submodules of the base, and those that .gitmodules names now.
  Result<std::set<std::string>> Submodules(const std::string& base) {
    std::set<std::string> found;
    for (const std::string& line : NulFields(TRY(git_.Run({"ls-tree", "-r", "-z", base})))) {
      if (line.starts_with("160000 ")) found.insert(line.substr(line.find('\t') + 1));
    }
    auto named = TRY(git_.Try({"config", "-z", "-f", ".gitmodules", "--get-regexp", "^submodule\\..*\\.path$"}));
    for (const std::string& entry : NulFields(named.out)) {
      std::size_t line_end = entry.find('\n');
      if (line_end != std::string::npos) found.insert(entry.substr(line_end + 1));
    }
    return found;
  }

  // The files below, as if the repository were a plain directory.
  Status AddEmbedded(const std::string& path) {
    TempIndex index(index_.path() + "-in");
    const std::string tree = TRY(Capture(outer_, JoinPath(directory_, path), index, {}).Run("")).tree;
    TRY(git_.Run({"update-index", "--force-remove", "-z", "--stdin"}, path + '\0'));
    TRY(git_.Run({"read-tree", "--prefix=" + path + "/", tree}));
    return {};
  }

  std::vector<std::string> excluded_;
  std::vector<std::string> gitlinks_;  // of the index we started with
  Git outer_;
  std::string directory_;
  const TempIndex& index_;
  Git git_;
  std::size_t id_size_ = 0;  // bytes of an object name; 0: not known
  std::set<std::string> embedded_;
  bool line_endings_ = false;  // git stores other line endings than files have
};

}  // namespace

TempIndex::TempIndex(std::string path) : path_(std::move(path)) {
  (void)RemoveFile(path_);
  (void)RemoveFile(path_ + ".lock");
}

TempIndex::~TempIndex() {
  if (path_.empty()) return;
  (void)RemoveFile(path_);
  (void)RemoveFile(path_ + ".lock");
}

Status TempIndex::CopyFrom(const std::string& index) {
  TRY(CopyPath(TRY(RealPath(index)), path_));  // a link would lead git to the user's own
  std::error_code error;
  // git takes a file as unchanged by its times only when it is older than the index: a younger copy would make it
  // trust files that were changed right after the original was written.
  fs::last_write_time(path_, fs::last_write_time(index, error), error);
  if (error) return Fail(CodeOf(error), fmt::format("copy {}: {}", index, error.message()));
  return {};
}

Status TempIndex::MoveTo(const std::string& index) {
  TRY(RenamePath(path_, index));
  path_.clear();
  return {};
}

Result<CapturedTree> CaptureTree(const Git& git, const std::string& directory, const TempIndex& index,
                                 const std::string& base, const std::vector<std::string>& excluded) {
  return Capture(git, directory, index, excluded).Run(base);
}

}  // namespace forge
