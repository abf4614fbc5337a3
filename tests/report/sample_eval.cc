// sample_eval: the page of an evaluation with three variants, long names, and trials of every kind.
#include <cstdio>
#include <string>

#include "service/eval/eval_page.h"
#include "service/eval/trial.h"

int main() {
  forge::EvalResults results;
  results.suite = "sample";
  results.variants = {
      {"forge", "claude"},
      {"a-pipeline-with-a-name-that-goes-on-and-on", "command:/opt/agents/one_with_a_long_path/run.sh --all"},
      {"quick", "replay:/home/ada/scripts/{task}.toml"}};
  for (int task = 0; task < 12; ++task) {
    for (const forge::Variant& variant : results.variants) {
      forge::TrialResult trial;
      trial.task = "task-with-a-long-name-" + std::to_string(task);
      trial.variant = variant;
      trial.solved = task % 3 != 0 && variant.pipeline != "quick";
      trial.units = 3 + task;
      trial.tokens = 12'000LL * (task + 1);
      trial.usd = 0.12 * task;
      trial.time_ms = 65'000LL * task;
      if (!trial.solved) trial.why = "the run waits for an answer: the budget is spent <script>alert(1)</script>";
      if (!trial.solved) trial.output = "$ sh hidden.sh (exit 1)\n" + std::string(300, 'x') + "\n";
      results.trials.push_back(trial);
    }
  }
  results.skipped = {{"js-something", "not installed: node"}};
  results.open = {{"py-something", results.variants[0], 2, "interrupted"}};
  const std::string page = forge::EvalPage(results, forge::TimePoint{1'900'000'000'000});
  std::fwrite(page.data(), 1, page.size(), stdout);
}
