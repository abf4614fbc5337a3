#include "surface/view/board_source.h"

#include <fmt/core.h>

#include <map>

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

Result<Board> ReadBoard(Forge& forge, TimePoint now) {
  std::map<RunId, std::string> questions;
  for (const StoredQuestion& stored : TRY(OpenQuestionsOfAll(forge)))
    questions.emplace(stored.run, std::string(FirstLineOf(stored.question)));
  std::vector<BoardFacts> all;
  for (RunRow& run : TRY(ListRecentRuns(forge)).runs) {
    BoardFacts facts;
    if (!IsEnd(run.status)) {
      const RunView view = TRY(ViewRun(forge, run.id));
      facts.driven = view.owner_alive;
      if (facts.driven) facts.doing = DoingOf(forge, view, now);
      if (const auto asked = questions.find(run.id); asked != questions.end()) facts.question = asked->second;
    }
    facts.run = std::move(run);
    all.push_back(std::move(facts));
  }
  return MakeBoard(all, now);
}

}  // namespace forge
