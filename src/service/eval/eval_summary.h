// What the trials of an evaluation say about each variant, and about two variants side by side. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/json.h"
#include "service/eval/eval_statistics.h"
#include "service/eval/trial.h"

namespace forge {

struct VariantSummary {
  Variant variant;
  std::size_t number = 1;  // VariantNumber
  std::int64_t trials = 0;
  std::int64_t solved = 0;
  // In which the share of solved trials lies, with 95 % confidence. Several trials of a task count as one, because they
  // are not independent.
  Interval share;
  Spread units, form_rounds, tokens, usd, time_ms, findings;  // per trial
  // False: of some unit it is not known, and the numbers lack it.
  bool knows_tokens = true, knows_usd = true;
  // All that was spent on the variant, failures included, by solved trials. None: nothing was solved, or it is not
  // known.
  std::optional<double> usd_per_solved, tokens_per_solved;
};
std::vector<VariantSummary> Summarise(const EvalResults& results);

// Trials of one variant, with what people call them.
struct Side {
  std::string name;
  std::vector<TrialResult> trials;
};
Side SideOf(const EvalResults& results, const Variant& variant);

// One thing that was measured on both sides, per task. Differences are `b` minus `a`.
struct ComparedMeasure {
  std::string name;
  double a = 0, b = 0;  // means over the common tasks
  bool knows_a = true, knows_b = true;
  // Of the mean difference, with 95 % confidence. None: the tasks do not differ from each other in it, so they say
  // nothing about how sure it is.
  std::optional<Interval> difference;
  std::int64_t lower = 0, higher = 0;  // tasks where b is lower, and higher
  double p = 1;                        // corrected for the number of measures
  bool shown = false;                  // p below 0.05
  std::string verdict;                 // in words
};

struct VariantComparison {
  std::string a, b;
  std::vector<std::string> tasks;           // that both have: only these count
  std::vector<std::string> only_a, only_b;  // that one side lacks
  std::vector<ComparedMeasure> measures;    // solved first; empty: no common task
  std::vector<std::string> cautions;        // what a reader must know before believing it
};
// Paired by task; several trials of a task count as one pair of means, because they are not independent.
VariantComparison Compare(const Side& a, const Side& b);

Json ToJson(const VariantSummary& summary);
Json ToJson(const VariantComparison& comparison);
// Everything: variants, trials, what was skipped or is open, and each variant compared with the first.
Json ToJson(const EvalResults& results);

// "$0.120", "12.4k", "3m05s", "1.5": a value of the measure for people. What is not known of it: "unknown", or "$0.120
// + unknown".
std::string ValueText(const std::string& measure, double value, bool known = true);

// "$0.120"; "-": nothing was solved; "unknown".
std::string PerSolvedText(const VariantSummary& summary);

}  // namespace forge
