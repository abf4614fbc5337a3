#include "service/unit/ask_alone.h"

#include <fmt/format.h>

#include "os/system.h"
#include "service/agents/accounts.h"
#include "service/agents/models.h"
#include "service/unit/run_resources.h"
#include "service/unit/unit_events.h"
#include "service/unit/unit_temp.h"

namespace forge {

Result<AgentAnswer> AskAlone(RunResources& resources, const Stage& stage, const Role& role, AgentRequest request,
                             std::stop_token stop) {
  const UnitContext& context = resources.context;
  TRY(CheckAgent(context.settings.agent, context.machine, context.project));
  // Each account is tried at most once: a lone question does not wait for a reset.
  for (;;) {
    const AgentLogin login = TRY(resources.logins.Choose(context.settings.agent));
    if (login.runtime == nullptr) {
      return Fail(Code::kUnavailable, fmt::format("every account of {} is at its limit", login.spec),
                  "forge accounts list says until when");
    }
    const Resolution resolved =
        TRY(ResolveUnit(TraitsOf(stage, std::nullopt, role), context.settings.models,
                        resources.logins.SourceFor(*login.runtime, context.settings.agent), resources.models));
    request.tier = resolved.tier;
    request.effort = resolved.effort;
    request.model = resolved.model;
    const UnitTemp temp = TRY(UnitTemp::Make(context.process_marker));
    request.env = resources.CommonEnvironment();
    request.withheld = resources.withheld;
    request.env.insert(login.env.begin(), login.env.end());
    request.sandbox =
        TRY(resources.SandboxFor(request.cwd, temp.path(), role.writes, role.network, login.runtime->needs()));
    if (request.sandbox) request.env["TMPDIR"] = temp.path();
    AgentAnswer answer = login.runtime->Ask(request, stop);
    FillCost(resources.models, answer.model, answer.usage);
    UnitEventLog events;
    TRY(resources.logins.Leave(login, answer, events));
    const bool handed_over = answer.failed && events.handed_over();
    if (!handed_over || stop.stop_requested()) return answer;
  }
}

}  // namespace forge
