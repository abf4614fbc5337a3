#include <fmt/core.h>

#include <set>

#include "base/display.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

Form MemoryStatsForm() {
  return {.notes = "The estimates are medians over the last completed runs of each pipeline here.",
          .examples = {{"forge memory stats", "how much is known, and an estimate for the next run"}}};
}

Json CountsJson(const FactCounts& counts) {
  Json categories = Json::MakeObject();
  for (const auto& [category, count] : counts.by_category) categories.Set(std::string(Name(category)), count);
  Json json = Json::MakeObject().Set("accepted", counts.accepted).Set("drafts", counts.drafts);
  json.Set("superseded", counts.superseded).Set("by_category", std::move(categories)).Set("triples", counts.triples);
  json.Set("spikes", counts.spikes).Set("diary", counts.diary).Set("runs", counts.runs);
  return json.Set("bytes", counts.bytes);
}

void PrintCounts(Context& context, std::string_view scope, const FactCounts& counts) {
  context.out.Line(fmt::format("{}: {}, {}, {} superseded; {}, {}, {} in the diary, {}", scope,
                               Counted(counts.accepted, "fact"), Counted(counts.drafts, "draft"), counts.superseded,
                               Counted(counts.triples, "triple"), Counted(counts.spikes, "spike"), counts.diary,
                               Counted(counts.runs, "run")));
  for (const auto& [category, count] : counts.by_category) {
    context.out.Line(fmt::format("  {:<16}{}", Name(category), count));
  }
}

Result<Exit> RunMemoryStats(Context& context, const Args&) {
  Memory memory = TRY(OpenMemory(context, false));
  Json json = Json::MakeObject();
  for (auto [scope, store] :
       {std::pair{FactScope::kProject, memory.project()}, {FactScope::kGlobal, memory.global()}}) {
    const FactCounts counts = store != nullptr ? TRY(store->facts().Count()) : FactCounts{};
    json.Set(std::string(Name(scope)), CountsJson(counts));
    if (!context.json) PrintCounts(context, Name(scope), counts);
  }
  Json estimates = Json::MakeArray();
  if (memory.project() != nullptr) {
    const std::vector<RunRecord> runs = TRY(memory.project()->history().ListRuns());
    std::set<std::string> pipelines;
    for (const RunRecord& run : runs) pipelines.insert(run.pipeline);
    for (const std::string& pipeline : pipelines) {
      const auto estimate = EstimateFor(runs, pipeline);
      if (!estimate) continue;
      estimates.Append(ToJson(*estimate));
      if (!context.json) context.out.Line(ToText(*estimate));
    }
  }
  if (context.json) context.out.Print(json.Set("estimates", std::move(estimates)));
  return Exit::kOk;
}

}  // namespace

constinit const Command kMemoryStatsCommand = {"memory stats",  "count facts, and estimate the next run",
                                               Group::kMemory,  Needs::kSettings,
                                               MemoryStatsForm, RunMemoryStats};

}  // namespace forge::cli
