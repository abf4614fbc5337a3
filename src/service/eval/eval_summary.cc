#include "service/eval/eval_summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "base/amounts.h"
#include "base/strings.h"
#include "model/json_array.h"

namespace forge {
namespace {

constexpr double kSignificant = 0.05;

struct MeasureKind {
  std::string_view name;
  double (*value)(const TrialResult& trial);
  std::string_view less, more;  // what is said of b
};

// Solved has an exact test of its own; the others are tested by permutation.
constexpr MeasureKind kMeasures[] = {
    {"solved", [](const TrialResult& t) { return t.solved ? 1.0 : 0.0; }, "solves fewer tasks", "solves more tasks"},
    {"usd", [](const TrialResult& t) { return t.usd; }, "costs less", "costs more"},
    {"tokens", [](const TrialResult& t) { return static_cast<double>(t.tokens); }, "uses fewer tokens",
     "uses more tokens"},
    {"time", [](const TrialResult& t) { return static_cast<double>(t.time_ms); }, "is faster", "is slower"},
    {"units", [](const TrialResult& t) { return static_cast<double>(t.units); }, "needs fewer units",
     "needs more units"},
    {"form rounds", [](const TrialResult& t) { return static_cast<double>(t.form_rounds); },
     "loses fewer rounds to form", "loses more rounds to form"},
};

using ByTask = std::map<std::string, std::vector<const TrialResult*>>;

ByTask SortTrialsByTask(const Side& side) {
  ByTask tasks;
  for (const TrialResult& trial : side.trials) tasks[trial.task].push_back(&trial);
  return tasks;
}

double MeanOf(const std::vector<const TrialResult*>& trials, const MeasureKind& kind) {
  double sum = 0;
  for (const TrialResult* trial : trials) sum += kind.value(*trial);
  return sum / static_cast<double>(trials.size());
}

// False: of some unit it is not known.
bool Knows(std::string_view measure, const TrialResult& trial) {
  if (measure == "tokens") return trial.knows_tokens();
  return measure != "usd" || trial.knows_usd();
}

bool AllKnow(std::string_view measure, const std::vector<const TrialResult*>& trials) {
  return std::ranges::all_of(trials, [&](const TrialResult* trial) { return Knows(measure, *trial); });
}

std::string UnknownSides(const ComparedMeasure& measure) {
  if (!measure.knows_a && !measure.knows_b) return "A and B";
  return measure.knows_a ? "B" : "A";
}

std::string VerdictOf(const ComparedMeasure& measure, const MeasureKind& kind, std::size_t tests) {
  if (!measure.knows_a || !measure.knows_b) return fmt::format("not compared: unknown of {}", UnknownSides(measure));
  const std::int64_t differ = measure.lower + measure.higher;
  if (differ == 0) return "no difference";
  if (measure.shown) {
    const bool more = measure.b > measure.a;
    return fmt::format("B {} (p = {:.3f})", more ? kind.more : kind.less, std::max(measure.p, 0.001));
  }
  const double best = std::min(1.0, SmallestPossibleP(differ) * static_cast<double>(tests));
  if (best >= kSignificant)
    return fmt::format("no difference shown: {} task{} differ{}, too few to show one", differ, differ == 1 ? "" : "s",
                       differ == 1 ? "s" : "");
  return fmt::format("no difference shown (p = {:.2f})", measure.p);
}

ComparedMeasure MeasureBoth(const MeasureKind& kind, const ByTask& a, const ByTask& b,
                            const std::vector<std::string>& tasks) {
  ComparedMeasure measure;
  measure.name = std::string(kind.name);
  std::vector<double> differences;
  for (const std::string& task : tasks) {
    const double of_a = MeanOf(a.at(task), kind);
    const double of_b = MeanOf(b.at(task), kind);
    measure.knows_a = measure.knows_a && AllKnow(kind.name, a.at(task));
    measure.knows_b = measure.knows_b && AllKnow(kind.name, b.at(task));
    measure.a += of_a;
    measure.b += of_b;
    differences.push_back(of_b - of_a);
    if (of_b < of_a) ++measure.lower;
    if (of_b > of_a) ++measure.higher;
  }
  // Divided once: a sum of ninths is more than 1.
  measure.a /= static_cast<double>(tasks.size());
  measure.b /= static_cast<double>(tasks.size());
  if (!measure.knows_a || !measure.knows_b) {
    measure.lower = measure.higher = 0;
    return measure;
  }
  measure.difference = MeanInterval(differences);
  measure.p = kind.name == "solved" ? SignTest(measure.lower, measure.higher) : PermutationTest(differences);
  return measure;
}

void SplitTasks(const ByTask& a, const ByTask& b, VariantComparison& comparison) {
  for (const auto& [task, trials] : a) (b.contains(task) ? comparison.tasks : comparison.only_a).push_back(task);
  for (const auto& [task, trials] : b) {
    if (!a.contains(task)) comparison.only_b.push_back(task);
  }
}

// A side whose trials of a task were of another content than the other's.
bool SameTasks(const ByTask& a, const ByTask& b, const std::vector<std::string>& tasks) {
  return std::ranges::all_of(tasks, [&](const std::string& task) {
    return a.at(task).front()->task_fingerprint == b.at(task).front()->task_fingerprint;
  });
}

void AddCautions(const ByTask& a, const ByTask& b, VariantComparison& comparison) {
  if (comparison.tasks.empty()) {
    comparison.cautions.emplace_back("the two have no task in common: nothing can be compared");
    return;
  }
  if (!comparison.only_a.empty())
    comparison.cautions.push_back("left out, only in A: " + Join(comparison.only_a, ", "));
  if (!comparison.only_b.empty())
    comparison.cautions.push_back("left out, only in B: " + Join(comparison.only_b, ", "));
  if (!SameTasks(a, b, comparison.tasks))
    comparison.cautions.emplace_back("some tasks have changed between the two: the difference may come from that");
  const ComparedMeasure& solved = comparison.measures.front();
  if (solved.a != solved.b)
    comparison.cautions.emplace_back(
        "the two do not solve the same tasks: a trial that gives up early is cheap, so read cost with `solved`");
}

Json SpreadJson(const Spread& spread) {
  return Json::MakeObject()
      .Set("mean", spread.mean)
      .Set("sd", spread.deviation)
      .Set("min", spread.smallest)
      .Set("max", spread.largest);
}

Json IntervalJson(const Interval& interval) { return Json::MakeArray().Append(interval.low).Append(interval.high); }

}  // namespace

std::vector<VariantSummary> Summarise(const EvalResults& results) {
  std::vector<VariantSummary> summaries;
  for (const Variant& variant : results.variants) {
    VariantSummary summary;
    summary.variant = variant;
    const Side side = SideOf(results, variant);
    const auto spread = [&](const auto& value) {
      std::vector<double> values;
      for (const TrialResult& trial : side.trials) values.push_back(static_cast<double>(value(trial)));
      return SpreadOf(values);
    };
    summary.trials = static_cast<std::int64_t>(side.trials.size());
    summary.solved = std::ranges::count_if(side.trials, &TrialResult::solved);
    summary.number = VariantNumber(results, variant);
    const ByTask tasks = SortTrialsByTask(side);
    double solved_tasks = 0;
    for (const auto& [task, trials] : tasks) solved_tasks += MeanOf(trials, kMeasures[0]);
    summary.share = ShareInterval(solved_tasks, static_cast<std::int64_t>(tasks.size()));
    summary.units = spread([](const TrialResult& trial) { return trial.units; });
    summary.form_rounds = spread([](const TrialResult& trial) { return trial.form_rounds; });
    summary.tokens = spread([](const TrialResult& trial) { return trial.tokens; });
    summary.usd = spread([](const TrialResult& trial) { return trial.usd; });
    summary.time_ms = spread([](const TrialResult& trial) { return trial.time_ms; });
    summary.findings = spread([](const TrialResult& trial) { return trial.findings; });
    summary.knows_tokens = std::ranges::all_of(side.trials, &TrialResult::knows_tokens);
    summary.knows_usd = std::ranges::all_of(side.trials, &TrialResult::knows_usd);
    if (summary.solved > 0) {
      const double all = static_cast<double>(summary.trials) / static_cast<double>(summary.solved);
      if (summary.knows_usd) summary.usd_per_solved = summary.usd.mean * all;
      if (summary.knows_tokens) summary.tokens_per_solved = summary.tokens.mean * all;
    }
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

Side SideOf(const EvalResults& results, const Variant& variant) {
  Side side{VariantName(variant), {}};
  std::ranges::copy_if(results.trials, std::back_inserter(side.trials),
                       [&](const TrialResult& trial) { return trial.variant == variant; });
  return side;
}

VariantComparison Compare(const Side& a, const Side& b) {
  VariantComparison comparison;
  comparison.a = a.name;
  comparison.b = b.name;
  const ByTask tasks_a = SortTrialsByTask(a);
  const ByTask tasks_b = SortTrialsByTask(b);
  SplitTasks(tasks_a, tasks_b, comparison);
  if (!comparison.tasks.empty()) {
    std::vector<double> p;
    for (const MeasureKind& kind : kMeasures) {
      comparison.measures.push_back(MeasureBoth(kind, tasks_a, tasks_b, comparison.tasks));
      p.push_back(comparison.measures.back().p);
    }
    p = Corrected(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      ComparedMeasure& measure = comparison.measures[i];
      measure.p = p[i];
      measure.shown = p[i] < kSignificant;
      measure.verdict = VerdictOf(measure, kMeasures[i], std::size(kMeasures));
    }
  }
  AddCautions(tasks_a, tasks_b, comparison);
  return comparison;
}

std::string ValueText(const std::string& measure, double value, bool known) {
  if (!known) return value == 0 ? "unknown" : ValueText(measure, value) + " + unknown";
  if (measure == "solved") return fmt::format("{:.0f} %", value * 100);
  if (measure == "usd") return UsdText(value, UsdDigits::kThree);
  if (measure == "time") return FormatDuration(std::llround(value));
  if (measure == "tokens") return value < 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}k", value / 1000);
  return fmt::format("{:.1f}", value);
}

std::string PerSolvedText(const VariantSummary& summary) {
  if (summary.solved == 0) return "-";
  return summary.usd_per_solved ? ValueText("usd", *summary.usd_per_solved) : "unknown";
}

Json ToJson(const VariantSummary& summary) {
  Json json = Json::MakeObject()
                  .Set("number", static_cast<std::int64_t>(summary.number))
                  .Set("pipeline", summary.variant.pipeline)
                  .Set("agent", summary.variant.agent)
                  .Set("trials", summary.trials)
                  .Set("solved", summary.solved)
                  .Set("solved_interval", IntervalJson(summary.share))
                  .Set("units", SpreadJson(summary.units))
                  .Set("form_rounds", SpreadJson(summary.form_rounds))
                  .Set("tokens", SpreadJson(summary.tokens))
                  .Set("usd", SpreadJson(summary.usd))
                  .Set("knows_tokens", summary.knows_tokens)
                  .Set("knows_usd", summary.knows_usd)
                  .Set("time_ms", SpreadJson(summary.time_ms))
                  .Set("findings", SpreadJson(summary.findings));
  json.Set("usd_per_solved", summary.usd_per_solved ? Json(*summary.usd_per_solved) : Json());
  json.Set("tokens_per_solved", summary.tokens_per_solved ? Json(*summary.tokens_per_solved) : Json());
  return json;
}

Json ToJson(const VariantComparison& comparison) {
  Json measures = JsonArray(comparison.measures, [](const ComparedMeasure& measure) {
    return Json::MakeObject()
        .Set("measure", measure.name)
        .Set("a", measure.a)
        .Set("b", measure.b)
        .Set("knows_a", measure.knows_a)
        .Set("knows_b", measure.knows_b)
        .Set("difference_interval", measure.difference ? IntervalJson(*measure.difference) : Json::MakeArray())
        .Set("lower", measure.lower)
        .Set("higher", measure.higher)
        .Set("p", measure.p)
        .Set("shown", measure.shown)
        .Set("verdict", measure.verdict);
  });
  return Json::MakeObject()
      .Set("a", comparison.a)
      .Set("b", comparison.b)
      .Set("tasks", JsonArray(comparison.tasks))
      .Set("only_a", JsonArray(comparison.only_a))
      .Set("only_b", JsonArray(comparison.only_b))
      .Set("measures", std::move(measures))
      .Set("cautions", JsonArray(comparison.cautions));
}

Json ToJson(const EvalResults& results) {
  Json comparisons = Json::MakeArray();
  for (std::size_t i = 1; i < results.variants.size(); ++i)
    comparisons.Append(ToJson(Compare(SideOf(results, results.variants[0]), SideOf(results, results.variants[i]))));
  return Json::MakeObject()
      .Set("suite", results.suite)
      .Set("directory", results.directory)
      .Set("variants", JsonArray(Summarise(results)))
      .Set("trials", JsonArray(results.trials))
      .Set("skipped", JsonArray(results.skipped,
                                [](const SkippedTask& skipped) {
                                  return Json::MakeObject().Set("task", skipped.task).Set("why", skipped.why);
                                }))
      .Set("open", JsonArray(results.open,
                             [](const OpenTrial& open) {
                               return Json::MakeObject()
                                   .Set("task", open.task)
                                   .Set("pipeline", open.variant.pipeline)
                                   .Set("agent", open.variant.agent)
                                   .Set("run", open.number)
                                   .Set("why", open.why);
                             }))
      .Set("comparisons", std::move(comparisons));
}

}  // namespace forge
