#include "service/report/estimate.h"

#include <fmt/core.h>

#include <algorithm>
#include <ranges>

#include "base/amounts.h"
#include "base/display.h"
#include "base/strings.h"
#include "engine/input.h"
#include "service/forge.h"
#include "service/run_queries.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr std::int64_t kMostRunsLookedAt = 200;  // of the runs that have ended
constexpr std::size_t kMostRunsCompared = 10;

Result<RunKind> KindOfRun(Store& store, const RunRow& run) {
  RunKind kind{run.pipeline, "", ""};
  JournalRange first;
  first.limit = 1;
  const std::vector<JournalRow> rows = TRY(store.ReadJournal(run.id, first));
  if (rows.empty()) return kind;
  const Json data = TRY(ParseJson(rows[0].data));
  kind.size = data["size"].AsString();
  kind.agent = data["settings"]["agent"].AsString();
  return kind;
}

template <typename Write>
std::string SpreadText(std::vector<double> values, Write write) {
  std::ranges::sort(values);
  const std::string low = write(values.front());
  const std::string high = write(values.back());
  if (low == high) return low;
  const std::string middle = write(values[(values.size() - 1) / 2]);
  return fmt::format("{} to {}{}", low, high, values.size() > 2 ? ", half of them at most " + middle : "");
}

}  // namespace

Result<std::vector<PastRun>> FindPastRuns(Forge& forge, const RunKind& kind, RunId except) {
  std::vector<PastRun> past;
  const std::vector<RunRow> ended =
      TRY(forge.store().FindRuns({.which = RunChoice::kEnded, .parent = {}, .limit = kMostRunsLookedAt}));
  for (const RunRow& run : std::views::reverse(ended)) {
    if (past.size() >= kMostRunsCompared) break;
    const bool fits = run.status == RunStatus::kCompleted && run.pipeline == kind.pipeline && run.id != except;
    if (!fits || TRY(KindOfRun(forge.store(), run)) != kind) continue;
    const auto state = LoadState(forge, run.id);
    if (!state) continue;  // a journal that does not fold tells nothing
    past.push_back({run.usd, run.tokens, state->active_ms});
  }
  return past;
}

namespace {

// Of the runs that reported what they spent.
std::string CostOfPast(const std::vector<PastRun>& past) {
  std::vector<double> usd;
  std::vector<double> tokens;
  for (const PastRun& run : past) {
    if (run.usd <= 0 && run.tokens <= 0) continue;
    usd.push_back(run.usd);
    tokens.push_back(static_cast<double>(run.tokens));
  }
  if (tokens.empty()) return "cost unknown (the agent reports no usage)";
  if (std::ranges::any_of(usd, [](double one) { return one > 0; }))
    return SpreadText(usd, [](double one) { return UsdText(one); });
  return SpreadText(tokens, [](double one) { return fmt::format("{:.0f} tokens", one); });
}

}  // namespace

std::string DescribeEstimate(const std::vector<PastRun>& past, const RunKind& kind) {
  const std::string of = fmt::format("pipeline `{}`{}, agent {}", kind.pipeline,
                                     kind.size.empty() ? "" : ", size " + kind.size, kind.agent);
  if (past.empty()) return fmt::format("no basis yet: no completed run of {}", of);
  std::vector<double> active;
  for (const PastRun& run : past) active.push_back(static_cast<double>(run.active_ms));
  const std::string time = SpreadText(active, [](double ms) { return FormatDuration(static_cast<std::int64_t>(ms)); });
  return fmt::format("{}; {} ({} of {})", CostOfPast(past), time,
                     Counted(static_cast<std::int64_t>(past.size()), "completed run"), of);
}

}  // namespace forge
