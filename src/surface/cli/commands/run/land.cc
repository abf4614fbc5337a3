#include "service/land.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"

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
                  {"message", "TEXT", "the message of a merge or squash (default: the objective)"},
                  {"no-verify", "", "do not run your git hooks; Forge's own tests have run before"},
                  {"overwrite-ignored", "", "overwrite ignored files in the way; copies go to .git/forge-overwritten"},
                  {"unfinished", "", "land what a run has finished so far, though it has not completed"}},
      .notes =
          "By default it fast-forwards the branch that is checked out, or merges if that branch has moved. It "
          "refuses, and changes nothing, when you have edits in the same files, untracked or ignored files are "
          "in the way, there are conflicts, or the branch is checked out elsewhere. Landing again has no effect. Your "
          "commit-msg hook sees the message of a merge or squash, and post-merge runs when the checkout moves. See "
          "docs/workspaces.md.",
      .examples = {{"forge land 17", "land run 17 on your current branch"},
                   {"forge land 17 --squash --message 'Add login'", "as one commit"},
                   {"forge land 17 --branch feature/login", "without touching your checkout"},
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
  Json json = Json::MakeObject().Set("run", run.value).Set("branch", landed.branch).Set("how", landed.how);
  if (landed.conflict) {
    return json.Set("conflicts", JsonArray(landed.conflict->files, ValidUtf8));
  }
  json.Set("commit", landed.commit).Set("before", landed.before).Set("checkout", landed.in_checkout);
  if (!landed.kept.empty()) json.Set("kept", JsonArray(landed.kept, ValidUtf8));
  if (!report.remote.empty()) json.Set("remote", report.remote).Set("url", report.url);
  return json;
}

std::string Sentence(RunId run, const Landed& landed) {
  if (landed.how == "already") return fmt::format("run {} is already on {}", run.value, landed.branch);
  return fmt::format("run {} landed on {} ({}, commit {})", run.value, landed.branch, landed.how,
                     landed.commit.substr(0, 12));
}

void Say(Context& context, RunId run, const LandReport& report) {
  const Landed& landed = report.landed;
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

Result<Exit> RunLand(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  LandWish wish;
  wish.how = TRY(HowOf(args));
  wish.branch = args.Get("branch");
  wish.message = args.Get("message");
  wish.hooks = !args.Has("no-verify");
  wish.unfinished = args.Has("unfinished");
  wish.pull_request = args.Has("pr");
  wish.remote = args.Get("remote");
  wish.overwrite_ignored = args.Has("overwrite-ignored");
  const State state = TRY(LoadState(context.forge(), run));
  const std::string accepted = DescribeAccepted(state);
  if (!accepted.empty() && !context.json) context.out.Complain("warning: " + accepted);
  const LandReport report = TRY(LandRun(context.forge(), run, wish));
  if (context.json) {
    Json json = LandJson(run, report);
    if (!accepted.empty()) json.Set("accepted", accepted);
    context.out.Print(json);
  } else if (!report.landed.conflict) {
    Say(context, run, report);
  }
  if (!report.landed.conflict) return Exit::kOk;
  if (!context.json) {
    context.out.Complain(Error{Code::kConflict,
                               fmt::format("conflict: run {} and {} changed the same lines: {}", run.value,
                                           report.landed.branch, Join(report.landed.conflict->files, ", ")),
                               fmt::format("merge by hand: git merge forge/run-{:03}", run.value)});
  }
  return Exit::kNo;
}

}  // namespace

constinit const Command kLandCommand = {
    "land", "land a run's work on your branch", Group::kSteer, Needs::kStore, LandForm, RunLand};

}  // namespace forge::cli
