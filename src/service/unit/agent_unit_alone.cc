// A question to an agent outside of any run: resolved, sandboxed and put to an account as a unit's is.
#include <fmt/core.h>

#include "os/system.h"
#include "service/agents/models.h"
#include "service/unit/unit_events.h"
#include "service/unit/unit_executor.h"
#include "service/unit/unit_temp.h"

namespace forge {

Result<AgentAnswer> UnitExecutor::AskAlone(const Stage& stage, const Role& role, AgentRequest request,
                                           std::stop_token stop) {
  // Every account at most once: there is nobody here who would wait for a reset.
  for (;;) {
    const AgentSeat seat = TRY(SeatFor(context_.settings.agent));
    if (seat.runtime == nullptr) {
      return Fail(Code::kUnavailable, fmt::format("every account of {} is at its limit", seat.spec),
                  "forge accounts list says until when");
    }
    const Resolution resolved = TRY(ResolveUnit(TraitsOf(stage, std::nullopt, role), context_.settings.models,
                                                SourceFor(*seat.runtime, context_.settings.agent), models_));
    request.tier = resolved.tier;
    request.effort = resolved.effort;
    request.model = resolved.model;
    const UnitTemp temp = TRY(UnitTemp::Make());
    request.env = {{"FORGE_RUN_KEY", context_.process_marker}};
    request.env.insert(seat.env.begin(), seat.env.end());
    request.sandbox = TRY(SandboxFor(request.cwd, temp.path(), role.writes, role.network, seat.runtime->needs()));
    if (request.sandbox) request.env["TMPDIR"] = temp.path();
    AgentAnswer answer = seat.runtime->Ask(request, stop);
    FillCost(models_, answer.model, answer.usage);
    UnitEventLog events;
    TRY(LeaveSeat(seat, answer, events));
    const bool handed_over = answer.failed && events.handed_over();
    if (!handed_over || stop.stop_requested()) return answer;
  }
}

}  // namespace forge
