#include "service/land.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "os/process/process.h"
#include "service/forge.h"
#include "service/run_queries.h"
#include "service/workspaces.h"
#include "text/first_line.h"
#include "workspace/unlanded.h"

namespace forge {
namespace {

constexpr std::size_t kLongestTitle = 72;

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
                            IsEnd(view.run.status) ? "" : fmt::format("finish it: forge resume {}; or ", id), id));
  }
  return {};
}

// A local branch first, so that the pull request and the local branch are the same commit.
Result<LandReport> Propose(Forge& forge, Workspaces& workspaces, const LandWish& wish, LandRequest request,
                           const Story& story) {
  LandReport report;
  const std::string base = TRY(workspaces.CheckedOutBranch());
  if (wish.branch.empty() && wish.how == LandHow::kSquash) request.branch = workspaces.branch() + "-squashed";
  if (request.branch.empty()) {
    report.landed.branch = workspaces.branch();
    report.landed.commit = TRY(workspaces.Tip());
    report.landed.how = "branch";
  } else {
    report.landed = TRY(workspaces.Land(request));
    if (report.landed.conflict) return report;
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
    return report;
  }
  ProcessSpec command;
  command.argv = line;
  command.cwd = forge.project().root;
  command.timeout = std::chrono::minutes(2);
  const auto answer = TRY(RunProcess(command));
  if (answer.ok()) {
    report.url = Trim(answer.out);
    return report;
  }
  return Fail(Code::kUnavailable,
              fmt::format("{} is pushed to {}, but gh made no pull request: {}", report.landed.branch, report.remote,
                          Trim(answer.err)),
              "fix that, then run: " + shown);
}

}  // namespace

std::string NextCommand(Forge& forge, const RunView& view) {
  const std::string usual = NextCommand(view);
  if (view.run.status != RunStatus::kCompleted || view.run.parent.value != 0 || !forge.project().is_git) return usual;
  // Only a suggestion: a repository that cannot be read does not fail the command.
  const bool waits = HasUnlanded(forge.project().root, view.run.id).value_or(false);
  return waits ? fmt::format("forge land {}", view.run.id.value) : usual;
}

Result<LandReport> LandRun(Forge& forge, RunId run, const LandWish& wish) {
  const RunView view = TRY(ViewRun(forge, run));
  TRY(MayLand(view, wish));
  auto workspaces = TRY(OpenWorkspaces(forge, run));
  if (!TRY(workspaces->HasStarted())) {
    return Fail(Code::kNotFound, fmt::format("run {} has no branch: it changed nothing in git", run.value),
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
  if (wish.pull_request) return Propose(forge, *workspaces, wish, request, story);
  LandReport report;
  report.landed = TRY(workspaces->Land(request));
  return report;
}

}  // namespace forge
