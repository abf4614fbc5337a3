// Fills a store with runs that have been, through the store's own code: what `forge status` and its like are measured
// and counted with. Most runs have completed, every tenth is a child of the one before it, and the newest few are open:
// one in three of them waits for an answer. The same arguments make the same store.
//
//   forge_history STORE RUNS ROWS    ROWS: of all journals together, about
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/strings.h"
#include "engine/core.h"
#include "engine/testing/compose.h"
#include "store/derive.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr TimePoint kFirst{1'767'225'600'000};  // 2026-01-01
constexpr std::int64_t kApartMs = 60'000;
constexpr std::int64_t kOpenRuns = 20;
constexpr std::int64_t kFamily = 10;

enum class Shape { kCompleted, kWaiting, kHalfDone };

Started StartOf(int steps) {
  Started start;
  start.objective = "make the cache fast";
  start.pipelines = testing::Pipelines({testing::Each("build", 4), testing::Ask("approve")},
                                       {testing::Agent("work"), testing::Check("test")});
  start.plan = testing::LoosePlan("plan", steps);
  return start;
}

// The journal of such a run.
std::vector<JournalRow> Journal(int steps, Shape shape, TimePoint at) {
  State state;
  std::vector<JournalRow> rows;
  std::deque<UnitId> flying;
  const auto apply = [&](Input input) {
    const TimedInput timed{at, std::move(input)};
    const auto decision = Decide(state, timed);
    CHECK(decision.has_value());
    AppendTo(rows, timed, *decision);
    at.ms += 10;
    for (const Action& action : decision->actions) {
      if (const auto* unit = std::get_if<StartUnit>(&action)) flying.push_back(unit->unit);
    }
  };
  apply(StartOf(steps));
  for (int ended = 0; !flying.empty() && (shape != Shape::kHalfDone || ended < steps); ++ended) {
    const UnitId unit = flying.front();
    flying.pop_front();
    apply(Ended{unit, testing::Done("wrote it")});
  }
  if (shape == Shape::kCompleted) {
    CHECK(!state.questions.empty());
    apply(
        Answered{.question = state.questions.begin()->first, .answer = "yes", .comment = "", .shown = "", .by = "me"});
    CHECK(state.status == RunStatus::kCompleted);
  }
  return rows;
}

// So many steps that a run has at least `rows` rows.
int StepsFor(std::int64_t rows) {
  int steps = 1;
  while (std::ssize(Journal(steps, Shape::kCompleted, kFirst)) < rows) ++steps;
  return steps;
}

Shape ShapeOf(std::int64_t run, std::int64_t runs) {
  if (run <= runs - std::min(kOpenRuns, runs / 10)) return Shape::kCompleted;
  return run % 3 == 0 ? Shape::kWaiting : Shape::kHalfDone;
}

Status Fill(Store& store, std::int64_t runs, std::int64_t rows) {
  const int steps = StepsFor(rows / runs);
  for (std::int64_t number = 1; number <= runs; ++number) {
    const TimePoint at{kFirst.ms + number * kApartMs};
    NewRun run;
    run.slug = "run-number-" + std::to_string(number);
    run.created = at;
    run.start = StartOf(steps);
    if (number % kFamily == 0) run.parent = RunId{number - 1};
    const RunId id = TRY(store.CreateRun(run));
    std::vector<JournalRow> journal = Journal(steps, ShapeOf(number, runs), at);
    Batch batch = TRY(DeriveProjections({id, run.slug, {}, at}, journal));
    const std::int64_t made = TRY(store.LastSeq(id));
    batch.rows.assign(journal.begin() + made, journal.end());
    TRY(store.Record(batch));
  }
  return {};
}

}  // namespace
}  // namespace forge

int main(int argc, char** argv) {
  const auto runs = argc == 4 ? forge::ParseInt(argv[2]) : std::nullopt;
  const auto rows = argc == 4 ? forge::ParseInt(argv[3]) : std::nullopt;
  if (!runs || !rows || *runs < 1) {
    std::fprintf(stderr, "usage: forge_history STORE RUNS ROWS\n");
    return 2;
  }
  auto store = forge::OpenSqliteStore(argv[1]);
  const forge::Status filled = store ? forge::Fill(**store, *runs, *rows) : std::unexpected(store.error());
  if (!filled) std::fprintf(stderr, "%s\n", forge::Describe(filled.error()).c_str());
  return filled ? 0 : 1;
}
