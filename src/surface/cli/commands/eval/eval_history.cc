#include <fmt/core.h>

#include <algorithm>
#include <stop_token>
#include <string>

#include "base/display.h"
#include "service/eval/from_history.h"
#include "surface/cli/commands.h"
#include "surface/view/json_rows.h"

namespace forge::cli {
namespace {

Form FromHistoryForm() {
  return {
      .positionals = {{"NAME", "the folder of the new suite (default: REPOSITORY-history)", false, ValueType::kFile}},
      .options = {{"commits", "N", "look at the last N commits (default: 50)", ValueType::kPositive},
                  {"test", "COMMAND", "the test command (default: the setting `verify`, else detected)"}},
      .notes =
          "A commit that changes tests and code becomes a task: the agent starts at its parent with its message as the "
          "objective, and the tests of the commit are the hidden check. Only commits whose tests fail on the parent "
          "and "
          "pass on the commit are kept; for every other one the reason is printed. The test commands run in the "
          "sandbox of verify commands, in checkouts of their own.",
      .examples = {{"forge eval from-history my-suite", "of the last 50 commits"},
                   {"forge eval from-history my-suite --commits 300 --test 'make test'", "look further back"}}};
}

Json CommitJson(const HistoryCommit& commit) {
  return Json::MakeObject()
      .Set("commit", commit.commit)
      .Set("title", commit.title)
      .Set("task", OrNull(commit.task))
      .Set("dropped", OrNull(commit.dropped));
}

Result<Exit> RunFromHistory(Context& context, const Args& args) {
  if (!context.project->is_git) return Fail(Code::kInvalid, "from-history needs a git repository");
  HistoryRequest request;
  request.repository = context.project->top;
  const std::string repository = request.repository.substr(request.repository.rfind('/') + 1);
  const std::string name = args.Has("NAME") ? args.Get("NAME") : repository + "-history";
  request.directory = name.starts_with('/') ? name : context.host.machine.cwd + "/" + name;
  request.test = args.Get("test");
  constexpr std::int64_t kMost = 100'000;
  request.commits = static_cast<std::size_t>(std::min(args.GetInt("commits").value_or(50), kMost));
  const auto tell = [&](const HistoryCommit& commit) {
    if (context.json) return;
    context.out.Line(fmt::format("{} {}: {}", commit.commit.substr(0, 12), commit.title,
                                 commit.task.empty() ? "dropped: " + commit.dropped : "task " + commit.task));
    (void)context.out.Flush();
  };
  const EvalWorld world{context.host.machine, *context.settings, context.project};
  const HistoryResult result = TRY(SuiteFromHistory(world, request, tell, std::stop_token()));
  const auto kept = std::ranges::count_if(result.commits, [](const HistoryCommit& each) { return !each.task.empty(); });
  if (context.json) {
    context.out.Print(Json::MakeObject()
                          .Set("directory", request.directory)
                          .Set("test", result.test)
                          .Set("tasks", kept)
                          .Set("commits", JsonArray(result.commits, CommitJson)));
  } else {
    context.out.Line(fmt::format("{} of {}; the test command is `{}`", Counted(kept, "task"),
                                 Counted(static_cast<std::int64_t>(result.commits.size()), "commit"), result.test));
    if (kept > 0) context.out.Line(fmt::format("next: forge eval {}", name));
  }
  return kept > 0 ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kEvalFromHistoryCommand = {"eval from-history", "make a suite of the repository's own commits",
                                                   Group::kPipelines,   Needs::kProject,
                                                   FromHistoryForm,     RunFromHistory};

}  // namespace forge::cli
