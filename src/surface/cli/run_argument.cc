#include "surface/cli/run_argument.h"

#include "service/land.h"
#include "service/run_queries.h"
#include "store/store.h"
#include "surface/view/json_rows.h"

namespace forge::cli {

Positional OptionalRun() { return {"RUN", "number or slug (default: the current run)", false}; }

Option QuietOption() { return Lettered("q", {"quiet", "", "print no progress, only how it ends"}); }

Option AgentOption(const std::string& whose) {
  return {"agent", "SPEC",
          whose +
              ": auto, claude, codex, gemini, opencode, anthropic[:URL], openai[:URL], openai-responses[:URL], "
              "command:LINE, record:FILE:SPEC or replay:FILE (setting `agent`)"};
}

Result<RunAndStep> ChosenRunAndStep(const Context& context, const Args& args, WhichRun without) {
  const auto find = without == WhichRun::kToShow ? FindRunToShow : FindRun;
  const auto run = find(context.forge(), args.Get("RUN"));
  if (run) return RunAndStep{*run, args.Get("STEP")};
  const std::string word = args.Get("RUN");
  if (args.Has("STEP") || word.empty()) return std::unexpected(run.error());
  const auto current = find(context.forge(), "");
  if (!current) return std::unexpected(run.error());
  for (const StepRow& step : TRY(context.forge().store().ListSteps(*current))) {
    if (step.id.value == word) return RunAndStep{*current, word};
  }
  return std::unexpected(run.error());
}

Result<Json> RunAnswer(const Context& context, RunId run) {
  const RunView view = TRY(ViewRun(context.forge(), run));
  Json json = ToJson(view.run).Set("questions", JsonArray(TRY(OpenQuestions(context.forge(), run))));
  return json.Set("next", NextCommand(context.forge(), view));
}

Result<RunId> ChosenRun(const Context& context, const Args& args) { return FindRun(context.forge(), args.Get("RUN")); }

}  // namespace forge::cli
