#include "memory/witness.h"

#include <fmt/core.h>

#include "base/strings.h"

namespace forge {

std::string FamilyWitness(std::string_view project, RunId root) {
  return fmt::format("{} of {}", RunWitness(root), Sha256(project).substr(0, 16));
}

std::string SessionWitness(std::string_view session) { return fmt::format("mcp {}", session); }

std::string RunWitness(RunId run) { return fmt::format("run {}", run.value); }

std::string WitnessOf(const Provenance& from) {
  if (!from.witness.empty()) return from.witness;
  return from.run.value > 0 ? RunWitness(from.run) : std::string();
}

}  // namespace forge
