#include "workspace/worktree.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/crash_point.h"
#include "os/files/file_lock.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/thread.h"
#include "workspace/index_file.h"
#include "workspace/index_marks.h"
#include "workspace/outfit.h"

namespace forge {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOwnerVariable = "FORGE_WORKTREE_GIT";
constexpr std::string_view kIndexPrefix = "forge-index-";
constexpr std::string_view kIndexAside = ".forge-index";
constexpr std::string_view kHalfRestored = "forge-restoring";
constexpr std::string_view kAdding = "forge-adding";  // in git's directory; held while a worktree is added
// The mark's text after the worktree was returned: "resting TREE HEAD".
constexpr std::string_view kResting = "resting";
constexpr std::string_view kLinkPrefix = "gitdir: ";
constexpr std::int64_t kLargeIndex = 1 << 20;  // ten thousand files: below, a second look costs more than it saves

// Names the repository itself, not its path: another container can have the same paths and see our processes.
std::string OwnerOf(const std::string& common, const std::string& path) {
  const FileIdentity git = IdentifyFile(common).value_or(std::nullopt).value_or(FileIdentity{});
  return fmt::format("{}:{}:{}", git.device, git.inode, path);
}

std::string Absolute(const std::string& path, const std::string& from) {
  std::string absolute = (fs::path(from) / path).lexically_normal().string();
  if (absolute.size() > 1 && absolute.ends_with('/')) absolute.pop_back();
  return absolute;
}

// The only line of a small file; empty if there is none. A file that cannot be read is a failure: we would take a
// worktree with work in it for a broken one.
Result<std::string> ReadLine(const std::string& path) {
  if (TRY(LookAtPath(path)) != PathKind::kFile) return "";
  auto text = ReadFile(path, 64 * 1024);
  if (!text && text.error().code != Code::kNotFound) return std::unexpected(text.error());
  return text ? std::string(TrimRight(*text)) : "";
}

// The worktree that an admin directory of git belongs to, or empty.
Result<std::string> DirectoryOf(const std::string& admin) {
  std::string link = TRY(ReadLine(JoinPath(admin, "gitdir")));
  return link.empty() ? "" : DirName(Absolute(link, admin));
}

bool IsHead(std::string_view text) {
  if (text.starts_with("ref: refs/")) return true;
  return text.size() >= 40 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Result<bool> Works(const std::string& admin, const std::string& common) {
  std::string back = TRY(ReadLine(JoinPath(admin, "commondir")));
  return !back.empty() && Absolute(back, admin) == common && IsHead(TRY(ReadLine(JoinPath(admin, "HEAD"))));
}

Result<std::vector<std::string>> Admins(const std::string& common) {
  std::string root = JoinPath(common, "worktrees");
  auto names = ListDirectory(root);
  std::vector<std::string> admins;
  if (!names && names.error().code != Code::kNotFound) return std::unexpected(names.error());
  if (!names) return admins;
  for (const std::string& name : *names) admins.push_back(JoinPath(root, name));
  return admins;
}

Result<std::string> FindAdmin(const std::string& common, const std::string& path) {
  for (std::string& admin : TRY(Admins(common))) {
    if (TRY(DirectoryOf(admin)) == path) return std::move(admin);
  }
  return "";
}

// A worktree of another repository must not be mistaken for a broken one of ours.
Result<bool> IsForeign(const std::string& common, const std::string& path) {
  std::string link = TRY(ReadLine(JoinPath(path, ".git")));
  if (!link.starts_with(kLinkPrefix)) return false;
  std::string admin = Absolute(link.substr(kLinkPrefix.size()), path);
  return DirName(admin) != JoinPath(common, "worktrees") && TRY(DirectoryOf(admin)) == path;
}

// A pattern of .gitignore that matches this path only.
std::string Pattern(const std::string& path) {
  std::string pattern = "/";
  for (char c : path) {
    if (c == '\\' || c == '*' || c == '?' || c == '[' || c == ' ') pattern += '\\';
    pattern += c;
  }
  return pattern;
}

}  // namespace

Worktree::Worktree(const Git& repository, std::string common, std::string path, Trash& trash)
    : trash_(&trash),
      repository_(repository.With(kOwnerVariable, OwnerOf(common, path))),
      common_(std::move(common)),
      path_(std::move(path)) {}

Result<Worktree> Worktree::Find(const Git& repository, std::string common, std::string path, Trash& trash) {
  Worktree worktree(repository, std::move(common), std::move(path), trash);
  TRY(IdentifyFile(worktree.path_));  // or we would take work that we cannot see for none
  if (TRY(IsForeign(worktree.common_, worktree.path_))) {
    return Fail(Code::kConflict, fmt::format("{} is a worktree of another repository", worktree.path_),
                "use a separate worktree directory for each repository");
  }
  std::string admin = TRY(FindAdmin(worktree.common_, worktree.path_));
  if (!admin.empty() && TRY(worktree.HasFiles()) && TRY(Works(admin, worktree.common_)))
    worktree.admin_ = std::move(admin);
  return worktree;
}

Result<bool> Worktree::HasFiles() const { return TRY(LookAtPath(path_, false)) == PathKind::kDirectory; }
Result<bool> Worktree::IsHalfRestored() const {
  return is_registered() && TRY(LookAtPath(AtAdmin(std::string(kHalfRestored)))) != PathKind::kNothing;
}
Result<bool> Worktree::IsResting() const {
  return is_registered() && TRY(ReadLine(AtAdmin(std::string(kHalfRestored)))).starts_with(kResting);
}
Result<std::string> Worktree::ReadHead() const {
  constexpr std::string_view kSymbolic = "ref: ";
  const std::string line = TRY(ReadLine(AtAdmin("HEAD")));
  return line.starts_with(kSymbolic) ? line.substr(kSymbolic.size()) : line;
}
std::string Worktree::AtAdmin(const std::string& name) const { return JoinPath(admin_, name); }

// Never reads the .git file in the worktree: the agent can change it.
Git Worktree::Inside() const {
  return repository_.In(path_).With("GIT_DIR", is_registered() ? admin_ : common_).With("GIT_WORK_TREE", path_);
}

TempIndex Worktree::MakeIndex() const {
  std::string name = fmt::format("{}{}-{}", kIndexPrefix, BaseName(path_), ThisProcess().pid);
  return TempIndex(is_registered() ? AtAdmin(name) : JoinPath(DirName(path_), "." + name));
}

Status Worktree::Make(const std::string& commit) {
  TRY(Remove());
  TRY(MakeDirectories(DirName(path_)));
  TRY(Add(commit));
  admin_ = TRY(FindAdmin(common_, path_));
  if (!is_registered()) return Fail(Code::kInternal, fmt::format("git did not register the worktree {}", path_));
  is_new_ = true;
  CrashPoint("worktree-added");
  return {};
}

// git fails if another worktree's `commondir` exists but is still empty, and if a `git gc` of the user's, which prunes
// worktrees, takes ours for a broken one before it is whole. We add ours one at a time, and retry.
Status Worktree::Add(const std::string& commit) const {
  constexpr int kMostAdds = 20;
  const FileLock lock = TRY(FileLock::Take(JoinPath(common_, kAdding)));
  const std::vector<std::string> args = {"worktree", "add", "--detach", "--no-checkout", path_, commit};
  for (int tries = 1;; ++tries) {
    const auto answer = TRY(repository_.Try(args));
    if (answer.exit_code == 0) return {};
    if (answer.err.find("/worktrees/") == std::string::npos || tries == kMostAdds) {
      return std::unexpected(GitFailure(args, answer));
    }
    TRY(DropHalfAdded());
    TRY(RemoveAll());
  }
}

// We hold the lock, so partial worktrees in our directory are left from a dead process.
Status Worktree::DropHalfAdded() const {
  for (const std::string& admin : TRY(Admins(common_))) {
    const bool ours = DirName(TRY(DirectoryOf(admin))) == DirName(path_);
    if (ours && TRY(ReadLine(JoinPath(admin, "commondir"))).empty()) TRY(RemoveTree(admin));
  }
  return {};
}

// Removes what a killed git command left, ours or the agent's. No process works in the worktree now.
void Worktree::DropLeftovers() const {
  constexpr std::array kNames = {"index.lock",   "HEAD.lock",    "MERGE_HEAD", "MERGE_MSG",
                                 "MERGE_MODE",   "AUTO_MERGE",   "SQUASH_MSG", "REVERT_HEAD",
                                 "rebase-merge", "rebase-apply", "sequencer",  "CHERRY_PICK_HEAD"};
  for (const char* name : kNames) (void)RemoveTree(AtAdmin(name));
  auto names = ListDirectory(admin_);
  if (!names) return;
  for (const std::string& name : *names) {
    if (name.starts_with(kIndexPrefix) || name == kIndexAside) (void)RemoveFile(AtAdmin(name));
  }
}

Status Worktree::Link() const {
  std::string link = JoinPath(path_, ".git");
  std::string wanted = std::string(kLinkPrefix) + admin_;
  std::error_code ignored;
  bool is_file = fs::symlink_status(link, ignored).type() == fs::file_type::regular;
  if (is_file && TRY(ReadLine(link)) == wanted) return {};
  TRY(RemoveTree(link));
  return WriteFileAtomic(link, wanted + "\n");
}

Status Worktree::Restore(const std::string& commit, const std::string& head, std::optional<TempIndex> index) {
  const std::string mark = AtAdmin(std::string(kHalfRestored));
  const bool was_resting = TRY(IsResting());
  // No fsync: if a power cut loses it, partly restored files are saved before they are overwritten, which does no harm.
  if (!Exists(mark)) std::ofstream(mark).flush();
  if (index) {
    TRY(index->MoveTo(AtAdmin("index")));
  } else if (!was_resting) {
    TRY(RemoveFile(AtAdmin("index")));
  }
  DropLeftovers();
  TRY(Link());
  Git git = Inside();
  TRY(SetHead(head));
  TRY(git.Run({"read-tree", "--reset", "-u", commit}));
  CrashPoint("restored");
  // There was nothing but what git has just written: no look over all files.
  if (!std::exchange(is_new_, false)) TRY(Sweep(was_resting));
  return RemoveFile(mark);
}

Status Worktree::SetHead(const std::string& head) const {
  // With reftables the file says nothing.
  if (!Exists(JoinPath(common_, "reftable"))) {
    if (TRY(ReadLine(AtAdmin("HEAD"))) == head) return {};
    return WriteFileAtomic(AtAdmin("HEAD"), head + "\n");
  }
  TRY(Inside().Run({"update-ref", "--no-deref", "HEAD", head}));
  return {};
}

Result<bool> Worktree::Move(const KnownContents& from, const Commit& to, const std::string& head, bool sweeps) {
  const std::string mark = AtAdmin(std::string(kHalfRestored));
  const bool was_resting = TRY(IsResting());
  // As in Restore. Where no file changes there is nothing half done: what a person has changed there is still saved.
  if (from.tree != to.tree && !Exists(mark)) std::ofstream(mark).flush();
  TRY(TakeIndex(from));
  DropLeftovers();
  TRY(Link());
  if (from.tree != to.tree) {
    // Never overwrites a change, unlike a reset. With `from` named, git would look for every object of the new tree.
    const auto moved = TRY(Inside().Try({"read-tree", "-m", "-u", to.id}));
    if (moved.exit_code != 0) {
      if (!was_resting) TRY(RemoveFile(mark));
      return false;
    }
  }
  TRY(SetHead(head));
  CrashPoint("restored");
  if (sweeps) TRY(Sweep(was_resting));
  TRY(RemoveFile(mark));
  return true;
}

std::optional<KnownContents> Worktree::Note(const std::string& tree) const { return NoteIndex(tree, false); }

std::optional<KnownContents> Worktree::Keep(Captured captured) const {
  if (!captured.is_plain || !is_registered()) return std::nullopt;
  if (!captured.index.MoveTo(AtAdmin(std::string(kIndexAside)))) return std::nullopt;
  return NoteIndex(captured.tree, true);
}

Status Worktree::TakeIndex(const KnownContents& known) const {
  return known.is_aside ? RenamePath(AtAdmin(std::string(kIndexAside)), AtAdmin("index")) : Status();
}

std::optional<KnownContents> Worktree::NoteIndex(const std::string& tree, bool is_aside) const {
  const std::string index = AtAdmin(is_aside ? std::string(kIndexAside) : "index");
  if (!is_registered() || IsLink(index)) return std::nullopt;
  const auto version = VersionOf(index);
  const auto bytes = ReadFile(index);
  if (!version || !*version || !bytes) return std::nullopt;
  const auto listing = ReadIndexListing(*bytes, tree.size() / 2);
  if (!listing || !listing->is_plain()) return std::nullopt;
  return KnownContents{tree, **version, is_aside};
}

bool Worktree::HasIndexOf(const KnownContents& known) const {
  if (!is_registered() || !HasFiles().value_or(false)) return false;
  const auto now = VersionOf(AtAdmin(known.is_aside ? std::string(kIndexAside) : "index"));
  return now && *now == known.index;
}

bool Worktree::LooksAs(const KnownContents& known, Counts counts) const {
  if (!HasIndexOf(known)) return false;
  const auto outfit = ReadOutfit();
  if (!outfit) return false;
  // Another thread looks at what is tracked, because that takes git as long as the rest.
  const std::string index = AtAdmin(known.is_aside ? std::string(kIndexAside) : "index");
  bool is_as_marked = false;
  std::optional<std::jthread> look;
  if (known.index.size >= kLargeIndex) {
    look = StartThread([&] { is_as_marked = AreAsIndexed(path_, index, known.index, known.tree.size() / 2); });
  }
  std::vector<std::string> args = {"ls-files", "-o", "--directory", "-z"};
  if (!look) args.insert(args.end(), {"-m", "-d"});
  if (counts != Counts::kAll) args.emplace_back("--exclude-standard");
  if (counts == Counts::kTracked) args.emplace_back("--no-empty-directory");
  for (const std::string& path : outfit->links) args.insert(args.end(), {"-x", Pattern(path)});
  if (counts == Counts::kAll) {
    for (const std::string& path : outfit->kept) args.insert(args.end(), {"-x", Pattern(path)});
  }
  Git git = Inside();
  if (known.is_aside) git = git.With("GIT_INDEX_FILE", index);
  if (!git.IsSilent(args)) return false;
  if (look) {
    look->join();
    if (!is_as_marked && !git.IsSilent({"ls-files", "-m", "-d", "-z"})) return false;
  }
  return HasIndexOf(known);
}

Status Worktree::Sweep(bool was_resting) const {
  // Forced twice: also removes repositories that the agent made.
  std::vector<std::string> args = {"clean", was_resting ? "-ffdxq" : "-ffdq"};
  const Outfit outfit = TRY(ReadOutfit());
  for (const std::string& path : outfit.links) args.insert(args.end(), {"-e", Pattern(path)});
  if (was_resting) {
    for (const std::string& path : outfit.kept) args.insert(args.end(), {"-e", Pattern(path)});
  }
  TRY(Inside().Run(args));
  return {};
}

Status Worktree::Rest(const std::string& head, Captured captured) {
  TRY(MarkResting(head, captured.tree));
  TRY(captured.index.MoveTo(AtAdmin("index")));
  DropLeftovers();
  return {};
}

Status Worktree::Rest(const std::string& head, const KnownContents& known) {
  TRY(MarkResting(head, known.tree));
  TRY(TakeIndex(known));
  DropLeftovers();
  return {};
}

Status Worktree::MarkResting(const std::string& head, const std::string& tree) const {
  // Detach HEAD: a branch that the agent switched to could not be checked out anywhere else.
  const std::string now = TRY(ReadLine(AtAdmin("HEAD")));
  const bool detach = now.starts_with("ref:");
  TRY(WriteFileAtomic(AtAdmin(std::string(kHalfRestored)),
                      fmt::format("{} {} {}", kResting, tree, detach ? head : now)));
  return detach ? WriteFileAtomic(AtAdmin("HEAD"), head + "\n") : Status();
}

bool Worktree::IsAsRested(const std::string& tree) const {
  const auto mark = ReadLine(AtAdmin(std::string(kHalfRestored)));
  const auto head = ReadLine(AtAdmin("HEAD"));
  return mark && head && *mark == fmt::format("{} {} {}", kResting, tree, *head);
}

bool Worktree::LooksAsRested() const {
  const std::string mark = is_registered() ? ReadLine(AtAdmin(std::string(kHalfRestored))).value_or("") : "";
  const auto words = Split(mark, ' ');
  const auto outfit = ReadOutfit();
  if (!outfit || words.size() != 3 || words[0] != kResting || words[2] != ReadLine(AtAdmin("HEAD")).value_or("")) {
    return false;
  }
  const Git git = Inside();
  // git does not look behind an entry that is hidden or a repository of its own.
  const auto entries = git.Try({"ls-files", "-v", "-s", "-z"});
  if (!entries || entries->exit_code != 0) return false;
  for (const std::string& entry : NulFields(entries->out)) {
    if (!entry.starts_with("H ") || entry.starts_with("H 160000 ")) return false;
  }
  std::vector<std::string> untracked = {"ls-files", "-o", "--exclude-standard", "-z"};
  for (const std::string& link : outfit->links) untracked.insert(untracked.end(), {"-x", Pattern(link)});
  return std::ranges::all_of(
      std::array<std::vector<std::string>, 3>{
          {{"diff-index", "--cached", "--quiet", std::string(words[1])}, {"diff-files", "--quiet"}, untracked}},
      [&git](const std::vector<std::string>& args) { return git.IsSilent(args); });
}

Result<std::vector<std::string>> Worktree::ListIgnored() const {
  return NulFields(TRY(Inside().Run({"ls-files", "-o", "-i", "--exclude-standard", "--directory", "-z"})));
}

Result<Captured> Worktree::Capture(const std::string& base) const {
  if (!TRY(HasFiles())) return Fail(Code::kNotFound, fmt::format("{} is not a directory", path_));
  Git git = Inside();
  const std::vector<std::string> links = TRY(ReadOutfit()).links;
  std::string real = AtAdmin("index");
  // Only its own index knows the ignored files that the agent added: it is passed over only if git cannot read it.
  if (is_registered() && TRY(LookAtPath(real)) == PathKind::kFile) {
    TempIndex index = MakeIndex();
    TRY(index.CopyFrom(real));
    auto found = CaptureTree(git, path_, index, base, links);
    if (found) return Captured{std::move(found->tree), std::move(index), found->is_plain};
    if (found.error().code == Code::kExhausted) return std::unexpected(std::move(found).error());
  }
  TempIndex index = MakeIndex();
  TRY(git.With("GIT_INDEX_FILE", index.path()).Run({"read-tree", base}));
  CapturedTree found = TRY(CaptureTree(git, path_, index, base, links));
  return Captured{std::move(found.tree), std::move(index), found.is_plain};
}

Status Worktree::Remove() {
  admin_.clear();
  return RemoveAll();
}

Status Worktree::RemoveAll() const {
  TRY(trash_->Discard(path_));
  // Not with git: `git worktree remove` refuses partial worktrees, and `prune` would also remove the user's worktrees
  // on unmounted drives.
  for (const std::string& admin : TRY(Admins(common_))) {
    if (TRY(DirectoryOf(admin)) == path_) TRY(RemoveTree(admin));
  }
  return {};
}

void EndOrphans(const std::string& common, const std::string& path) {
  for (auto& git : FindByEnvironment(kOwnerVariable, OwnerOf(common, path))) EndTree(git, std::chrono::seconds(2));
}

Result<std::string> FindCheckout(const std::string& common, const std::string& branch_ref, const std::string& except) {
  const std::string wanted = "ref: " + branch_ref;
  if (TRY(ReadLine(JoinPath(common, "HEAD"))) == wanted) return BaseName(common) == ".git" ? DirName(common) : common;
  for (const std::string& admin : TRY(Admins(common))) {
    if (TRY(ReadLine(JoinPath(admin, "HEAD"))) != wanted) continue;
    std::string directory = TRY(DirectoryOf(admin));
    if (!directory.starts_with(except + "/")) return directory;
  }
  return "";
}

}  // namespace forge
