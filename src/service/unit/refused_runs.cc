#include "service/unit/refused_runs.h"

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

bool AddRefusal(std::vector<RefusedRun>& refused, RunId run, const std::string& why) {
  const bool replaces = !refused.empty() && refused.back().replaced && refused.back().run != run;
  std::erase_if(refused, [&](const RefusedRun& one) { return one.run == run; });
  refused.push_back({run, !replaces, why});
  return !replaces;
}

}  // namespace forge
