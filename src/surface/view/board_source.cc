#include "surface/view/board_source.h"

#include <fmt/core.h>

#include <algorithm>

#include "service/forge.h"
#include "service/run_queries.h"
#include "service/transcript/transcript_reader.h"

namespace forge {
namespace {

std::string WhereOf(const UnitRow& unit) {
  return unit.step.empty() ? unit.stage : fmt::format("{} {}", unit.step.value, unit.stage);
}

// Of the unit that began last.
std::string DoingOf(const Forge& forge, const RunView& view, TimePoint now) {
  std::string doing;
  std::int64_t others = 0;
  for (const UnitRow& unit : view.units) {
    if (unit.status != UnitStatus::kRunning || unit.kind == UnitKind::kGate) continue;
    if (!doing.empty()) ++others;
    const std::string does = ReadDoingNow(forge.project(), view.run.id, unit.id, now);
    doing = WhereOf(unit) + (does.empty() ? "" : ": " + does);
  }
  return others == 0 ? doing : fmt::format("{} (and {} more)", doing, others);
}

}  // namespace

std::int64_t BoardSource::WorkedMs(const RunRow& run) {
  Worked& worked = worked_[run.id];
  if (worked.updated.ms == run.updated.ms) return worked.ms;
  // The board shows the other runs too: a journal that cannot be read does not fail it.
  const auto state = LoadState(forge_, run.id);
  worked = {run.updated, state ? state->active_ms : 0};
  return worked.ms;
}

Result<Board> BoardSource::Read(TimePoint now) {
  std::map<RunId, std::string> questions;
  for (const StoredQuestion& stored : TRY(OpenQuestionsOfAll(forge_)))
    questions.emplace(stored.run, std::string(FirstLineOf(stored.question)));
  std::vector<BoardFacts> all;
  for (RunRow& run : TRY(ListRecentRuns(forge_)).runs) {
    BoardFacts facts;
    if (!IsEnd(run.status)) {
      const RunView view = TRY(ViewRun(forge_, run.id));
      facts.driven = view.owner_alive;
      if (facts.driven) facts.doing = DoingOf(forge_, view, now);
      if (const auto asked = questions.find(run.id); asked != questions.end()) facts.question = asked->second;
    }
    facts.worked_ms = WorkedMs(run);
    const bool works = facts.driven && run.status == RunStatus::kActive;
    if (works) facts.worked_ms += std::max<std::int64_t>(0, now.ms - run.updated.ms);
    facts.run = std::move(run);
    all.push_back(std::move(facts));
  }
  return MakeBoard(all);
}

}  // namespace forge
