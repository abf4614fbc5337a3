#include "surface/mcp/tools/world.h"

#include "service/host/mcp_log.h"
#include "surface/mcp/protocol/catalog.h"
#include "surface/view/json_rows.h"
#include "surface/view/times.h"

namespace forge::mcp {

Result<std::unique_ptr<Forge>> World::Open(bool create) const {
  const Project served_now = project();
  return Forge::Open(machine, TRY(Settings::Load(machine, served_now)), served_now, create);
}

Result<std::unique_ptr<Forge>> World::OpenToRead() const {
  const Project served_now = project();
  return Forge::OpenToRead(machine, TRY(Settings::Load(machine, served_now)), served_now);
}

Result<Json> World::UseMemory(bool create, const KeptMemory::Work& work) const {
  return memory->Use(machine, project(), create, work);
}

Json World::Log(const Json& entry) const {
  const TimePoint at = now();
  return ToolLog(project(), machine.environment).Append(at, IsoTime(at), entry);
}

Json RunJson(const RunRow& run) { return ToJson(run).Set("plan", OrNull(run.plan_path)); }

Json ToolFailure(const Error& error) { return ToolFailure(Describe(error)); }

Json ToolOutcome(const Result<Json>& outcome) {
  return outcome ? StructuredResult(*outcome) : ToolFailure(outcome.error());
}

}  // namespace forge::mcp
