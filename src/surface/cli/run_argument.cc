#include "surface/cli/run_argument.h"
#include "service/run_queries.h"

namespace forge::cli {

Positional OptionalRun() { return {"RUN", "number or slug (default: the current run)", false}; }

Option AgentOption(const std::string& whose) {
  return {
      "agent", "SPEC",
      whose +
          ": auto, claude, codex, gemini, opencode, anthropic[:URL], openai[:URL], command:LINE, record:FILE:SPEC or "
          "replay:FILE (setting `agent`)"};
}

Result<RunId> ChosenRun(const Context& context, const Args& args) { return FindRun(context.forge(), args.Get("RUN")); }

}  // namespace forge::cli
