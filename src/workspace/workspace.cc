#include "workspace/workspace.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "workspace/landings.h"
#include "workspace/workspaces_state.h"

namespace forge {
namespace {

// git 2.38 is the first with `merge-tree --write-tree`.
Status CheckVersion(const Git& git) {
  std::string line = TRY(git.Line({"version"}));
  auto words = Split(line, ' ');
  auto parts = Split(words.size() > 2 ? words[2] : std::string_view(), '.');
  auto major = ParseInt(parts[0]);
  auto minor = parts.size() > 1 ? ParseInt(parts[1]) : std::nullopt;
  if (major && minor && (*major > 2 || (*major == 2 && *minor >= 38))) return {};
  return Fail(Code::kUnavailable, fmt::format("{} is too old", line), "install git 2.38 or later");
}

Error NotARepository(const std::string& directory, const GitAnswer& answer) {
  if (answer.err.find("not a git repository") != std::string::npos) {
    return {Code::kInvalid, fmt::format("{} is not in a git repository", directory),
            "run `git init` and make a first commit"};
  }
  if (answer.err.find("must be run in a work tree") != std::string::npos) {
    return {Code::kInvalid, fmt::format("{} has no checkout: it is a bare repository", directory),
            "use a clone or a worktree of it"};
  }
  Error error = GitFailure({"rev-parse"}, answer);
  error.code = Code::kInvalid;
  return error;
}

Result<std::string> AskPath(const Git& git, const std::string& directory, const char* what) {
  auto answer = TRY(git.Try({"rev-parse", "--path-format=absolute", what}));
  if (answer.exit_code != 0) return std::unexpected(NotARepository(directory, answer));
  if (answer.out.ends_with('\n')) answer.out.pop_back();
  return std::move(answer.out);
}

}  // namespace

Workspaces::Workspaces(std::unique_ptr<State> state) : state_(std::move(state)) {}
Workspaces::~Workspaces() = default;

Result<std::unique_ptr<Workspaces>> Workspaces::Open(Options options) {
  if (!IsDirectory(options.repository)) {
    return Fail(Code::kNotFound, fmt::format("{} is not a directory", options.repository));
  }
  Git git(options.repository);
  TRY(CheckVersion(git));
  std::string top = TRY(AskPath(git, options.repository, "--show-toplevel"));
  std::string common = TRY(RealPath(TRY(AskPath(git, options.repository, "--git-common-dir"))));
  TRY(MakeDirectories(options.worktrees));
  options.repository = top;
  options.worktrees = TRY(RealPath(options.worktrees));
  auto state = std::make_unique<State>(std::move(options), common);
  std::unique_ptr<Workspaces> workspaces(new Workspaces(std::move(state)));
  if (TRY(workspaces->HasStarted())) return workspaces;
  const auto head = FindCommit(git, "HEAD");
  if (head) return workspaces;
  // Only "not there" means not there: a git that could not be started says nothing about the repository.
  if (head.error().code == Code::kNotFound) {
    return Fail(Code::kInvalid, fmt::format("{} has no commit yet", top),
                "a run starts at a commit; make one: git add -A && git commit --allow-empty -m \"first commit\"");
  }
  return std::unexpected(head.error());
}

Result<std::int64_t> Workspaces::HighestRun(const std::string& repository) {
  Git git(repository);
  const std::string names = TRY(git.Run({"for-each-ref", "--format=%(refname)", "refs/forge/", "refs/heads/forge/"}));
  std::int64_t highest = 0;
  for (std::string_view name : Lines(names)) {
    for (std::string_view prefix : {"refs/forge/", "refs/heads/forge/run-"}) {
      if (!name.starts_with(prefix)) continue;
      const std::string_view rest = name.substr(prefix.size());
      highest = std::max(highest, ParseInt(rest.substr(0, rest.find('/'))).value_or(0));
    }
  }
  for (const LandingRecord& record : TRY(ReadLandings(DirName(TRY(OwnDirectory(repository))))))
    highest = std::max(highest, record.run.value);
  return highest;
}

Result<std::set<RunId>> Workspaces::RunsIn(const std::string& repository) {
  const std::string names = TRY(Git(repository).Run({"for-each-ref", "--format=%(refname)", std::string(kForgeRefs)}));
  std::set<RunId> runs;
  for (std::string_view name : Lines(names)) {
    const std::string_view rest = name.substr(kForgeRefs.size());
    if (const auto run = ParseInt(rest.substr(0, rest.find('/')))) runs.insert(RunId{*run});
  }
  return runs;
}

Result<std::string> Workspaces::OwnDirectory(const std::string& repository) {
  // Where it usually is: that needs no git.
  const std::string usual = JoinPath(repository, ".git");
  if (!IsLink(usual) && IsRegularFile(JoinPath(usual, "HEAD")) && IsDirectory(JoinPath(usual, "objects")) &&
      IsDirectory(JoinPath(usual, "refs")))
    return JoinPath(TRY(RealPath(usual)), "forge");
  return JoinPath(TRY(RealPath(TRY(AskPath(Git(repository), repository, "--git-common-dir")))), "forge");
}

Result<bool> Workspaces::HasStarted() const { return !TRY(state_->Read({state_->names.base_ref()})).empty(); }

Result<bool> Workspaces::HasBranch() const { return !TRY(state_->Read({state_->names.branch_ref()})).empty(); }

Result<std::string> Workspaces::Tip() { return TRY(state_->ReadRun()).tip.id; }
Result<std::string> Workspaces::Base() { return TRY(state_->ReadRun()).base.id; }
std::string Workspaces::branch() const { return state_->names.branch(); }
Result<std::vector<PoolEntry>> Workspaces::Worktrees() const { return state_->pool.List(); }
void Workspaces::Share(const std::string& lane, const std::string& place) { state_->Share(lane, place); }
std::string Workspaces::PathOf(const std::string& lane) const { return state_->PathOf(lane); }

std::map<std::string, std::string> Workspaces::EnvironmentOf(const std::string& lane) const {
  const auto lease = state_->pool.Find(state_->names.directory(), state_->PlaceName(lane));
  return lease && *lease ? state_->Environment(**lease) : std::map<std::string, std::string>();
}

}  // namespace forge
