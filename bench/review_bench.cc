// Reviews and reports: aggregating many findings, and drawing the page of a large run.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "model/lenses.h"
#include "service/testing/sample_report.h"

namespace forge {
namespace {

// As many as asked for, over three lenses, a hundred files and a few elements, some without a line.
std::vector<LensAnswer> Answers(int count) {
  std::vector<LensAnswer> answers = {{"contracts", false, {}}, {"races", false, {}}, {"compatibility", false, {}}};
  unsigned state = 1;
  auto roll = [&](unsigned most) { return (state = state * 1664525U + 1013904223U) / 65536U % most; };
  for (int i = 0; i < count; ++i) {
    Finding finding;
    finding.file = "src/file" + std::to_string(roll(100)) + ".cc";
    finding.line = roll(10) == 0 ? 0 : static_cast<std::int64_t>(roll(5000)) + 1;
    finding.severity = roll(2) == 0 ? "error" : "warning";
    finding.level = LevelOf(finding.severity);
    if (roll(3) != 0) finding.element = "Element" + std::to_string(roll(20));
    finding.description = "finding " + std::to_string(i);
    answers[static_cast<std::size_t>(i % 3)].findings.push_back(std::move(finding));
  }
  return answers;
}

void AggregateFindings(benchmark::State& state) {
  const std::vector<LensAnswer> answers = Answers(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(AggregateLenses(answers));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(AggregateFindings)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMillisecond);

// All in one file and on one line, each with a name of its own: nothing to tell them apart by place.
void AggregateOnOneLine(benchmark::State& state) {
  std::vector<LensAnswer> answers = Answers(static_cast<int>(state.range(0)));
  int number = 0;
  for (LensAnswer& answer : answers) {
    for (Finding& finding : answer.findings) {
      finding.file = "one.cc";
      finding.line = 7;
      finding.element = number % 2 == 0 ? "" : "Element" + std::to_string(number);
      ++number;
    }
  }
  for (auto _ : state) benchmark::DoNotOptimize(AggregateLenses(answers));
}
BENCHMARK(AggregateOnOneLine)->Arg(100'000)->Unit(benchmark::kMillisecond);

void DrawReport(benchmark::State& state) {
  const RunReport report = SampleReport(500, static_cast<int>(state.range(0)) / 1000);
  std::size_t bytes = 0;
  for (auto _ : state) bytes = ReportHtml(report).size();
  state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK(DrawReport)->Arg(10'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace forge
