#include "service/own_changes.h"

#include <fmt/format.h>

#include <set>
#include <string_view>

#include "base/strings.h"
#include "os/crash_point.h"
#include "os/files/files.h"
#include "service/proof/checkout_guard.h"
#include "service/run_settings.h"
#include "service/unit/unit_temp.h"
#include "workspace/capture.h"
#include "workspace/commits.h"
#include "workspace/git.h"
#include "workspace/names.h"

namespace forge {
namespace {

constexpr std::string_view kAsideMessage = "While a run lands, the files of ";
constexpr const char* kBaseMessage = "Uncommitted changes at the start of the run\n";

Result<Git> GitAtTop(const Project& project) {
  return Git(TRY(Git(project.root).Line({"rev-parse", "--show-toplevel"})));
}

using Paths = std::set<std::string>;

Result<Paths> Differing(const Git& git, const std::string& one, const std::string& other) {
  const std::vector<std::string> paths =
      NulFields(TRY(git.Run({"diff-tree", "-r", "-z", "--no-renames", "--name-only", one, other})));
  return Paths(paths.begin(), paths.end());
}

// A process was killed while it wrote the file of that commit.
Result<bool> IsPartOf(const Git& git, const std::string& commit, const std::string& path, const std::string& file) {
  const PathKind kind = TRY(LookAtPath(file, false));
  if (kind == PathKind::kNothing) return true;
  if (!IsRegularFile(file)) return false;
  const auto blob = TRY(git.Try({"cat-file", "blob", commit + ":" + path}));
  const auto text = ReadFile(file);
  return blob.exit_code == 0 && text && blob.out.starts_with(*text);
}

// Those of the paths that are on disk as in that commit, or what a killed process made of it.
Result<std::vector<std::string>> StillAs(const Project& project, const Git& git, const std::string& at,
                                         const Paths& paths) {
  const Paths changed = TRY(Differing(git, at, TRY(CaptureCheckout(project))));
  const std::vector<std::string> listed = NulFields(TRY(git.Run({"ls-tree", "-r", "-z", "--name-only", at})));
  const Paths there(listed.begin(), listed.end());
  std::vector<std::string> still;
  for (const std::string& path : paths) {
    const std::string file = JoinPath(project.top, path);
    bool is_as = !changed.contains(path);
    // git may ignore the user's file.
    if (!there.contains(path)) is_as = is_as && TRY(LookAtPath(file, false)) == PathKind::kNothing;
    if (is_as || (there.contains(path) && TRY(IsPartOf(git, at, path, file)))) still.push_back(path);
  }
  return still;
}

// The index as a tree. kConflict: it holds a merge that is not finished.
Result<std::string> TreeOfIndex(const Git& git) {
  const std::string index = TRY(git.Line({"rev-parse", "--path-format=absolute", "--git-path", "index"}));
  const UnitTemp temp = TRY(UnitTemp::Make());
  TempIndex copy(JoinPath(temp.path(), "index"));
  if (Exists(index)) TRY(copy.CopyFrom(index));
  return git.With("GIT_INDEX_FILE", copy.path()).Line({"write-tree"});
}

// What was staged and is as in `at` now is staged again.
Status StageAgain(const Git& git, const std::string& at, const std::string& staged) {
  const std::vector<std::string> fields =
      NulFields(TRY(git.Run({"diff-tree", "-r", "-z", "--no-renames", at, staged})));
  const std::vector<std::string> list =
      NulFields(TRY(git.Run({"diff-index", "--cached", "-z", "--no-renames", "--name-only", at})));
  const Paths changed(list.begin(), list.end());
  std::vector<std::string> lines;
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
    const std::vector<std::string_view> words = Split(fields[i], ' ');  // `:100644 100644 OLD NEW M`
    constexpr std::size_t kWords = 5;
    if (words.size() != kWords) return Fail(Code::kInternal, "git diff-tree says: " + fields[i]);
    if (changed.contains(fields[i + 1])) continue;
    const bool is_deleted = words[4] == "D";
    lines.push_back(fmt::format("{} {}\t{}", is_deleted ? "0" : words[1], words[3], fields[i + 1]));
  }
  if (lines.empty()) return {};
  TRY(git.Run({"update-index", "-z", "--index-info"}, NulJoined(lines)));
  return {};
}

}  // namespace

std::string ChangesTaken(const RunSettings& settings) {
  return settings.base_holds == kBaseOfChanges ? settings.base : settings.changes;
}

Result<OwnChanges> FindOwnChanges(const Project& project) {
  OwnChanges changes;
  if (!project.is_git) return changes;
  // Paths from the top of the checkout, wherever git is started.
  const std::string below = project.root.size() > project.top.size() ? project.root.substr(project.top.size() + 1) : "";
  const std::string ours = below.empty() ? ".forge/" : below + "/.forge/";
  const std::vector<std::string> fields =
      NulFields(TRY(Git(project.root).Run({"status", "--porcelain", "-z", "--no-renames", "--ignore-submodules=all"})));
  for (const std::string& field : fields) {
    constexpr std::size_t kPath = 3;  // "XY path"
    if (field.size() <= kPath || field.substr(kPath).starts_with(ours)) continue;
    (field.starts_with("??") ? changes.untracked : changes.files).push_back(field.substr(kPath));
  }
  return changes;
}

Result<std::string> SnapshotOwnChanges(const Project& project) {
  const Git git = TRY(GitAtTop(project));
  const std::string tree = TRY_WITH("take your uncommitted changes", CaptureCheckout(project));
  const Commit head = TRY(FindCommit(git, "HEAD"));
  if (tree == head.tree) return std::string();
  return Committer(git).Commit(tree, head.id, kBaseMessage);
}

Status PutAside(const Project& project, RunId run, const std::string& base, const std::string& at,
                const std::string& to) {
  const Git git = TRY(GitAtTop(project));
  const std::string now = TRY(CaptureCheckout(project));
  const Paths edited = TRY(Differing(git, base, now));
  const Paths in_the_way = TRY(Differing(git, at, now));
  std::vector<std::string> files;
  for (const std::string& path : TRY(Differing(git, base + "^", base))) {
    if (in_the_way.contains(path) && !edited.contains(path)) files.push_back(path);
  }
  if (files.empty()) return {};
  Committer committer(git);
  const std::string staged = TRY(committer.Commit(TRY(TreeOfIndex(git)), at, "What is staged\n"));
  const std::string mark =
      TRY(committer.Commit(now, {at, to, staged}, fmt::format("{}{}\n", kAsideMessage, project.top)));
  TRY(git.Run({"update-ref", RunNames(run).aside_ref(), mark, ""}));
  CrashPoint("land-marked");
  // The index first: another git that holds it is noticed before a file is written.
  const Git literal = git.With("GIT_LITERAL_PATHSPECS", "1");
  TRY(literal.Run({"reset", "-q", "--pathspec-from-file=-", "--pathspec-file-nul", at}, NulJoined(files)));
  TRY(WriteFiles(project, at + "^{tree}", files));
  CrashPoint("land-aside");
  return {};
}

Result<std::vector<Aside>> FindAside(const Project& project) {
  std::vector<Aside> found;
  if (!project.is_git) return found;
  constexpr const char* kFormat = "--format=%(refname) %(parent) %(contents:subject)";
  const std::string refs = TRY(Git(project.root).Run({"for-each-ref", kFormat, std::string(kForgeRefs) + "*/aside"}));
  for (std::string_view line : Lines(refs)) {
    const std::vector<std::string_view> words = Split(line, ' ');
    const std::size_t message = line.find(kAsideMessage);
    if (words.size() < 2 || message == std::string_view::npos) continue;
    // Of another checkout of the repository, unless that is gone.
    const std::string top(line.substr(message + kAsideMessage.size()));
    if (top != project.top && Exists(top)) continue;
    const auto run = ParseInt(Split(words[0].substr(kForgeRefs.size()), '/')[0]);
    if (run) found.push_back({RunId{*run}, std::string(words[1])});
  }
  return found;
}

Status PutBack(const Project& project, RunId run) {
  const Git git = TRY(GitAtTop(project));
  const std::string ref = RunNames(run).aside_ref();
  const auto mark = FindCommit(git, ref);
  if (!mark && mark.error().code == Code::kNotFound) return {};
  if (!mark) return std::unexpected(mark.error());
  const std::string at = mark->parent, to = mark->id + "^2", staged = mark->id + "^3";
  if (TRY(git.Try({"merge-base", "--is-ancestor", to, "HEAD"})).exit_code != 0) {
    const Paths aside = TRY(Differing(git, at, mark->id));
    const Paths elsewhere = TRY(Differing(git, mark->id, TRY(CaptureCheckout(project))));
    Paths missing;
    for (const std::string& path : aside) {
      if (elsewhere.contains(path)) missing.insert(path);
    }
    TRY(WriteFiles(project, mark->tree, TRY(StillAs(project, git, at, missing))));
    CrashPoint("land-back");
    TRY(StageAgain(git, at, staged));
  }
  TRY(git.Run({"update-ref", "-d", ref, mark->id}));
  return {};
}

Status RestoreOwnChanges(const Project& project, const std::string& base, const std::string& at) {
  const Git git = TRY(GitAtTop(project));
  const Paths moved_on = TRY(Differing(git, base + "^", at));
  Paths own;
  for (const std::string& path : TRY(Differing(git, base + "^", base))) {
    if (!moved_on.contains(path)) own.insert(path);
  }
  return WriteFiles(project, base + "^{tree}", TRY(StillAs(project, git, at, own)));
}

}  // namespace forge
