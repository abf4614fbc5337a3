#include "service/unit/learn_unit.h"

#include "memory/witness.h"
#include "os/system.h"
#include "service/memory/learn.h"
#include "service/memory/memory.h"
#include "service/unit/agent_unit.h"
#include "service/unit/job.h"
#include "service/unit/unit_context.h"

namespace forge {

UnitOutcome LearnUnit::CarryOut(const Job& job, std::stop_token stop) {
  UnitOutcome outcome;
  outcome.summary = "the run's own lessons are kept at its end";
  if (!job.uses_memory) {
    outcome.summary = "the run does not use memory";
    return outcome;
  }
  if (job.stage.role.empty()) return outcome;
  outcome = agent_.CarryOut(job, std::move(stop));
  if (outcome.status != UnitStatus::kDone || outcome.result.is_null()) return outcome;
  auto memory = Memory::Open(context_.machine, context_.project, true);
  Lessons lessons;
  if (memory) {
    const Provenance from{Voice::kAgent,
                          job.stage.role,
                          context_.run,
                          job.unit.step,
                          job.snapshot,
                          "",
                          FamilyWitness(context_.project.root, context_.tree)};
    lessons = KeepProposals(*memory, outcome.result, from, false, WallClock());
  } else {
    lessons.warnings.push_back(memory.error().message);
  }
  outcome.summary = ToText(lessons);
  return outcome;
}

}  // namespace forge
