#include "surface/cli/run_argument.h"

namespace forge::cli {

Positional OptionalRun() {
  return {"RUN", "number or slug (default: the current run)", false, false, {}, ValueType::kText};
}

Result<RunId> ChosenRun(const Context& context, const Args& args) { return context.forge().FindRun(args.Get("RUN")); }

}  // namespace forge::cli
