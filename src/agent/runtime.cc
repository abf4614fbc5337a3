#include "agent/runtime.h"

#include <fmt/core.h>

#include <string_view>

#include "agent/acp/acp_runtime.h"
#include "agent/auto.h"
#include "agent/native/native.h"
#include "agent/replay/replay.h"
#include "agent/vendors/cli_runtime.h"
#include "agent/vendors/command_runtime.h"
#include "base/strings.h"
#include "os/files/files.h"

namespace forge {

Result<std::unique_ptr<Runtime>> MakeRuntime(const std::string& spec, const RuntimePlaces& places) {
  // Units run in other directories, so relative paths are resolved now.
  RuntimePlaces here = places;
  here.base_directory = JoinPath(CurrentDirectory(), places.base_directory);
  const std::string& base = here.base_directory;
  std::size_t colon = spec.find(':');
  std::string_view kind = std::string_view(spec).substr(0, colon);
  std::string rest = colon == std::string::npos ? "" : spec.substr(colon + 1);
  if (colon != std::string::npos && kind == "command") return MakeCommandRuntime(rest, base);
  if (colon != std::string::npos && kind == "replay") {
    return MakeReplayRuntime(std::string(Trim(rest)), base, places.state_directory);
  }
  if (colon != std::string::npos && kind == "acp") return MakeAcpRuntime(rest, here);
  if (colon != std::string::npos && kind == "record") return MakeRecordRuntime(rest, here);
  if (const CliProgram* program = FindCliProgram(kind)) {
    return MakeCliRuntime(*program, rest, here);
  }
  if (IsNativeRuntime(kind)) return MakeNativeRuntime(kind, rest, places);
  if (spec == "auto") {
    const AutoChoice choice = TRY(ChooseRuntime(places));
    return MakeRuntime(choice.spec, places);
  }
  if (spec.empty()) {
    return Fail(Code::kInvalid, "no agent is set", "use --agent auto, --agent command:PROGRAM, or --agent replay:FILE");
  }
  return std::unexpected(CheckAgentSpec(spec).error());
}

Status CheckAgentSpec(const std::string& spec) {
  const std::size_t colon = spec.find(':');
  const std::string_view kind = std::string_view(spec).substr(0, colon);
  const bool takes_more = kind == "command" || kind == "replay" || kind == "record" || kind == "acp";
  if (spec == "auto" || FindCliProgram(kind) != nullptr || IsNativeRuntime(kind)) return {};
  const bool more = colon != std::string::npos && !Trim(std::string_view(spec).substr(colon + 1)).empty();
  if (takes_more && more) return {};
  if (takes_more && colon != std::string::npos)
    return Fail(Code::kInvalid, fmt::format("agent `{}` names nothing behind the colon", spec),
                "write command:LINE, replay:FILE, record:FILE:SPEC, acp:NAME or acp:COMMAND");
  return Fail(Code::kInvalid, fmt::format("unknown agent `{}`", spec),
              "write auto, claude, codex, gemini, opencode, anthropic[:URL], openai[:URL], openai-responses[:URL], "
              "acp:NAME or acp:COMMAND for an agent that speaks ACP, command:LINE for any program, record:FILE:SPEC to "
              "write a script, or replay:FILE to play one; `forge agents` lists them");
}

bool IsAgentProgram(std::string_view runtime) { return FindCliProgram(runtime) != nullptr || IsAcpRuntime(runtime); }

bool UsesServers(std::string_view runtime) { return IsNativeRuntime(runtime) || IsAgentProgram(runtime); }

}  // namespace forge
