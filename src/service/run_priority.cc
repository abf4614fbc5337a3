#include "service/run_priority.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "store/store.h"

namespace forge {
namespace {

std::string KeyOf(RunId run) { return fmt::format("priority-{}", run.value); }

}  // namespace

Result<std::string> PriorityOfRun(Store& store, RunId run) { return TRY(store.GetMeta(KeyOf(run))).value_or("medium"); }

Status SetPriorityOfRun(Store& store, RunId run, const std::string& priority) {
  if (!IsOneOf(priority, {"high", "medium", "low"}))
    return Fail(Code::kInvalid, fmt::format("no priority `{}`", priority), "it is high, medium or low");
  return store.SetMeta(KeyOf(run), priority);
}

int PriorityLevel(const std::string& priority) { return priority == "high" ? 1 : priority == "low" ? -1 : 0; }

}  // namespace forge
