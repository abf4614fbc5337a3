// The core alone: inputs per second, and folding a journal. No clock, disk or process is involved.
#include <benchmark/benchmark.h>

#include <deque>
#include <string>
#include <vector>

#include "engine/core.h"
#include "engine/run_loop.h"
#include "engine/testing/compose.h"

namespace forge {
namespace {

using testing::Agent;
using testing::Check;
using testing::Done;
using testing::Each;
using testing::Pipelines;
using testing::Step;

Started Steps(int count, int max_concurrent, const std::vector<std::string>& writes = {}) {
  Started start;
  start.objective = "measure";
  start.pipelines = Pipelines({Each("build", max_concurrent)}, {Agent("work"), Check("test")});
  std::vector<StepSpec> steps;
  steps.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) steps.push_back(Step("s" + std::to_string(i), {}, writes));
  start.plan = testing::Plan("h", std::move(steps));
  return start;
}

// Every step needs all those before it.
Started DenseSteps(int count) {
  Started start = Steps(count, 16);
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < i; ++j)
      start.plan->steps[static_cast<std::size_t>(i)].depends.push_back(StepId{"s" + std::to_string(j)});
  }
  return start;
}

// Ends every unit as soon as it starts, oldest first; calls `on_input` with each input before it is applied.
template <typename OnInput>
std::int64_t Drive(const Started& start, OnInput on_input) {
  State state;
  std::deque<UnitId> flying;
  std::int64_t at = 0;
  std::int64_t inputs = 0;
  auto apply = [&](Input input) {
    TimedInput timed{TimePoint{++at}, std::move(input)};
    on_input(timed);
    auto decision = Decide(state, timed);
    CHECK(decision.has_value());
    ++inputs;
    for (const Action& action : decision->actions) {
      if (const auto* unit = std::get_if<StartUnit>(&action)) flying.push_back(unit->unit);
    }
  };
  apply(start);
  while (!flying.empty()) {
    const UnitId unit = flying.front();
    flying.pop_front();
    apply(Ended{unit, Done()});
  }
  CHECK(state.status == RunStatus::kCompleted);
  return inputs;
}

void Measure(benchmark::State& bench, const Started& start) {
  std::int64_t inputs = 0;
  for (auto _ : bench) inputs += Drive(start, [](const TimedInput&) {});
  bench.SetItemsProcessed(inputs);
}

void InputsOfLooseSteps(benchmark::State& bench) { Measure(bench, Steps(static_cast<int>(bench.range(0)), 16)); }
BENCHMARK(InputsOfLooseSteps)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

void InputsOfStepsThatWriteOneFile(benchmark::State& bench) {
  Measure(bench, Steps(static_cast<int>(bench.range(0)), 16, {"CHANGELOG.md"}));
}
BENCHMARK(InputsOfStepsThatWriteOneFile)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

void InputsOfADenseGraph(benchmark::State& bench) { Measure(bench, DenseSteps(static_cast<int>(bench.range(0)))); }
BENCHMARK(InputsOfADenseGraph)->Arg(500)->Arg(1'000)->Arg(2'000)->Unit(benchmark::kMillisecond);

void FoldAJournal(benchmark::State& bench) {
  std::vector<JournalRow> rows;
  Drive(Steps(static_cast<int>(bench.range(0)) / 2, 16), [&](const TimedInput& input) {
    JournalRow row;
    row.seq = static_cast<std::int64_t>(rows.size()) + 1;
    row.at = input.at;
    row.kind = KindOf(input.input);
    row.is_input = true;
    row.data = ToJson(input.input).Dump();
    rows.push_back(std::move(row));
  });
  std::int64_t folded = 0;
  for (auto _ : bench) {
    auto state = Fold(rows);
    CHECK(state.has_value());
    folded += static_cast<std::int64_t>(rows.size());
  }
  bench.SetItemsProcessed(folded);
}
BENCHMARK(FoldAJournal)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace forge
