#include "service/run_priority.h"

#include <fmt/core.h>

#include <utility>

#include "base/strings.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr std::string_view kPrefix = "priority-";

std::string KeyOf(RunId run) { return fmt::format("{}{}", kPrefix, run.value); }

}  // namespace

Result<std::string> PriorityOfRun(Store& store, RunId run) { return TRY(store.GetMeta(KeyOf(run))).value_or("medium"); }

Result<std::map<RunId, std::string>> GivenPriorities(Store& store) {
  std::map<RunId, std::string> given;
  for (auto& [key, priority] : TRY(store.FindMeta(std::string(kPrefix)))) {
    if (const auto run = ParseInt(key.substr(kPrefix.size()))) given.emplace(RunId{*run}, std::move(priority));
  }
  return given;
}

Result<std::string> GivenPriority(Store& store, RunId run) { return TRY(store.GetMeta(KeyOf(run))).value_or(""); }

Status SetPriorityOfRun(Store& store, RunId run, const std::string& priority) {
  if (!IsOneOf(priority, {"high", "medium", "low"}))
    return Fail(Code::kInvalid, fmt::format("no priority `{}`", priority), "it is high, medium or low");
  return store.SetMeta(KeyOf(run), priority);
}

int PriorityLevel(const std::string& priority) { return priority == "high" ? 1 : priority == "low" ? -1 : 0; }

}  // namespace forge
