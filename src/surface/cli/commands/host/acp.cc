#include "surface/cli/commands.h"
#include "surface/cli/version.h"

#include "service/host/mcp_pipe.h"
#include "surface/acp/editor_agent.h"

namespace forge::cli {
namespace {

Form AcpForm() {
  return {.json = false,
          .notes =
              "Speaks the Agent Client Protocol on standard input and output, for an editor that starts it: see "
              "docs/acp.md. A prompt is an objective and starts a run; what the run asks, the editor asks you. When "
              "the editor closes its end, runs stop and can be resumed. Nothing is written before the first prompt.",
          .examples = {{"forge acp", "the command to name in the editor's settings"}}};
}

Result<Exit> RunAcp(Context& context, const Args&) {
  context.host.catch_interrupts();
  const auto pipe = OpenStandardPipe();
  acp::EditorAgent({context.host.machine, context.user(), context.host.now}, std::string(VersionText()), *pipe).Serve();
  return Exit::kOk;
}

}  // namespace

constinit const Command kAcpCommand = {
    "acp", "be the agent of an editor that speaks ACP, such as Zed", Group::kSetUp, Needs::kSettings, AcpForm, RunAcp};

}  // namespace forge::cli
