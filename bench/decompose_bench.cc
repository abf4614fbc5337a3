// Steps from the changes of a plan, for 100 to 10,000 files: parsing the Markdown included, and without it.
#include <benchmark/benchmark.h>

#include <string>

#include "text/decompose/decompose.h"
#include "text/markdown.h"
#include "text/plan/plan_sections.h"

namespace forge {
namespace {

std::string PlanOf(std::int64_t files) {
  std::string text = "# Plan: big\n\n## Objective\n\nAll of it.\n\n## Changes\n\n";
  for (std::int64_t i = 0; i < files; ++i) {
    const std::string path =
        "src/part" + std::to_string(i / 20) + "/file" + std::to_string(i / 2) + (i % 2 ? "_test.go" : ".go");
    text += "- `" + path + "`: change what it does\n  - so that it is better\n\n    ```go\n    x := 1\n    ```\n";
  }
  return text + "\n## Testing\n\n- `go test ./...`\n";
}

void DecomposeOnly(benchmark::State& state) {
  const std::string text = PlanOf(state.range(0));
  const Markdown document(text);
  const auto sections = FindPlanSections(document);
  for (auto _ : state) benchmark::DoNotOptimize(Decompose(document, sections));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(DecomposeOnly)->RangeMultiplier(10)->Range(100, 10'000)->Unit(benchmark::kMillisecond)->Complexity();

void ParseAndDecompose(benchmark::State& state) {
  const std::string text = PlanOf(state.range(0));
  for (auto _ : state) {
    const Markdown document(text);
    benchmark::DoNotOptimize(Decompose(document, FindPlanSections(document)));
  }
  state.SetComplexityN(state.range(0));
}
BENCHMARK(ParseAndDecompose)->RangeMultiplier(10)->Range(100, 10'000)->Unit(benchmark::kMillisecond)->Complexity();

}  // namespace
}  // namespace forge
