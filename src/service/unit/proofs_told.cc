#include "service/unit/proofs_told.h"

#include <fmt/core.h>

#include "model/proof.h"
#include "service/proof/red_green.h"

namespace forge {
namespace {

// By the last check of the step that has it.
std::string ProofOfStep(const StepSpec& spec, const StepState& step) {
  const PlannedProof proof = ProofOf(spec);
  if (proof.waived) return fmt::format("step {}: the plan waives the proof: {}\n", spec.id.value, proof.reason);
  if (!proof.red_green || !step.lane) return "";
  std::string text;
  for (const StageMemo& memo : step.lane->memos) {
    if (memo.skipped || !memo.result[kRedGreenMember].is_object()) continue;
    text.clear();
    for (const std::string& line : RedGreenLines(memo.result[kRedGreenMember]))
      text += fmt::format("step {}: {}\n", spec.id.value, line);
  }
  return text;
}

}  // namespace

std::string ProofsTold(const State& state, const Unit& unit) {
  if (!state.plan) return "";
  const std::vector<StepSpec>& specs = state.plan->steps;
  const auto own = static_cast<std::size_t>(unit.lane.is_run() ? 0 : unit.lane.place());
  if (!unit.lane.is_run() && specs[own].kind != "audit") return ProofOfStep(specs[own], state.steps[own]);
  std::string text;
  for (std::size_t place = 0; place < state.steps.size(); ++place)
    text += ProofOfStep(specs[place], state.steps[place]);
  return text;
}

}  // namespace forge
