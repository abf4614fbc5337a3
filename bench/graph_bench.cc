// The graph check of plans of 1,000 to 100,000 steps, with few and with very many overlaps.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "graph/batch.h"
#include "graph/graph.h"
#include "graph/graph_check.h"

namespace forge {
namespace {

enum class Shape { kLayers, kOneFile, kChainOneFile, kGlobs };

std::vector<StepSpec> Steps(std::int64_t count, Shape shape) {
  std::vector<StepSpec> steps(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    StepSpec& step = steps[static_cast<std::size_t>(i)];
    step.id = StepId{"step-" + std::to_string(i)};
    step.title = "A step";
    step.verify = {"make -C part" + std::to_string(i % 50) + " test && ./check.sh"};
    const std::string directory = "src/part" + std::to_string(i / 100) + "/";
    switch (shape) {
      case Shape::kLayers:
        step.writes = {directory + "file" + std::to_string(i) + ".cc", directory + "file" + std::to_string(i) + ".h"};
        for (std::int64_t back : {7, 31, 100}) {
          if (i >= back) step.depends.push_back(StepId{"step-" + std::to_string(i - back)});
        }
        break;
      case Shape::kOneFile: step.writes = {"src/one.cc"}; break;
      case Shape::kChainOneFile:
        step.writes = {"src/one.cc"};
        if (i > 0) step.depends.push_back(StepId{"step-" + std::to_string(i - 1)});
        break;
      case Shape::kGlobs:
        step.writes = {i % 100 == 0 ? directory + "**" : directory + "file" + std::to_string(i) + ".cc"};
        if (i % 100 != 0) step.depends.push_back(StepId{"step-" + std::to_string(i - 1)});
        break;
    }
  }
  return steps;
}

void Check(benchmark::State& state, Shape shape) {
  const std::vector<StepSpec> steps = Steps(state.range(0), shape);
  GraphCheckOptions options;
  options.program_exists = [](std::string_view) { return true; };
  for (auto _ : state) benchmark::DoNotOptimize(CheckGraph(steps, options));
  state.SetComplexityN(state.range(0));
}

BENCHMARK_CAPTURE(Check, layers, Shape::kLayers)
    ->RangeMultiplier(10)
    ->Range(1000, 100'000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();
BENCHMARK_CAPTURE(Check, all_write_one_file, Shape::kOneFile)
    ->RangeMultiplier(10)
    ->Range(1000, 100'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Check, a_chain_writes_one_file, Shape::kChainOneFile)
    ->RangeMultiplier(10)
    ->Range(1000, 100'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Check, globs, Shape::kGlobs)
    ->RangeMultiplier(10)
    ->Range(1000, 100'000)
    ->Unit(benchmark::kMillisecond);

void ChooseOne(benchmark::State& state) {
  const std::vector<StepSpec> steps = Steps(state.range(0), Shape::kLayers);
  const StepGraph graph = BuildGraph(steps);
  for (auto _ : state) benchmark::DoNotOptimize(ChooseBatch(steps, graph, {}, {}, 16));
}
BENCHMARK(ChooseOne)->RangeMultiplier(10)->Range(1000, 100'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace forge
