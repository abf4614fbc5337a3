#include "workspace/kept.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "workspace/capture.h"
#include "workspace/git.h"
#include "workspace/names.h"

namespace forge {
namespace {

struct Row {
  KeptWork work;
  std::string tree;
};

// Splits "17/s1/23" into run, lane and kind; nothing for refs without work of their own.
std::optional<KeptWork> ReadName(const std::string& name) {
  const auto parts = Split(name, '/');
  constexpr std::string_view kIdle = "idle";
  const auto run = parts[0] == kIdle ? std::optional<std::int64_t>(0) : ParseInt(parts[0]);
  if (!run || parts.size() < 2 || parts.size() > 3) return std::nullopt;
  KeptWork work;
  work.name = name;
  work.run = RunId{*run};
  const std::string_view last = parts.back();
  if (parts.size() == 2) {
    if (parts[0] == kIdle) work.kind = "left";
    if (last == "tip") work.kind = "tip";
    if (last.starts_with("unsquashed-")) work.kind = "unsquashed";
    if (last.starts_with("replaced-")) work.kind = "replaced";
    if (last.starts_with("undone-")) work.kind = "undone";
  } else {
    work.lane = parts[1];
    if (last.starts_with("rebased") || last.starts_with("conflicted")) work.kind = "rebased";
    if (last.starts_with("left-")) work.kind = "left";
    if (last.starts_with("hand-")) work.kind = "hand";
    if (last.starts_with("before-")) work.kind = "before";
    if (const auto unit = ParseInt(last)) {
      work.kind = "snapshot";
      work.unit = *unit;
    }
  }
  if (work.kind.empty()) return std::nullopt;
  return work;
}

// The number after the last dash or slash, so that left-10 comes after left-2.
std::int64_t Order(const KeptWork& work) {
  const std::size_t at = work.name.find_last_of("-/");
  return ParseInt(work.name.substr(at + 1)).value_or(0);
}

bool Before(const KeptWork& a, const KeptWork& b) {
  const auto key = [](const KeptWork& work) {
    return std::tuple(work.run.value, std::string_view(work.lane), std::string_view(work.kind), Order(work));
  };
  return key(a) < key(b);
}

// The commits that no branch, remote branch or tag contains.
Result<std::set<std::string>> OnNoBranch(const Git& git, const std::vector<Row>& rows) {
  std::string input;
  for (const Row& row : rows) input += row.work.commit + "\n";
  const std::string out = TRY(git.Run({"rev-list", "--stdin", "--not", "--branches", "--tags", "--remotes"}, input));
  std::set<std::string> found;
  for (std::string_view line : Lines(out)) found.emplace(line);
  return found;
}

}  // namespace

Result<std::vector<KeptWork>> ListKept(const std::string& repository, std::optional<RunId> run) {
  Git git(repository);
  const std::string root = run ? fmt::format("{}{}/", kForgeRefs, run->value) : std::string(kForgeRefs);
  const std::string out =
      TRY(git.Run({"for-each-ref",
                   "--format=%(refname) %(objecttype) %(objectname) %(tree) %(committerdate:unix) %(parent)", root}));
  std::vector<Row> rows;
  std::map<std::string, std::string> integrated;  // lane's root -> commit
  for (std::string_view line : Lines(out)) {
    const auto words = Split(line, ' ');
    if (words.size() < 6 || words[1] != "commit") continue;
    const std::string name(words[0].substr(kForgeRefs.size()));
    if (name.ends_with("/integrated")) integrated[DirName(name)] = words[2];
    auto work = ReadName(name);
    if (!work) continue;
    work->commit = words[2];
    work->time = ParseInt(words[4]).value_or(0);
    work->base = words[5];
    rows.push_back({*std::move(work), std::string(words[3])});
  }
  const std::set<std::string> lost = TRY(OnNoBranch(git, rows));
  std::vector<KeptWork> kept;
  for (Row& row : rows) {
    const auto merged = integrated.find(DirName(row.work.name));
    row.work.on_branch =
        !lost.contains(row.work.commit) || (merged != integrated.end() && merged->second == row.work.commit);
    kept.push_back(std::move(row.work));
  }
  std::ranges::sort(kept, Before);
  return kept;
}

Result<KeptWork> FindAttempt(const std::string& repository, RunId run, const std::string& lane,
                             std::optional<std::int64_t> attempt) {
  std::vector<KeptWork> snapshots;
  for (KeptWork& work : TRY(ListKept(repository, run))) {
    if (work.lane == LaneName(lane) && work.kind == "snapshot") snapshots.push_back(std::move(work));
  }
  if (snapshots.empty()) {
    return Fail(Code::kNotFound, fmt::format("run {1} keeps no work of `{0}`", lane, run.value),
                fmt::format("forge status {}", run.value));
  }
  const auto count = static_cast<std::int64_t>(snapshots.size());
  const std::int64_t wanted = attempt.value_or(count);
  if (wanted < 1 || wanted > count) {
    return Fail(Code::kNotFound, fmt::format("`{}` has no attempt {} in run {}", lane, wanted, run.value),
                fmt::format("it has attempts 1 to {}", count));
  }
  return snapshots[static_cast<std::size_t>(wanted - 1)];
}

Result<KeptWork> FindKept(const std::string& repository, const std::string& name) {
  const std::string wanted = name.starts_with(kForgeRefs) ? name.substr(kForgeRefs.size()) : name;
  const auto parsed = ReadName(wanted);
  if (parsed) {
    const auto run = parsed->run.value > 0 ? std::optional(parsed->run) : std::nullopt;
    for (KeptWork& work : TRY(ListKept(repository, run))) {
      if (work.name == wanted) return std::move(work);
    }
  }
  return Fail(Code::kNotFound, fmt::format("no saved work is named `{}`", name), "`forge rescue` lists saved work");
}

Result<WorkDiff> DiffOf(const std::string& repository, const KeptWork& work, std::size_t limit) {
  Git git(repository);
  WorkDiff diff;
  const std::string base = work.base.empty() ? TRY(git.Line({"hash-object", "-t", "tree", "--stdin"}, "")) : work.base;
  const std::vector<std::string> range = {base, work.commit};
  std::vector<std::string> names = {"diff-tree", "-r", "-z", "--name-only", "--no-renames"};
  names.insert(names.end(), range.begin(), range.end());
  diff.files = NulFields(TRY(git.Run(names)));
  std::vector<std::string> args = {"diff-tree", "-r", "-p", "-M", "--no-color", "--no-ext-diff", "--no-textconv"};
  args.insert(args.end(), range.begin(), range.end());
  diff.text = TRY((limit > 0 ? git.Keeping(limit) : git).Run(args));
  return diff;
}

Result<std::map<RunId, std::vector<KeptRef>>> ListRefs(const std::string& repository) {
  constexpr std::string_view kBranches = "refs/heads/forge/run-";
  const Git git(repository);
  const std::string checkouts = TRY(git.Run({"worktree", "list", "--porcelain"}));
  const std::string out =
      TRY(git.Run({"for-each-ref", "--format=%(refname) %(objectname)", std::string(kForgeRefs), "refs/heads/forge/"}));
  std::map<RunId, std::vector<KeptRef>> runs;
  for (std::string_view line : Lines(out)) {
    const auto words = Split(line, ' ');
    if (words.size() != 2) continue;
    const std::string name(words[0]);
    const bool is_branch = name.starts_with(kBranches);
    const std::string_view rest = words[0].substr(is_branch ? kBranches.size() : kForgeRefs.size());
    const auto run = ParseInt(rest.substr(0, is_branch ? rest.size() : rest.find('/')));
    if (!run || (!is_branch && !name.starts_with(kForgeRefs))) continue;
    if (is_branch && (checkouts + "\n").find("branch " + name + "\n") != std::string::npos) continue;
    runs[RunId{*run}].push_back({name, std::string(words[1])});
  }
  return runs;
}

Status DeleteRefs(const std::string& repository, const std::vector<KeptRef>& refs) {
  std::string input;
  for (const KeptRef& ref : refs) input += fmt::format("delete {} {}\n", ref.name, ref.object);
  const auto answer = TRY(Git(repository).Try({"update-ref", "--stdin"}, input));
  if (answer.exit_code == 0) return {};
  Error error = GitFailure({"update-ref"}, answer);
  error.code = Code::kConflict;
  return std::unexpected(std::move(error));
}

Status RestoreAsBranch(const std::string& repository, const KeptWork& work, const std::string& branch) {
  Git git(repository);
  const auto legal = TRY(git.Try({"check-ref-format", "--branch", branch}));
  if (legal.exit_code != 0) return Fail(Code::kInvalid, fmt::format("`{}` is not a valid branch name", branch));
  // No checkout can be on a branch that did not exist.
  const auto made =
      TRY(git.Try({"update-ref", "--stdin"}, fmt::format("create refs/heads/{} {}\n", branch, work.commit)));
  if (made.exit_code == 0) return {};
  if (TRY(git.Try({"rev-parse", "-q", "--verify", "refs/heads/" + branch})).exit_code == 0) {
    return Fail(Code::kConflict, fmt::format("the branch {} already exists", branch), "choose another name");
  }
  return std::unexpected(GitFailure({"update-ref"}, made));
}

Status RestoreAsDirectory(const std::string& repository, const KeptWork& work, const std::string& directory) {
  if (Exists(directory)) {
    const auto names = ListDirectory(directory);
    if (!names || !names->empty()) {
      return Fail(Code::kConflict, fmt::format("{} already exists and is not empty", directory), "choose another name");
    }
  }
  TRY(MakeDirectories(directory));
  const std::string whole = TRY(RealPath(directory));
  Git git(repository);
  const std::string common = TRY(git.Line({"rev-parse", "--path-format=absolute", "--git-common-dir"}));
  TempIndex index(JoinPath(common, fmt::format("forge-index-rescue-{}", ThisProcess().pid)));
  const Git there = git.With("GIT_INDEX_FILE", index.path()).With("GIT_DIR", common).With("GIT_WORK_TREE", whole);
  TRY(there.Run({"read-tree", work.commit}));
  TRY(there.In(whole).Run({"checkout-index", "-a", "-f"}));
  return {};
}

}  // namespace forge
