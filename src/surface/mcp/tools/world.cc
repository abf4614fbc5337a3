#include "surface/mcp/tools/world.h"

#include "surface/mcp/protocol/catalog.h"

namespace forge::mcp {

Result<std::unique_ptr<Forge>> World::Open(bool create) const {
  return Forge::Open(machine, TRY(Settings::Load(machine, project)), project, create);
}

Json ToolFailure(const Error& error) { return ToolFailure(Describe(error)); }

Json ToolOutcome(const Result<Json>& outcome) {
  return outcome ? StructuredResult(*outcome) : ToolFailure(outcome.error());
}

}  // namespace forge::mcp
