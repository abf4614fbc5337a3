#include "service/role_needs.h"

#include <fmt/core.h>

#include <set>
#include <utility>
#include <vector>

#include "agent/runtime.h"

namespace forge {
namespace {

struct RoleUse {
  std::string role, agent;  // agent: of the stage or member; empty: the run's
};

std::vector<RoleUse> UsesOf(const Stage& stage) {
  std::vector<RoleUse> uses;
  switch (stage.kind) {
    case StageKind::kAgent:
    case StageKind::kLearn: uses.push_back({stage.role, stage.runtime}); break;
    case StageKind::kPanel:
      for (const Member& member : stage.members)
        uses.push_back({member.role, member.runtime.empty() ? stage.runtime : member.runtime});
      break;
    case StageKind::kAsk:
    case StageKind::kCheck:
    case StageKind::kEach:
    case StageKind::kIntegrate: break;
  }
  return uses;
}

std::string AgentOf(const RoleUse& use, const RunSettings& settings, const std::string& found) {
  const auto own = settings.role_agents.find(use.role);
  std::string spec = !use.agent.empty() ? use.agent : own != settings.role_agents.end() ? own->second : settings.agent;
  return spec == "auto" ? found : spec;
}

// A tool of a server that the role cannot do without; empty: none.
std::string ServerToolOf(const Role& role) {
  if (!role.servers.empty()) return fmt::format("the tools of the server `{}`", role.servers.front());
  for (const std::string& tool : role.tools) {
    if (tool.starts_with("mcp__")) return fmt::format("the tool `{}`", tool);
  }
  return "";
}

Status CheckOne(const Role& role, const std::string& spec, const std::function<bool()>& confined) {
  const std::string kind = spec.substr(0, spec.find(':'));
  const bool program = IsAgentProgram(kind) || IsAgentProgram(spec);
  if (!role.network && program && confined()) {
    return Fail(
        Code::kInvalid,
        fmt::format("the role `{}` has network = \"off\", but the program {} needs the network", role.name, spec),
        "give the role another agent: anthropic and openai cut off only the model's commands");
  }
  const std::string tool = kind == "command" ? ServerToolOf(role) : "";
  if (tool.empty()) return {};
  return Fail(Code::kInvalid, fmt::format("the role `{}` needs {}, which `{}` cannot offer", role.name, tool, spec),
              fmt::format("give the role another agent, or change the role: {}", role.origin));
}

}  // namespace

Status CheckRoleNeeds(const PipelineSet& set, const RunSettings& settings, const std::string& found,
                      const std::function<bool()>& confined, const RoleSource& load) {
  std::set<std::pair<std::string, std::string>> wanted;
  for (const Pipeline& pipeline : set.pipelines) {
    for (const Stage& stage : pipeline.stages) {
      for (const RoleUse& use : UsesOf(stage)) {
        if (!use.role.empty()) wanted.emplace(use.role, AgentOf(use, settings, found));
      }
    }
  }
  for (const auto& [role, agent] : wanted) TRY(CheckOne(TRY(load(role)), agent, confined));
  return {};
}

}  // namespace forge
