#include "service/land.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/display.h"
#include "base/strings.h"
#include "service/proof/verify_outcome.h"
#include "service/report/findings.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/cli/live/ask_person.h"
#include "surface/cli/live/foreground.h"
#include "surface/cli/live/stop_on_interrupt.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_answers.h"
#include "surface/view/json_rows.h"

namespace forge::cli {
namespace {

Form LandForm() {
  return {
      .positionals = {OptionalRun()},
      .options = {{"ff", "", "only fast-forward"},
                  {"merge", "", "create a merge commit, even where a fast-forward would do"},
                  {"squash", "", "make one commit, with run and steps in its trailers"},
                  {"branch", "NAME", "land on this branch; create it if missing"},
                  {"pr", "", "push the branch and open a pull request"},
                  {"remote", "NAME", "the remote to push to (default: origin, or the only one)"},
                  Lettered("m", {"message", "TEXT", "the message of a merge or squash (default: the objective)"}),
                  {"no-verify", "", "verify no merged tree and run no git hooks; the commit's trailer says so"},
                  {"repair", "", "if the merged tree fails, start a run that repairs it"},
                  {"overwrite-ignored", "", "overwrite ignored files in the way; copies go to .git/forge-overwritten"},
                  {"unfinished", "", "land what a run has finished so far, though it has not completed"}},
      .notes =
          "By default it fast-forwards the branch that is checked out, or merges if that branch has moved. It "
          "refuses, and changes nothing, when you have edits in the same files, untracked or ignored files are "
          "in the way, there are conflicts, or the branch is checked out elsewhere. Landing again has no effect.\n\n"
          "If the branch has moved, nobody has seen the merged tree yet: the run's verify commands run on it in a "
          "worktree, before the branch moves. If one fails, nothing moves and its output is shown (exit 1); --repair "
          "then starts a run on the merged tree that repairs it, and landing that run brings both. Your "
          "commit-msg hook sees the message of a merge or squash, and post-merge runs when the checkout moves. See "
          "docs/workspaces.md.\n\n"
          "If a failure was accepted in the run, it is said first. On a terminal Forge then asks before anything "
          "lands.",
      .examples = {{"forge land 17", "land run 17 on your current branch"},
                   {"forge land 17 --squash --message 'Add login'", "as one commit"},
                   {"forge land 17 --branch feature/login", "without touching your checkout"},
                   {"forge land 17 --repair", "and repair it, if it fails together with your branch"},
                   {"forge land 17 --pr", "push forge/run-017 and open a pull request"}}};
}

Result<LandHow> HowOf(const Args& args) {
  LandHow how = LandHow::kAuto;
  int count = 0;
  for (const auto& [name, value] :
       {std::pair{"ff", LandHow::kFastForward}, {"merge", LandHow::kMerge}, {"squash", LandHow::kSquash}}) {
    if (!args.Has(name)) continue;
    how = value;
    ++count;
  }
  if (count > 1) return Fail(Code::kInvalid, "--ff, --merge and --squash exclude each other");
  return how;
}

Json LandJson(RunId run, const LandReport& report) {
  const Landed& landed = report.landed;
  const bool moved = !landed.conflict && !landed.rejected;
  Json json = Json::MakeObject().Set("ok", moved).Set("run", run.value).Set("branch", landed.branch);
  json.Set("how", OrNull(landed.how)).Set("rejected", static_cast<bool>(landed.rejected));
  json.Set("conflicts", landed.conflict ? JsonArray(landed.conflict->files, ValidUtf8) : Json::MakeArray());
  json.Set("verify", report.proved ? JsonOf(report.proof) : Json()).Set("unverified", landed.unverified);
  json.Set("commit", OrNull(moved ? landed.commit : "")).Set("before", OrNull(moved ? landed.before : ""));
  json.Set("checkout", moved && landed.in_checkout).Set("kept", JsonArray(landed.kept, ValidUtf8));
  return json.Set("remote", OrNull(report.remote)).Set("url", OrNull(report.url));
}

std::string Sentence(RunId run, const Landed& landed) {
  if (landed.how == "already") return fmt::format("run {} is already on {}", run.value, landed.branch);
  return fmt::format("run {} landed on {} ({}, commit {})", run.value, landed.branch, landed.how,
                     landed.commit.substr(0, 12));
}

void Say(Context& context, RunId run, const LandReport& report) {
  const Landed& landed = report.landed;
  if (const std::string line = ProofLine(report); !line.empty()) context.out.Line(line);
  if (report.remote.empty()) {
    context.out.Line(Sentence(run, landed));
    for (const std::string& directory : landed.kept)
      context.out.Line("copies of the ignored files that it overwrote: " + directory);
    return;
  }
  context.out.Line(fmt::format("pushed {} to {}", landed.branch, report.remote));
  if (!report.url.empty()) context.out.Line(report.url);
  if (report.commands.empty()) return;
  context.out.Line("gh is not installed; open the pull request on the website, or later with:");
  for (const std::string& line : report.commands) context.out.Line("  " + line);
}

// What lands is the user's from now on: so is what nobody has decided about it.
Status SayUndecided(Context& context, RunId run) {
  const RunRow row = TRY(ViewRun(context.forge(), run)).run;
  const RunFiles files(context.forge().project(), run, row.slug);
  const auto findings = TRY(ListFindings(context.forge().store(), run, &files));
  const std::int64_t left = std::ranges::count_if(findings, NeedsTriage);
  if (left > 0)
    context.out.Line(
        fmt::format("{} {} undecided: forge triage {}", Counted(left, "finding"), left == 1 ? "is" : "are", run.value));
  return {};
}

void ComplainOfConflict(Context& context, RunId run, const Landed& landed) {
  context.out.Complain(Error{Code::kConflict,
                             fmt::format("conflict: run {} and {} changed the same lines: {}", run.value, landed.branch,
                                         Join(landed.conflict->files, ", ")),
                             fmt::format("merge by hand: git merge forge/run-{:03}", run.value)});
}

std::string FailedCommands(const VerifyReport& proof) {
  std::vector<std::string> failed;
  for (const VerifyResult& result : proof.results) {
    if (!result.passed) failed.push_back("`" + result.command + "`");
  }
  return Join(failed, ", ");
}

// A run that has repaired it is the way; else one can be started.
Result<std::string> HintForTree(Context& context, RunId run, const LandReport& report) {
  const auto repair = TRY(FindLandRepair(context.forge(), run, report));
  const std::string as_it_is = fmt::format("land it as it is: forge land {} --no-verify", run.value);
  if (repair && repair->status == RunStatus::kCompleted)
    return fmt::format("run {0} has repaired it; land both: forge land {0}; or {1}", repair->id.value, as_it_is);
  return fmt::format("have it repaired: forge land {} --repair; or {}", run.value, as_it_is);
}

Status ComplainOfTree(Context& context, RunId run, const LandReport& report) {
  const std::string output = FailuresOf(report.proof);
  for (std::string_view line : Lines(output)) context.out.Line("  " + std::string(line));
  context.out.Complain(Error{Code::kConflict,
                             fmt::format("run {} merged with {} does not pass: {}; {} has not moved", run.value,
                                         report.landed.branch, FailedCommands(report.proof), report.landed.branch),
                             TRY(HintForTree(context, run, report))});
  return {};
}

Result<Exit> Repair(Context& context, RunId run, const LandReport& report) {
  const RunId repair = TRY(StartLandRepair(context.forge(), run, report));
  if (!context.json) {
    context.out.Line(fmt::format("run {} merged with {} does not pass: {}", run.value, report.landed.branch,
                                 FailedCommands(report.proof)));
    context.out.Line(fmt::format("run {} started: it repairs the merged tree; landing it lands run {} too",
                                 repair.value, run.value));
  }
  return DriveRun(context, repair, true);
}

// A person sees what was accepted before it lands. Enter alone decides nothing.
bool AskToLand(Context& context) {
  while (true) {
    context.out.Write(context.out.Paint(Tone::kStrong, "Land it all the same? [yes/no]") + " ");
    (void)context.out.Flush();
    const auto line = context.host.read_line();
    if (!line) context.out.Line("");
    const std::string answer = line ? Lower(Trim(*line)) : "no";
    for (const std::string_view word : {"yes", "no"}) {
      if (!answer.empty() && word.starts_with(answer)) return word == "yes";
    }
    context.out.Line("  nothing is decided; choose one of: yes, no");
  }
}

Result<Exit> RunLand(Context& context, const Args& args) {
  const RunId run = TRY(FindRunToLand(context.forge(), args.Get("RUN")));
  if (args.Has("repair") && args.Has("no-verify"))
    return Fail(Code::kInvalid, "land: --repair needs the verification that --no-verify skips");
  LandWish wish;
  wish.how = TRY(HowOf(args));
  wish.branch = args.Get("branch");
  wish.message = args.Get("message");
  wish.hooks = wish.verify = !args.Has("no-verify");
  wish.unfinished = args.Has("unfinished");
  wish.pull_request = args.Has("pr");
  wish.remote = args.Get("remote");
  wish.overwrite_ignored = args.Has("overwrite-ignored");
  const State state = TRY(LoadState(context.forge(), run));
  const std::string accepted = DescribeAccepted(state);
  if (!accepted.empty() && !context.json) context.out.Complain("warning: " + accepted);
  bool refused = false;
  if (!accepted.empty() && CanAskPerson(context)) {
    wish.may_land = [&]() -> Status {
      refused = !AskToLand(context);
      if (refused) return Fail(Code::kConflict, "nothing has landed");
      return {};
    };
  }
  const StopOnInterrupt interrupt(context.host);
  wish.stop = interrupt.token();
  if (!context.json) {
    wish.on_verify = [&](const std::string& command) {
      context.out.Line(context.out.Paint(Tone::kFaint, "verifying the merged tree: " + command));
      (void)context.out.Flush();
    };
  }
  const auto answer = LandRun(context.forge(), run, wish);
  if (refused) {
    context.out.Line("nothing has landed");
    return Exit::kNo;
  }
  const LandReport report = TRY(answer);
  if (report.landed.rejected && args.Has("repair")) return Repair(context, run, report);
  const bool landed = !report.landed.conflict && !report.landed.rejected;
  if (context.json) {
    Json json = LandJson(run, report);
    json.Set("accepted", OrNull(accepted));
    context.out.Print(json);
  } else if (landed) {
    Say(context, run, report);
    TRY(SayUndecided(context, run));
  } else if (report.landed.rejected) {
    TRY(ComplainOfTree(context, run, report));
  } else {
    ComplainOfConflict(context, run, report.landed);
  }
  return landed ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kLandCommand = {
    "land", "land a run's work on your branch", Group::kSteer, Needs::kStore, LandForm, RunLand};

}  // namespace forge::cli
