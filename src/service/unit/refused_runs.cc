#include "service/unit/refused_runs.h"

#include <algorithm>

#include "model/json.h"

namespace forge {

std::vector<RefusedRun> ReadRefusedRuns(std::string_view text) {
  std::vector<RefusedRun> refused;
  const auto read = ParseJson(text);
  if (!read) return refused;
  for (const Json& one : read->AsArray())
    refused.push_back({RunId{one["run"].AsInt()}, one["replaced"].AsBool(), one["why"].AsString()});
  return refused;
}

std::string PrintRefusedRuns(const std::vector<RefusedRun>& refused) {
  Json list = Json::MakeArray();
  for (const RefusedRun& one : refused)
    list.Append(Json::MakeObject().Set("run", one.run.value).Set("replaced", one.replaced).Set("why", one.why));
  return list.Dump() + "\n";
}

void AddRefusal(std::vector<RefusedRun>& refused, const RefusedRun& one) {
  const auto known = std::ranges::find(refused, one.run, &RefusedRun::run);
  if (known == refused.end()) {
    refused.push_back(one);
  } else {
    *known = one;
  }
}

}  // namespace forge
