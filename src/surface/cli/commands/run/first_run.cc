#include "surface/cli/commands/run/first_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "agent/auto.h"
#include "base/strings.h"
#include "service/proof/verify_directory.h"
#include "service/run_queries.h"
#include "service/start_run.h"

namespace forge::cli {
namespace {

std::string Ask(Context& context, const std::string& question) {
  context.out.Write(context.out.Paint(Tone::kStrong, question) + " ");
  (void)context.out.Flush();
  const auto line = context.host.read_line();
  if (!line) context.out.Line("");
  return std::string(Trim(line.value_or("")));
}

bool HasProof(const Context& context) {
  return !context.settings->Get("verify").empty() || !DetectIn(context.project->root).commands.empty();
}

Status AskForAgent(Context& context) {
  const auto found = ChooseRuntime({context.host.machine.cwd, "", context.host.machine.environment});
  if (!found) return {};  // the start of the run says where Forge looked
  context.out.Line(fmt::format("No agent is configured. Found {}: {}", found->spec, found->why));
  const std::string answer = Lower(Ask(context, "Use it in this project? [Y/n]"));
  if (!answer.empty() && answer != "y" && answer != "yes") return {};
  return WriteSetting(context.host.machine, context.project, "agent", found->spec, false);
}

Status AskForProof(Context& context) {
  context.out.Line("No test command was found. Forge runs your test command to verify work.");
  const std::string command = Ask(context, "Your test command? (empty: none)");
  if (command.empty()) return {};
  return WriteSetting(context.host.machine, context.project, "verify", command, false);
}

}  // namespace

Status SetUpFirstRun(Context& context, const StartRequest& request) {
  const bool person = !context.json && context.host.input_is_terminal && context.host.output_is_terminal;
  if (!person || !request.attended || context.host.file_size(context.project->forge + "/config.toml")) return {};
  const bool agent = request.agent.empty() && context.settings->Get("agent").empty();
  if (!agent) return {};
  TRY(AskForAgent(context));
  if (!HasProof(context)) TRY(AskForProof(context));
  TRY(InitProject(*context.project));  // so that the user is not asked again
  context.settings = TRY(Settings::Load(context.host.machine, context.project));
  return {};
}

std::string UnprovenNote(Context& context, RunId run) {
  const auto state = LoadState(context.forge(), run);
  if (!state || HasProof(context)) return "";
  const bool asks = std::ranges::any_of(state->start.pipelines.pipelines, [](const Pipeline& pipeline) {
    return std::ranges::any_of(pipeline.stages, [](const Stage& stage) {
      return std::ranges::find(stage.commands, "project") != stage.commands.end();
    });
  });
  if (!asks) return "";
  return "no test command is set or detected, so nothing verifies the work; set one: forge config set verify \"make "
         "test\"";
}

}  // namespace forge::cli
