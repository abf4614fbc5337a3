#include "service/land.h"

#include <fmt/core.h>

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "base/display.h"
#include "base/strings.h"
#include "os/process/process.h"
#include "service/answer_command.h"
#include "service/forge.h"
#include "service/own_changes.h"
#include "service/proof/landing_proof.h"
#include "service/proof/verify_outcome.h"
#include "service/report/run_tree.h"
#include "service/run_queries.h"
#include "service/run_settings.h"
#include "service/serve/server_seat.h"
#include "service/start_run.h"
#include "service/workspaces.h"
#include "text/first_line.h"
#include "workspace/landings.h"
#include "workspace/names.h"
#include "workspace/unlanded.h"

namespace forge {
namespace {

constexpr std::size_t kLongestTitle = 72;
constexpr std::int64_t kNewestEnded = 200;  // older runs are not looked at for what is to be landed

struct Story {
  std::string title, body;
  std::vector<std::string> steps;
};

Story StoryOf(const RunView& view) {
  Story story;
  story.title = FirstLine(view.run.objective, kLongestTitle);
  story.body = fmt::format("Run {} of Forge.\n", view.run.id.value);
  for (const StepRow& step : view.steps) {
    if (step.status != StepStatus::kDone) continue;
    story.steps.push_back(step.id.value);
    story.body += fmt::format("\n- {}: {}", step.id.value, step.title);
  }
  return story;
}

Status MayLand(const RunView& view, const LandWish& wish) {
  const std::int64_t id = view.run.id.value;
  if (view.owner_alive && !IsEnd(view.run.status)) {
    return Fail(Code::kConflict, fmt::format("run {} is still running", id), fmt::format("forge watch {}", id));
  }
  if (view.run.status != RunStatus::kCompleted && !wish.unfinished) {
    return Fail(Code::kConflict, fmt::format("run {} is {}, not completed", id, Name(view.run.status)),
                fmt::format("{}land it unfinished: forge land {} --unfinished",
                            IsEnd(view.run.status) ? "" : fmt::format("finish it: {}; or ", NextCommand(view)), id));
  }
  return {};
}

Result<std::string> ChangesTakenBy(Forge& forge, RunId run) {
  if (!TRY(forge.store().FindRun(run))) return std::string();  // of another store
  return ChangesTaken(RunSettings::FromJson(TRY(LoadState(forge, run)).start.settings));
}

// A killed landing may have left files of its own in the checkout: these go first.
Status EndLanding(Forge& forge, Workspaces& workspaces, RunId run) {
  for (const Aside& aside : TRY(FindAside(forge.project()))) {
    if (aside.run != run) continue;
    TRY(workspaces.FinishLanding(aside.at));
    TRY_WITH(fmt::format("put your uncommitted changes back, which are in {}", RunNames(run).aside_ref()),
             PutBack(forge.project(), run));
  }
  return {};
}

// The undo of a landing, or the end of one that was interrupted.
Result<UndoReport> TakeLandingBack(Forge& forge, const LandingRecord& record, bool begun) {
  auto workspaces = TRY(OpenWorkspaces(forge, record.run));
  const std::string changes = TRY(ChangesTakenBy(forge, record.run));
  const AfterUndo restore = [&](const Landed& back) -> Status {
    if (changes.empty() || (!back.in_checkout && !begun)) return {};
    if (!back.in_checkout) {
      return Fail(Code::kConflict,
                  fmt::format("the undo of run {} on {} was interrupted: your uncommitted changes are not back yet",
                              record.run.value, back.branch),
                  fmt::format("git switch {} && forge undo", back.branch));
    }
    TRY_WITH("put your uncommitted changes back, which are in commit " + changes,
             RestoreOwnChanges(forge.project(), changes, back.commit));
    return {};
  };
  Landed back = TRY(begun ? workspaces->FinishUndo(record, restore) : workspaces->Undo(record, restore));
  return UndoReport{record.run, std::move(back), TRY(workspaces->HasBranch())};
}

// What a killed landing or undo left undone with the user's changes. Returns the undo that it ended.
Result<std::optional<UndoReport>> EndInterrupted(Forge& forge) {
  for (const Aside& aside : TRY(FindAside(forge.project())))
    TRY(EndLanding(forge, *TRY(OpenWorkspaces(forge, aside.run)), aside.run));
  const auto begun = TRY(FindBegunUndo(forge.project().root));
  if (!begun) return std::nullopt;
  return TRY(TakeLandingBack(forge, *begun, true));
}

// The tree that ships, before the branch moves.
void AskForProof(Forge& forge, const RunView& view, Workspaces& workspaces, const LandWish& wish, LandRequest& request,
                 LandReport& report) {
  if (!wish.verify) return;
  CheckedCommands commands = CommandsOfRun(forge.project(), view);
  if (commands.passed.empty()) {
    report.no_commands = commands.failed.empty() ? "the run has no verify command"
                                                 : fmt::format("no verify command passed in the run; `{}` failed",
                                                               Join(commands.failed, "`, `"));
    return;
  }
  request.verify = [&, commands = std::move(commands.passed)](const std::string& commit,
                                                              const std::string& tree) -> Result<bool> {
    LandingProofWish proof{commit, tree, commands, wish.on_verify, wish.stop};
    report.proof = TRY_WITH("verify the merged tree", ProveLanding(forge, view, workspaces, proof));
    report.proved = true;
    if (report.proof.cancelled) return Fail(Code::kCancelled, "stopped; nothing has landed");
    return report.proof.passed;
  };
}

// A local branch first, so that the pull request and the local branch are the same commit.
Status Propose(Forge& forge, Workspaces& workspaces, const LandWish& wish, LandRequest request, const Story& story,
               LandReport& report) {
  const std::string base = TRY(workspaces.CheckedOutBranch());
  if (wish.branch.empty() && wish.how == LandHow::kSquash) request.branch = workspaces.branch() + "-squashed";
  if (request.branch.empty()) {
    if (request.may_land) TRY(request.may_land());
    report.landed.branch = workspaces.branch();
    report.landed.commit = TRY(workspaces.Tip());
    report.landed.how = "branch";
  } else {
    report.landed = TRY(workspaces.Land(request));
    if (report.landed.conflict || report.landed.rejected) return {};
  }
  report.remote = TRY(workspaces.Push(wish.remote, report.landed.branch, wish.hooks));
  const std::vector<std::string> line = {"gh",      "pr", "create",  "--head",    report.landed.branch,
                                         "--base",  base, "--title", story.title, "--body",
                                         story.body};
  std::string shown;
  for (const std::string& word : line)
    shown += (shown.empty() ? "" : " ") +
             (word == "gh" || word.starts_with("--") || word == "pr" || word == "create" ? word : ShellQuoted(word));
  if (!FindProgram("gh")) {
    report.commands.push_back(shown);
    return {};
  }
  ProcessSpec command;
  command.argv = line;
  command.cwd = forge.project().root;
  command.timeout = std::chrono::minutes(2);
  const auto answer = TRY(RunProcess(command));
  if (answer.ok()) {
    report.url = Trim(answer.out);
    return {};
  }
  return Fail(Code::kUnavailable,
              fmt::format("{} is pushed to {}, but gh made no pull request: {}", report.landed.branch, report.remote,
                          Trim(answer.err)),
              "fix that, then run: " + shown);
}

std::string RepairTitle(RunId run, const LandReport& rejected) {
  return fmt::format("Repair the merge of run {} and {}: verify commands fail on the merged tree", run.value,
                     rejected.landed.branch);
}

// The run's own. A repair has no plan to give to one that builds a given plan: there the project's pipeline repairs.
Result<std::string> RepairPipeline(Forge& forge, RunId run, const PipelineSet& own, StartRequest request) {
  if (!own.pipelines[0].builds_given_plan()) return own.pipelines[0].name;
  const PipelineSet usual = TRY(PrepareStart(forge.machine(), forge.settings(), forge.project(), request)).pipelines;
  const Pipeline& first = usual.pipelines[0];
  if (!first.builds_given_plan()) return first.name;
  return Fail(
      Code::kConflict, fmt::format("pipeline `{}` builds a plan that it is given, and a repair has none", first.name),
      fmt::format("name another one (forge pipeline list): FORGE_PIPELINE=NAME forge land {} --repair", run.value));
}

}  // namespace

std::string ProofLine(const LandReport& report) {
  if (report.landed.unverified)
    return fmt::format("the merged tree was not verified{}",
                       report.no_commands.empty() ? " (--no-verify)" : ": " + report.no_commands);
  if (!report.proved) return "";
  return fmt::format("the merged tree passes {}",
                     Counted(static_cast<std::int64_t>(report.proof.results.size()), "verify command"));
}

std::string NextCommand(Forge& forge, const RunView& view) {
  std::string usual = NextCommand(view);
  // Its engine waits for what a run below it asks.
  const bool unasked = usual == fmt::format("forge questions {}", view.run.id.value);
  if (unasked || (view.run.status == RunStatus::kActive && !view.owner_alive && !view.asker)) {
    const auto below = OpenQuestions(forge, view.run.id);
    if (below && !below->empty()) {
      const StoredQuestion& asked = below->front();
      return CommandToAnswer(asked, FirstOption(asked.question), IsOnlyOpen(*below, asked),
                             !FindServer(forge.project()));
    }
    // One that is parked is taken up by itself; the others go on with the run above.
    const auto rests = AtRestBelow(forge, view.run.id);
    if (rests && *rests)
      return fmt::format("forge resume {}",
                         ((*rests)->status == RunStatus::kParked ? (*rests)->id : view.run.id).value);
  }
  // What the server of the project goes on with needs no engine in this terminal.
  if (!view.owner_alive && !IsEnd(view.run.status) && FindServer(forge.project())) {
    if (view.run.status == RunStatus::kActive) return fmt::format("forge watch {}", view.run.id.value);
    if (constexpr std::string_view kGo = " --go"; usual.ends_with(kGo)) usual.resize(usual.size() - kGo.size());
  }
  if (view.run.status != RunStatus::kCompleted || view.run.parent.value != 0 || !forge.project().is_git) return usual;
  // Only a suggestion: a repository that cannot be read does not fail the command.
  const auto standing = FindStandings(forge.project().root, {view.run.id});
  const bool waits = standing && standing->at(view.run.id) == WorkStanding::kUnlanded;
  return waits ? fmt::format("forge land {}", view.run.id.value) : usual;
}

std::string WhereLanded(Forge& forge, const RunRow& run) {
  constexpr std::size_t kShort = 7;
  if (!IsEnd(run.status) || !forge.project().is_git) return "";
  const auto record = FindLastLanding(forge.project().root, run.id);
  if (record) return fmt::format("landed on {} at {}", record->branch, record->commit.substr(0, kShort));
  return "";
}

Result<UndoReport> UndoLanding(Forge& forge, std::optional<RunId> run) {
  if (!forge.project().is_git)
    return Fail(Code::kInvalid, fmt::format("{} is not in a git repository", forge.project().root));
  auto ended = TRY(EndInterrupted(forge));
  if (ended && (!run || *run == ended->run)) return *std::move(ended);
  return TakeLandingBack(forge, TRY(FindLastLanding(forge.project().root, run)), false);
}

Result<std::vector<RunRow>> ListUnlanded(Forge& forge, std::size_t most) {
  std::vector<RunRow> rows;
  if (!forge.project().is_git) return rows;
  std::set<RunId> asked;
  std::vector<RunRow> ended = TRY(forge.store().FindRuns({.which = RunChoice::kEnded, .limit = kNewestEnded}));
  std::erase_if(ended, [](const RunRow& row) { return row.status != RunStatus::kCompleted || row.parent.value != 0; });
  for (const RunRow& row : ended) asked.insert(row.id);
  const std::map<RunId, WorkStanding> standings = TRY(FindStandings(forge.project().root, asked));
  for (auto row = ended.rbegin(); row != ended.rend() && rows.size() < most; ++row) {
    if (standings.at(row->id) == WorkStanding::kUnlanded) rows.push_back(std::move(*row));
  }
  return rows;
}

Result<LandReport> LandRun(Forge& forge, RunId run, const LandWish& wish) {
  const RunView view = TRY(ViewRun(forge, run));
  TRY(MayLand(view, wish));
  auto workspaces = TRY(OpenWorkspaces(forge, run));
  if (!TRY(workspaces->HasStarted())) {
    return Fail(
        Code::kNotFound,
        fmt::format("run {} has no branch: it changed nothing in git, or `forge prune` deleted its refs", run.value),
        fmt::format("forge report {}", run.value));
  }
  const Story story = StoryOf(view);
  LandRequest request;
  request.how = wish.how;
  request.branch = wish.branch;
  request.message = wish.message.empty() ? story.title : wish.message;
  request.steps = story.steps;
  request.hooks = wish.hooks;
  request.overwrite_ignored = wish.overwrite_ignored;
  request.may_land = wish.may_land;
  LandReport report;
  AskForProof(forge, view, *workspaces, wish, request, report);
  const std::string changes = TRY(ChangesTakenBy(forge, run));
  if (!changes.empty()) {
    request.make_way = [&](const std::string& from, const std::string& to) {
      return PutAside(forge.project(), run, changes, from, to);
    };
    request.put_back = [&] { return EndLanding(forge, *workspaces, run); };
  }
  TRY(EndInterrupted(forge));
  if (wish.pull_request) {
    TRY(Propose(forge, *workspaces, wish, request, story, report));
  } else {
    report.landed = TRY(workspaces->Land(request));
  }
  return report;
}

Result<std::optional<RunRow>> FindLandRepair(Forge& forge, RunId run, const LandReport& rejected) {
  const std::string title = RepairTitle(run, rejected);
  std::optional<RunRow> found;
  for (const RunChoice which : {RunChoice::kOpen, RunChoice::kEnded}) {
    const std::int64_t most = which == RunChoice::kOpen ? -1 : kNewestEnded;
    for (RunRow& row : TRY(forge.store().FindRuns({.which = which, .limit = most}))) {
      const bool given_up = row.status == RunStatus::kCancelled || row.status == RunStatus::kAbandoned;
      if (given_up || !row.objective.starts_with(title) || (found && found->id > row.id)) continue;
      found = std::move(row);
    }
  }
  return found;
}

Result<RunId> StartLandRepair(Forge& forge, RunId run, const LandReport& rejected) {
  const RunView view = TRY(ViewRun(forge, run));
  const auto before = TRY(FindLandRepair(forge, run, rejected));
  if (before && !IsEnd(before->status))
    return Fail(Code::kConflict, fmt::format("run {} is already repairing it", before->id.value),
                fmt::format("forge resume {}; or give it up: forge abandon {}", before->id.value, before->id.value));
  StartRequest request;
  request.objective = fmt::format(
      "{}\n\nRun {} was asked for: {}\n\nIts branch passed. Merged with {}, the result fails. Change what is needed so "
      "that "
      "the commands pass, and keep what both sides meant.\n\n{}",
      RepairTitle(run, rejected), run.value, Trim(view.run.objective), rejected.landed.branch,
      FailuresOf(rejected.proof));
  const Started start = TRY(LoadState(forge, run)).start;
  request.agent = start.settings["agent"].AsString();
  request.size = "quick";
  request.isolation = start.settings["isolation"].AsString();
  request.pipeline = TRY(RepairPipeline(forge, run, start.pipelines, request));
  request.base = rejected.landed.commit;
  request.changes = TRY(ChangesTakenBy(forge, run));
  for (const VerifyResult& result : rejected.proof.results) request.verify.push_back(result.command);
  return StartRun(forge, request);
}

}  // namespace forge
