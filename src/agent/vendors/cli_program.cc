#include "agent/vendors/cli_program.h"

#include <fmt/core.h>

#include <array>

#include "os/files/files.h"

namespace forge {

std::span<const CliProgram> CliPrograms() {
  static const std::array programs = {kClaudeProgram, kCodexProgram, kGeminiProgram, kOpencodeProgram};
  return programs;
}

const CliProgram* FindCliProgram(std::string_view name) {
  for (const CliProgram& program : CliPrograms()) {
    if (program.name == name) return &program;
  }
  return nullptr;
}

std::string InstallHint(const CliProgram& program) { return fmt::format("npm install -g {}", program.package); }

std::string ValueOf(const EnvironmentMap& environment, const std::string& name) {
  auto it = environment.find(name);
  return it == environment.end() ? "" : it->second;
}

std::string HomeOr(const EnvironmentMap& environment, const std::string& variable, std::string_view below) {
  if (std::string own = ValueOf(environment, variable); !own.empty()) return own;
  return JoinPath(ValueOf(environment, "HOME"), below);
}

}  // namespace forge
