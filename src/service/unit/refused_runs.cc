#include "service/unit/refused_runs.h"

#include <algorithm>

#include "model/json.h"

namespace forge {

std::vector<RefusedRun> ReadRefusedRuns(std::string_view text) {
  std::vector<RefusedRun> refused;
  const auto read = ParseJson(text);
  if (!read) return refused;
  for (const Json& one : read->AsArray())
    refused.push_back({RunId{one["run"].AsInt()}, static_cast<int>(one["times"].AsInt()), one["why"].AsString()});
  return refused;
}

std::string PrintRefusedRuns(const std::vector<RefusedRun>& refused) {
  Json list = Json::MakeArray();
  for (const RefusedRun& one : refused)
    list.Append(Json::MakeObject().Set("run", one.run.value).Set("times", one.times).Set("why", one.why));
  return list.Dump() + "\n";
}

bool AddRefusal(std::vector<RefusedRun>& refused, RunId run, const std::string& why) {
  auto known = std::ranges::find(refused, run, &RefusedRun::run);
  if (known == refused.end()) known = refused.insert(refused.end(), {run, 0, ""});
  known->why = why;
  ++known->times;
  return known->is_replaced();
}

}  // namespace forge
