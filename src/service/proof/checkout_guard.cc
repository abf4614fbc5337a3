#include "service/proof/checkout_guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>

#include "base/strings.h"
#include "os/fault.h"
#include "os/files/files.h"
#include "service/unit/unit_temp.h"
#include "workspace/capture.h"
#include "workspace/commits.h"
#include "workspace/git.h"

namespace forge {
namespace {

constexpr std::string_view kOurs = ".forge";

bool IsNoObject(std::string_view object) { return object.find_first_not_of('0') == std::string_view::npos; }

// One file that differs: its objects there and here; all zeros where it is not.
struct Change {
  std::string path, before, after;
};

// `:100644 100644 OLD NEW M\0path\0`
Result<std::vector<Change>> ChangesBetween(const Git& git, const std::string& before, const std::string& after) {
  std::vector<Change> changes;
  const std::string raw = TRY(git.Run({"diff-tree", "-r", "-z", "--no-renames", before, after}));
  const std::vector<std::string> fields = NulFields(raw);
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
    const std::vector<std::string_view> words = Split(fields[i], ' ');
    constexpr std::size_t kWords = 5;
    if (words.size() != kWords) return Fail(Code::kInternal, "git diff-tree says: " + fields[i]);
    changes.push_back({fields[i + 1], std::string(words[2]), std::string(words[3])});
  }
  return changes;
}

// git over the user's files: `top` is where its paths begin.
struct CheckoutGit {
  Git git;
  std::string top;
  std::string ours;  // Forge's own directory, from there
};

// Outside git the copies are in a repository of our own.
Result<CheckoutGit> GitOf(const Project& project) {
  if (!project.is_git) {
    const std::string own = project.repository();
    if (TRY(LookAtPath(own)) != PathKind::kDirectory)
      TRY(Git(project.root).Run({"init", "-q", "--bare", "--shared=0600", own}));
    return CheckoutGit{Git(project.root).With("GIT_DIR", own).With("GIT_WORK_TREE", project.root), project.root,
                       std::string(kOurs)};
  }
  const std::string directory = TRY(Git(project.root).Line({"rev-parse", "--absolute-git-dir"}));
  const std::string prefix = TRY(Git(project.root).Line({"rev-parse", "--show-prefix"}));
  const std::string top = TRY(Git(project.root).Line({"rev-parse", "--show-toplevel"}));
  return CheckoutGit{Git(top).With("GIT_DIR", directory).With("GIT_WORK_TREE", top), top, prefix + std::string(kOurs)};
}

Result<std::string> HeadOf(const Git& git) {
  const auto head = TRY(git.Try({"rev-parse", "--quiet", "--verify", "HEAD^{commit}"}));
  return head.exit_code == 0 ? std::string(Trim(head.out)) : std::string();
}

// Whether the path is one of the entries, or below one that ends in a slash.
bool IsAmong(const std::vector<std::string>& entries, const std::string& path) {
  return std::ranges::any_of(entries, [&](const std::string& entry) {
    return entry.ends_with('/') ? path.starts_with(entry) : path == entry;
  });
}

void RemoveEmptyParents(const std::string& root, const std::string& file) {
  for (std::string directory = DirName(file); directory.size() > root.size() + 1; directory = DirName(directory)) {
    const auto inside = ListDirectory(directory);
    if (!inside || !inside->empty() || !RemoveTree(directory)) return;
  }
}

}  // namespace

Json ToJson(const CheckoutRecord& record) {
  Json ignored = Json::MakeArray();
  for (const std::string& path : record.ignored) ignored.Append(path);
  return Json::MakeObject()
      .Set("stage", record.stage)
      .Set("base", record.base)
      .Set("before", record.before)
      .Set("after", record.after)
      .Set("failed", record.failed)
      .Set("goes_on", record.goes_on)
      .Set("ignored", std::move(ignored));
}

CheckoutRecord CheckoutRecordFromJson(const Json& json) {
  CheckoutRecord record{json["stage"].AsString(),
                        json["base"].AsString(),
                        json["before"].AsString(),
                        json["after"].AsString(),
                        json["failed"].AsBool(),
                        json["goes_on"].AsBool(),
                        {}};
  for (const Json& path : json["ignored"].AsArray()) record.ignored.push_back(path.AsString());
  return record;
}

Result<std::string> CaptureCheckout(const Project& project) {
  const auto [git, top, ours] = TRY(GitOf(project));
  const std::string index = TRY(git.Line({"rev-parse", "--path-format=absolute", "--git-path", "index"}));
  const std::string base = TRY(HeadOf(git));
  const UnitTemp temp = TRY(UnitTemp::Make());
  TempIndex copy(JoinPath(temp.path(), "index"));
  if (Exists(index)) TRY(copy.CopyFrom(index));
  return TRY(CaptureTree(git, top, copy, base, {ours})).tree;
}

Result<CheckoutStamps> StampCheckout(const Project& project) {
  const auto [git, top, ours] = TRY(GitOf(project));
  return ListTree(top, {".git", std::string(kOurs)});
}

Result<std::vector<std::string>> WrittenSince(const Project& project, const CheckoutStamps& before) {
  const CheckoutStamps now = TRY(StampCheckout(project));
  std::set<std::string> written;
  for (const auto& [path, stamp] : now) {
    const auto old = before.find(path);
    if (old == before.end() || old->second != stamp) written.insert(path);
  }
  for (const auto& [path, stamp] : before) {
    if (!now.contains(path)) written.insert(path);
  }
  if (written.empty()) return std::vector<std::string>{};
  const auto [git, top, ours] = TRY(GitOf(project));
  const std::vector<std::string> args = {"check-ignore", "-z", "--stdin"};
  const GitAnswer ignored = TRY(git.Try(args, NulJoined({written.begin(), written.end()})));
  if (ignored.exit_code > 1) return std::unexpected(GitFailure(args, ignored));  // 1: it ignores none of them
  for (const std::string& path : NulFields(ignored.out)) written.erase(path);
  return std::vector<std::string>(written.begin(), written.end());
}

Result<std::vector<std::string>> ListIgnoredInCheckout(const Project& project) {
  const auto [git, top, ours] = TRY(GitOf(project));
  return NulFields(TRY(git.Run({"ls-files", "-o", "-i", "--exclude-standard", "--directory", "-z"})));
}

Result<std::string> KeepIgnored(const Project& project, const std::vector<std::string>& ignored,
                                const std::string& directory, const std::string& name) {
  namespace fs = std::filesystem;
  const auto [git, top, ours] = TRY(GitOf(project));
  const std::string manifest = JoinPath(directory, "seen");
  const std::vector<std::string> before = NulFields(ReadFile(manifest).value_or(""));
  const std::set<std::string> seen(before.begin(), before.end());
  std::vector<std::string> now;
  std::string copies;
  std::int64_t bytes = 0;
  for (const std::string& path : ignored) {
    if (path.ends_with('/') || path.starts_with(ours + "/") || now.size() == kMostIgnoredCopies) continue;
    const std::string file = JoinPath(top, path);
    std::error_code error;
    if (fs::symlink_status(file, error).type() != fs::file_type::regular) continue;
    const auto size = FileSize(file);
    const auto changed = fs::last_write_time(file, error);
    if (!size || error || *size > kLargestIgnoredCopy || bytes + *size > kMostIgnoredBytes) continue;
    std::string line = fmt::format("{} {} {}", *size, changed.time_since_epoch().count(), path);
    if (!seen.contains(line)) {
      const auto text = ReadFile(file);
      if (!text && text.error().code == Code::kExhausted) return std::unexpected(text.error());
      if (!text) continue;  // deleted meanwhile, or not the user's to read
      for (int i = 1; copies.empty(); ++i) {
        const std::string next = JoinPath(directory, i == 1 ? name : fmt::format("{}-{}", name, i));
        if (TRY(LookAtPath(next, false)) != PathKind::kNothing) continue;
        copies = next;
        // They may hold secrets.
        TRY(MakeDirectories(copies));
        fs::permissions(copies, fs::perms::owner_all, error);
        if (error) return Fail(CodeOf(error), fmt::format("protect {}: {}", copies, error.message()));
      }
      const std::string copy = JoinPath(copies, path);
      TRY(MakeDirectories(DirName(copy)));
      TRY(WriteFileAtomic(copy, *text));
      fs::permissions(copy, fs::perms::owner_read | fs::perms::owner_write, error);
      if (error) return Fail(CodeOf(error), fmt::format("protect {}: {}", copy, error.message()));
    }
    bytes += *size;
    now.push_back(std::move(line));
  }
  if (now != before) {
    TRY(MakeDirectories(directory));
    TRY(WriteFileAtomic(manifest, NulJoined(now)));
  }
  return copies;
}

Result<std::string> KeepCheckout(const Project& project, const std::string& tree, const std::string& ref) {
  const auto [git, top, ours] = TRY(GitOf(project));
  const std::string head = TRY(HeadOf(git));
  if (!head.empty() && TRY(FindCommit(git, head)).tree == tree) return std::string();
  Committer committer(git);
  const std::string commit = TRY(committer.Commit(tree, head, "Your files before a unit changed them\n"));
  TRY(git.Run({"update-ref", ref, commit}));
  return ref;
}

Result<Reverted> RevertCheckout(const Project& project, const CheckoutRecord& record, const std::string& before) {
  const auto [git, top, ours] = TRY(GitOf(project));
  const std::vector<Change> changes = TRY(ChangesBetween(git, before, record.after));
  // The checkout now, by the same rules: a file that differs from `after` was changed by the user.
  const std::vector<Change> since = TRY(ChangesBetween(git, record.after, TRY(CaptureCheckout(project))));
  Reverted reverted;
  for (const Change& change : changes) {
    if (change.path.starts_with(ours + "/")) continue;
    const bool touched = std::ranges::find(since, change.path, &Change::path) != since.end();
    // It was the user's before: the attempt only made git see it.
    const bool was_there = IsNoObject(change.before) && IsAmong(record.ignored, change.path);
    (touched || was_there ? reverted.kept : reverted.files).push_back(change.path);
  }
  TRY(WriteFiles(project, before, reverted.files));
  return reverted;
}

Status WriteFiles(const Project& project, const std::string& tree, const std::vector<std::string>& files) {
  if (files.empty()) return {};
  const auto [git, top, ours] = TRY(GitOf(project));
  const UnitTemp temp = TRY(UnitTemp::Make());
  const TempIndex index(JoinPath(temp.path(), "index"));
  const Git with = git.With("GIT_INDEX_FILE", index.path());
  TRY(with.Run({"read-tree", tree}));
  const std::vector<std::string> listed = NulFields(TRY(with.Run({"ls-files", "-z"})));
  const std::set<std::string> there(listed.begin(), listed.end());
  std::vector<std::string> restore;
  for (const std::string& file : files) {
    if (there.contains(file)) {
      restore.push_back(file);
      continue;
    }
    const std::string path = JoinPath(top, file);
    TRY(RemoveFile(path));
    RemoveEmptyParents(top, path);
  }
  if (!restore.empty()) TRY(with.Run({"checkout-index", "--force", "-z", "--stdin"}, NulJoined(restore)));
  return {};
}

}  // namespace forge
