#include "agent/auto.h"

#include <fmt/core.h>

#include "agent/vendors/cli_program.h"
#include "os/process/process.h"

namespace forge {

std::vector<AutoChoice> FindRuntimes(const RuntimePlaces& places) {
  std::vector<AutoChoice> found;
  for (const CliProgram& program : CliPrograms()) {
    if (auto path = FindProgram(program.name, ValueOf(places.environment, "PATH")))
      found.push_back({std::string(program.name), *path});
  }
  for (const auto& [spec, variable] : {std::pair("anthropic", "ANTHROPIC_API_KEY"), {"openai", "OPENAI_API_KEY"}}) {
    if (!ValueOf(places.environment, variable).empty()) found.push_back({spec, variable});
  }
  return found;
}

Result<AutoChoice> ChooseRuntime(const RuntimePlaces& places) {
  const std::vector<AutoChoice> found = FindRuntimes(places);
  if (!found.empty()) {
    const auto& [spec, where] = found[0];
    return AutoChoice{spec, FindCliProgram(spec) != nullptr
                                ? fmt::format("{} is the first installed agent", where)
                                : fmt::format("no agent program is installed, but {} is set", where)};
  }
  return Fail(Code::kUnavailable,
              "no agent found: claude, codex, gemini and opencode are not on PATH, and neither ANTHROPIC_API_KEY nor "
              "OPENAI_API_KEY is set",
              fmt::format("quickest: {}, or export ANTHROPIC_API_KEY=...", InstallHint(kClaudeProgram)));
}

}  // namespace forge
