#include "agent/unit_environment.h"

namespace forge {

std::map<std::string, std::string> UnitEnvironment(const AgentRequest& request) {
  const UnitLabel& label = request.label;
  std::map<std::string, std::string> env = request.env;
  env.insert({
      {"FORGE_RUN", std::to_string(label.run.value)},
      {"FORGE_UNIT", std::to_string(label.unit.value)},
      {"FORGE_PIPELINE", label.pipeline},
      {"FORGE_STAGE", label.stage},
      {"FORGE_ROLE", label.role},
      {"FORGE_MEMBER", label.member},
      {"FORGE_STEP", label.step},
      {"FORGE_ITERATION", std::to_string(label.iteration)},
      {"FORGE_ATTEMPT", std::to_string(label.attempt)},
      {"FORGE_MODEL", request.model},
      {"FORGE_TIER", request.tier},
      {"FORGE_EFFORT", request.effort},
      {"FORGE_MAY_WRITE", request.may_write ? "1" : "0"},
  });
  return env;
}

}  // namespace forge
