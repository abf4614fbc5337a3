// What --json prints of values that are kept or exchanged in another form. The tables are those of docs/json.md.
#pragma once

#include <vector>

#include "graph/graph_check.h"
#include "memory/fact.h"
#include "memory/knowledge.h"
#include "model/dialectic.h"
#include "model/finding.h"
#include "model/lenses.h"
#include "model/step.h"
#include "model/usage.h"
#include "service/eval/eval_summary.h"
#include "service/proof/verify_directory.h"
#include "service/report/cost.h"
#include "service/report/findings.h"

namespace forge {

Json JsonOf(const Usage& usage);
Json JsonOf(const Budget& budget);
Json JsonOf(const Finding& finding);
Json JsonOf(const RunFinding& found);
Json JsonOf(const LensVerdict& verdict);
Json JsonOf(const std::vector<ObjectionOutcome>& outcomes);
Json JsonOf(const CostReport& report);
Json JsonOf(const GraphReport& report);
Json JsonOf(const VerifyReport& report);
Json JsonOf(const Verified& verified);
Json JsonOf(const EvalResults& results);
Json JsonOf(const StepSpec& step);

Json JsonOf(const Fact& fact);
Json JsonOf(const Triple& triple);
Json JsonOf(const Spike& spike, TimePoint now);
Json JsonOf(const DiaryEntry& entry);
Json JsonOf(const Risk& risk);

// `kept`: what the last check of a step left behind.
Json JsonOfCheckResults(const Json& kept);

// A range of them, for JsonArray.
inline constexpr auto kJsonOf = [](const auto& each) { return JsonOf(each); };

}  // namespace forge
