#include "surface/mcp/tools/world.h"

#include "surface/mcp/protocol/catalog.h"
#include "surface/view/json_rows.h"

namespace forge::mcp {

Result<std::unique_ptr<Forge>> World::Open(bool create) const {
  return Forge::Open(machine, TRY(Settings::Load(machine, project)), project, create);
}

Result<Json> World::UseMemory(bool create, const KeptMemory::Work& work) const {
  return memory->Use(machine, project, create, work);
}

Json RunJson(const RunRow& run) { return ToJson(run).Set("plan", OrNull(run.plan_path)); }

Json ToolFailure(const Error& error) { return ToolFailure(Describe(error)); }

Json ToolOutcome(const Result<Json>& outcome) {
  return outcome ? StructuredResult(*outcome) : ToolFailure(outcome.error());
}

}  // namespace forge::mcp
