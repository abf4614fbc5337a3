#include "surface/hook/summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "model/words.h"

namespace forge::hook {
namespace {

constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;
constexpr std::int64_t kStaleHours = 2;

const RunRow* FindRow(const std::vector<RunRow>& runs, RunId id) {
  const auto found = std::ranges::find(runs, id, &RunRow::id);
  return found == runs.end() ? nullptr : &*found;
}

std::string Attention(const std::vector<RunRow>& runs, const RunRow& run, TimePoint now) {
  const std::int64_t days = (now.ms - run.updated.ms) / kDayMs;
  const std::string at = run.stage.empty() ? "" : " at " + run.stage;
  if (const RunRow* parent = FindRow(runs, run.parent);
      parent != nullptr && IsEnd(parent->status) && run.status != RunStatus::kActive) {
    return fmt::format("run {} \"{}\" is orphaned: its parent, run {}, is {}", run.id.value, run.slug, parent->id.value,
                       Name(parent->status));
  }
  switch (run.status) {
    case RunStatus::kWaiting:
      return fmt::format("run {} \"{}\" waits for an answer{}: forge questions {}", run.id.value, run.slug, at,
                         run.id.value);
    case RunStatus::kBlocked: return fmt::format("run {} \"{}\" is blocked: {}", run.id.value, run.slug, run.reason);
    case RunStatus::kFailed:
      return fmt::format("run {} \"{}\" failed{}: forge retry {}", run.id.value, run.slug, at, run.id.value);
    case RunStatus::kParked:
    case RunStatus::kPaused:
      if (days > 30) {
        return fmt::format("run {} \"{}\" is stale, {} days{}: forge abandon {}?", run.id.value, run.slug, days, at,
                           run.id.value);
      }
      if (days > 7)
        return fmt::format("run {} \"{}\" is {} for {} days{}", run.id.value, run.slug, Name(run.status), days, at);
      return "";
    case RunStatus::kActive:
      if (now.ms - run.updated.ms < kStaleHours * 60 * 60 * 1000) return "";
      return fmt::format("run {} \"{}\" is active, but not running for {}: forge resume {}", run.id.value, run.slug,
                         FormatDuration(now.ms - run.updated.ms), run.id.value);
    case RunStatus::kCompleted:
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return "";
  }
  return "";
}

}  // namespace

std::string SessionSummary(const std::vector<RunRow>& runs, TimePoint now) {
  std::map<std::string, int> counts;
  std::vector<std::string> lines;
  for (const RunRow& run : runs) {
    if (IsEnd(run.status)) continue;
    ++counts[std::string(Name(run.status))];
    std::string line = Attention(runs, run, now);
    if (!line.empty()) lines.push_back("  " + std::move(line));
  }
  if (counts.empty()) return "";
  std::vector<std::string> groups;
  for (const auto& [status, count] : counts) groups.push_back(fmt::format("{} {}", count, status));
  lines.insert(lines.begin(), "RUNS: " + Join(groups, ", "));
  return Join(lines, "\n");
}

std::string ResumeText(const RunStanding& standing) {
  const RunRow& run = standing.view.run;
  return fmt::format("You were working on run {} of Forge, \"{}\": {}\n", run.id.value, run.slug, run.objective) +
         ToText(standing);
}

}  // namespace forge::hook
