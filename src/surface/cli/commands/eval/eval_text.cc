#include "surface/cli/commands/eval/eval_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/display.h"
#include "base/strings.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

// "4.5 ±1.2"; of one trial there is no spread.
std::string WithSpread(const std::string& measure, const Spread& spread, bool known = true) {
  std::string text = ValueText(measure, spread.mean, known);
  if (spread.count > 1 && known) text += " +-" + ValueText(measure, spread.deviation);
  return text;
}

std::string TokensOf(const TrialResult& trial) {
  return trial.knows_tokens() || trial.tokens > 0 ? TokenText(trial.tokens) + (trial.knows_tokens() ? "" : " + unknown")
                                                  : "unknown";
}

std::string UsdOf(const TrialResult& trial) { return ValueText("usd", trial.usd, trial.knows_usd()); }

std::string NumberText(const EvalResults& results, const Variant& variant) {
  return std::to_string(VariantNumber(results, variant));
}

std::vector<Cell> TrialRow(const EvalResults& results, const TrialResult& trial) {
  return {{trial.task, Tone::kStrong},
          {NumberText(results, trial.variant)},
          {std::to_string(trial.number)},
          trial.solved ? Cell{"yes", Tone::kGood} : Cell{"no", Tone::kBad},
          {std::to_string(trial.units)},
          {std::to_string(trial.form_rounds)},
          {TokensOf(trial)},
          {UsdOf(trial)},
          {FormatDuration(trial.time_ms)},
          {std::to_string(trial.findings)},
          {trial.why, Tone::kFaint}};
}

std::vector<Cell> SummaryRow(const EvalResults& results, const VariantSummary& summary) {
  return {{NumberText(results, summary.variant), Tone::kStrong},
          {fmt::format("{} of {}", summary.solved, summary.trials)},
          {fmt::format("{}-{} %", std::lround(summary.share.low * 100), std::lround(summary.share.high * 100))},
          {WithSpread("units", summary.units)},
          {WithSpread("form rounds", summary.form_rounds)},
          {WithSpread("tokens", summary.tokens, summary.knows_tokens)},
          {WithSpread("usd", summary.usd, summary.knows_usd)},
          {WithSpread("time", summary.time_ms)},
          {WithSpread("findings", summary.findings)},
          {PerSolvedText(summary)},
          {VariantName(summary.variant), Tone::kNote}};
}

}  // namespace

void PrintEval(Context& context, const EvalResults& results) {
  std::vector<std::vector<Cell>> rows;
  for (const TrialResult& trial : results.trials) rows.push_back(TrialRow(results, trial));
  if (!rows.empty()) {
    context.Table(
        {"TASK", "VARIANT", "RUN", "SOLVED", "UNITS", "FORM", "TOKENS", "COST", "TIME", "FINDINGS", "WHY NOT"}, rows);
    context.out.Line("");
    rows.clear();
    for (const VariantSummary& summary : Summarise(results)) rows.push_back(SummaryRow(results, summary));
    context.Table({"VARIANT", "SOLVED", "95 %", "UNITS", "FORM", "TOKENS", "COST", "TIME", "FINDINGS", "PER SOLVED",
                   "PIPELINE @ AGENT"},
                  rows);
  }
  for (const SkippedTask& skipped : results.skipped)
    context.out.Line(fmt::format("skipped: {}: {}", skipped.task, skipped.why));
  for (const OpenTrial& open : results.open)
    context.out.Line(
        fmt::format("unfinished: {}, {}, run {}: {}", open.task, VariantName(open.variant), open.number, open.why));
  for (std::size_t i = 1; i < results.variants.size(); ++i) {
    context.out.Line("");
    PrintComparison(context, Compare(SideOf(results, results.variants[0]), SideOf(results, results.variants[i])));
  }
}

void PrintComparison(Context& context, const VariantComparison& comparison) {
  context.out.Line("A: " + comparison.a);
  context.out.Line("B: " + comparison.b);
  std::vector<std::vector<Cell>> rows;
  for (const ComparedMeasure& measure : comparison.measures) {
    rows.push_back({{measure.name, Tone::kStrong},
                    {ValueText(measure.name, measure.a, measure.knows_a)},
                    {ValueText(measure.name, measure.b, measure.knows_b)},
                    {fmt::format("{} / {}", measure.lower, measure.higher)},
                    {measure.verdict, measure.shown ? Tone::kNote : Tone::kFaint}});
  }
  if (!rows.empty()) {
    context.out.Line(
        fmt::format("paired by task, {}", Counted(static_cast<std::int64_t>(comparison.tasks.size()), "task")));
    context.Table({"MEASURE", "A", "B", "B LOWER / HIGHER", "VERDICT"}, rows);
  }
  for (const std::string& caution : comparison.cautions) context.out.Line("note: " + caution);
}

}  // namespace forge::cli
