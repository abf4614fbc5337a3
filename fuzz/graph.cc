// The graph check and the batch over any small graph: tiers hold every step that can start, and a batch never clashes.
// One line is one step: its id, what it waits for, and after `|` what it writes.
#include <algorithm>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/strings.h"
#include "graph/batch.h"
#include "graph/graph.h"
#include "graph/graph_check.h"
#include "graph/programs.h"
#include "target.h"

FUZZ_TARGET(graph) {
  using namespace forge;
  constexpr std::size_t kMostSteps = 64;
  std::vector<StepSpec> steps;
  for (std::string_view line : Lines(text)) {
    if (steps.size() == kMostSteps) break;
    const std::size_t bar = std::min(line.find('|'), line.size());
    StepSpec step;
    for (std::string_view word : Split(line.substr(0, bar), ' ')) {
      if (word.empty()) continue;
      if (step.id.empty()) {
        step.id = StepId{std::string(word)};
      } else {
        step.depends.push_back(StepId{std::string(word)});
      }
    }
    for (std::string_view word : Split(line.substr(std::min(bar + 1, line.size())), ' ')) {
      if (!word.empty()) step.writes.emplace_back(word);
    }
    step.verify = {std::string(line)};
    for (const std::string& program : ProgramsOf(line)) CHECK(!program.empty());
    steps.push_back(std::move(step));
  }
  GraphCheckOptions options;
  options.program_exists = [](std::string_view name) { return name.size() % 2 == 0; };
  const GraphReport report = CheckGraph(steps, options);
  std::size_t tiered = 0;
  for (const auto& tier : report.tiers) tiered += tier.size();
  CHECK(tiered <= steps.size() && report.max_parallel <= steps.size());
  CHECK(report.critical_path.size() <= steps.size());
  const StepGraph graph = BuildGraph(steps);
  CHECK(graph.cycles.empty() == (tiered == steps.size()));
  const StepBatch batch = ChooseBatch(steps, graph, {}, {}, 8);
  for (const StepId& a : batch.batch) {
    for (const StepId& b : batch.batch) {
      const auto& first = steps[static_cast<std::size_t>(graph.Find(a.value))];
      const auto& second = steps[static_cast<std::size_t>(graph.Find(b.value))];
      CHECK(a == b || !WritesConflict(first, second));
    }
  }
}
