#include "surface/cli/run_argument.h"
#include "service/run_queries.h"

namespace forge::cli {

Positional OptionalRun() {
  return {"RUN", "its number or slug; none: the current run", false, false, {}, ValueType::kText};
}

Result<RunId> ChosenRun(const Context& context, const Args& args) { return FindRun(context.forge(), args.Get("RUN")); }

}  // namespace forge::cli
