// What runs have spent: of a day for its budget, and of a run by stage, role, model and step. Reads the store and the
// runs' files; changes nothing.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/amounts.h"
#include "base/ids.h"
#include "base/result.h"
#include "engine/input.h"
#include "model/usage.h"
#include "service/project.h"
#include "store/store.h"

namespace forge {

class ModelTable;

// What a run is told about the day: the limit, and what all other runs have spent since midnight UTC.
Result<DayLimit> DayLimitFor(Store& store, const Budget& limit, RunId run, TimePoint now);

// For taking away what was counted already.
Usage Negative(const Usage& usage);

// What a child run of `parent` may spend: what remains of each of its limits, minus what its running siblings have
// spent.
Budget Remaining(const State& parent, const Usage& siblings);

// Child runs of one run that run at the same time.
struct Siblings {
  Usage unreported;    // what child runs have spent that the parent does not know of yet
  Usage promised;      // what the running ones may still spend of their own limits
  std::int64_t among;  // how many can start now, this one among them: what is not promised is divided by it
};
// The money and tokens of a run that starts below `parent`, so that all together cannot spend more than remains.
Budget ShareOf(const State& parent, const Siblings& siblings);
// How many of the steps that have no run yet may get one now, beside the `under_way` that have.
std::int64_t StartingTogether(const State& parent, const std::set<StepId>& under_way, int max_concurrent);

struct CostReport;

struct CostShare {
  std::string name;
  std::int64_t units = 0;
  std::int64_t failed = 0;
  Usage usage;
  std::int64_t unreported = 0;  // units whose agent is a program that did not say what it spent
  std::int64_t unpriced = 0;    // units of a model whose price is unknown, and whose agent named no cost

  bool unknown() const { return unreported > 0 && usage.empty(); }
};
// "$0.120", "unknown", or what is known of it: "$0.120 + unknown".
std::string CostText(const CostShare& share, UsdDigits digits);
// "the price of 2 agent units is unknown (MODEL): name one in models.toml"; empty: all are known.
std::string UnpricedText(const CostReport& report);
// How many units of the run have used tokens at an unknown price.
Result<std::int64_t> CountUnpriced(Store& store, const Project& project, const ModelTable& models, const RunRow& run);
inline constexpr const char* kSpentUnknown = "unknown (the agent reports no usage)";

// Units that spent something or could have: of agents. Parts are sorted by what they cost.
struct CostReport {
  RunId run;
  CostShare children;  // what child runs spent; it is not in the total
  CostShare total;
  std::vector<CostShare> stages, roles, models, steps;
  // Waste; a unit counts in the first that fits.
  CostShare failures;                     // gave no usable answer
  CostShare retries;                      // a further attempt
  CostShare revisions;                    // a further round
  double cache_share = 0;                 // of all input that the provider read from its cache
  std::optional<double> cache_saved_usd;  // where the models' prices are known
};

Result<CostReport> CostOf(Store& store, const Project& project, const ModelTable& models, const RunRow& run);

// One row per share: by,name,units,failed,input_tokens,...,usd.
std::string ToCsv(const std::vector<CostReport>& reports);
Json ToJson(const CostReport& report);

}  // namespace forge
