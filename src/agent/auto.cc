#include "agent/auto.h"

#include <fmt/core.h>

#include "agent/vendors/cli_program.h"
#include "os/process/process.h"

namespace forge {

Result<AutoChoice> ChooseRuntime(const RuntimePlaces& places) {
  for (const CliProgram& program : CliPrograms()) {
    auto found = FindProgram(program.name, ValueOf(places.environment, "PATH"));
    if (found) return AutoChoice{std::string(program.name), fmt::format("{} is the first installed agent", *found)};
  }
  for (const auto& [spec, variable] : {std::pair("anthropic", "ANTHROPIC_API_KEY"), {"openai", "OPENAI_API_KEY"}}) {
    if (!ValueOf(places.environment, variable).empty()) {
      return AutoChoice{spec, fmt::format("no agent program is installed, but {} is set", variable)};
    }
  }
  return Fail(Code::kUnavailable,
              "no agent found: claude, codex, gemini and opencode are not on PATH, and neither ANTHROPIC_API_KEY nor "
              "OPENAI_API_KEY is set",
              fmt::format("quickest: {}, or export ANTHROPIC_API_KEY=...", InstallHint(kClaudeProgram)));
}

}  // namespace forge
