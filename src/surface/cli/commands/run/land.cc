#include "service/land.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"

namespace forge::cli {
namespace {

Form LandForm() {
  Form form;
  form.positionals = {OptionalRun()};
  form.options = {{"ff", "", "fast-forward, or nothing", false, {}, ValueType::kText},
                  {"merge", "", "a merge commit, also where a fast-forward would do", false, {}, ValueType::kText},
                  {"squash", "", "one commit, with run and steps in its trailers", false, {}, ValueType::kText},
                  {"branch", "NAME", "to this branch, made where there is none", false, {}, ValueType::kText},
                  {"pr", "", "push the branch and open a pull request", false, {}, ValueType::kText},
                  {"remote", "NAME", "where to push; none: origin, or the only one", false, {}, ValueType::kText},
                  {"message", "TEXT", "of a merge or a squash; none: the objective", false, {}, ValueType::kText},
                  {"no-verify", "", "without your hooks", false, {}, ValueType::kText},
                  {"unfinished", "", "also a run that has not completed", false, {}, ValueType::kText}};
  form.notes =
      "Without a word on how: a fast-forward of the branch that is checked out, or a merge where it has moved. "
      "Refused,\n"
      "with nothing moved: edits of yours in the same files, untracked files in the way, conflicts, a branch that is\n"
      "checked out elsewhere. Landing twice is landing once. Your commit-msg hook sees the message of a merge or\n"
      "squash, and post-merge runs when the checkout moves; docs/workspaces.md says more.";
  form.examples = {{"forge land 17", "bring run 17's work to the branch you are on"},
                   {"forge land 17 --squash --message 'Add login'", "as one commit"},
                   {"forge land 17 --branch feature/login", "beside your checkout, which stays as it is"},
                   {"forge land 17 --pr", "push forge/run-017 and open a pull request"}};
  return form;
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
    Json files = Json::MakeArray();
    for (const std::string& file : landed.conflict->files) files.Append(ValidUtf8(file));
    return json.Set("conflicts", std::move(files));
  }
  json.Set("commit", landed.commit).Set("before", landed.before).Set("checkout", landed.in_checkout);
  if (!report.remote.empty()) json.Set("remote", report.remote).Set("url", report.url);
  return json;
}

std::string Sentence(RunId run, const Landed& landed) {
  if (landed.how == "already") return fmt::format("run {} is on {} already", run.value, landed.branch);
  return fmt::format("run {} is on {} ({}, commit {})", run.value, landed.branch, landed.how,
                     landed.commit.substr(0, 12));
}

void Say(Context& context, RunId run, const LandReport& report) {
  const Landed& landed = report.landed;
  if (report.remote.empty()) {
    context.out.Line(Sentence(run, landed));
    return;
  }
  context.out.Line(fmt::format("{} is pushed to {}", landed.branch, report.remote));
  if (!report.url.empty()) context.out.Line(report.url);
  if (report.commands.empty()) return;
  context.out.Line("the program gh is not installed; open the pull request on the website, or later with:");
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
  const LandReport report = TRY(LandRun(context.forge(), run, wish));
  if (context.json) {
    context.out.Print(LandJson(run, report));
  } else if (!report.landed.conflict) {
    Say(context, run, report);
  }
  if (!report.landed.conflict) return Exit::kOk;
  if (!context.json) {
    context.out.Complain(Error{Code::kConflict,
                               fmt::format("run {} and {} changed the same places: {}", run.value, report.landed.branch,
                                           Join(report.landed.conflict->files, ", ")),
                               fmt::format("merge by hand: git merge forge/run-{:03}", run.value)});
  }
  return Exit::kNo;
}

}  // namespace

constinit const Command kLandCommand = {
    "land", "bring a run's work to your branch", Group::kSteer, Needs::kStore, LandForm, RunLand};

}  // namespace forge::cli
