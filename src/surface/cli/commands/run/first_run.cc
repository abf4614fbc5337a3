#include "surface/cli/commands/run/first_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "agent/auto.h"
#include "base/strings.h"
#include "service/proof/verify_directory.h"
#include "service/run_queries.h"
#include "service/start_run.h"

namespace forge::cli {
namespace {

// Nothing: the input ended.
std::optional<std::string> Ask(Context& context, const std::string& question) {
  context.out.Write(context.out.Paint(Tone::kStrong, question) + " ");
  (void)context.out.Flush();
  const auto line = context.host.read_line();
  if (!line) {
    context.out.Line("");
    return std::nullopt;
  }
  return std::string(Trim(*line));
}

bool HasProof(const Context& context) {
  return !context.settings->Get("verify").empty() || !DetectIn(context.project->root).commands.empty();
}

// The one that the answer means, by number or name; nothing: none of them.
const AutoChoice* ChosenAgent(const std::vector<AutoChoice>& found, const std::string& answer) {
  const auto number = ParseInt(answer);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (EqualsIgnoreCase(found[i].spec, answer) || (number && *number == static_cast<std::int64_t>(i) + 1))
      return &found[i];
  }
  return nullptr;
}

// True: a person chose one.
Result<bool> AskForAgent(Context& context) {
  const auto found = FindRuntimes({context.host.machine.cwd, "", context.host.machine.environment});
  if (found.empty()) return false;  // the start of the run says where Forge looked
  context.out.Line("No agent is configured for this project. Found:");
  for (std::size_t i = 0; i < found.size(); ++i)
    context.out.Line(fmt::format("  {}  {:<10} {}", i + 1, found[i].spec, found[i].why));
  const std::string prompt =
      fmt::format("Which one does the work? [1{}; n: none]", found.size() > 1 ? fmt::format("-{}", found.size()) : "");
  for (;;) {
    const auto answer = Ask(context, prompt);
    if (!answer || EqualsIgnoreCase(*answer, "n") || EqualsIgnoreCase(*answer, "no")) return false;
    if (const AutoChoice* chosen = ChosenAgent(found, *answer)) {
      TRY(WriteSetting(context.host.machine, context.project, "agent", chosen->spec, false));
      return true;
    }
    const std::string why = answer->empty() ? "nothing is decided" : fmt::format("`{}` is none of them", *answer);
    context.out.Line(fmt::format("  {}; type a number of the list, or n for none of them", why));
  }
}

// True: a person named a command, or said that there is none.
Result<bool> AskForProof(Context& context) {
  context.out.Line("No test command was found. Forge runs your test command to verify work.");
  const auto answer = Ask(context, "Your test command? (Enter: ask me next time; none: there is none)");
  if (!answer || answer->empty()) return false;
  const std::string command = EqualsIgnoreCase(*answer, "none") ? "" : *answer;
  TRY(WriteSetting(context.host.machine, context.project, "verify", command, false));
  return true;
}

// What is set to nothing was answered with nothing.
bool IsAnswered(const Context& context, const std::string& key) {
  const Setting* setting = context.settings->Find(key);
  return !setting->value.empty() || setting->origin != "built-in";
}

}  // namespace

Status SetUpFirstRun(Context& context, const StartRequest& request) {
  const bool person = !context.json && context.host.input_is_terminal && context.host.output_is_terminal;
  if (!person || !request.attended) return {};
  const Setting* agent = context.settings->Find("agent");
  const bool needs_agent = request.agent.empty() && agent->value.empty();
  // An agent for this one run, or for all projects, does not make this a project that is being set up.
  const bool is_ours = agent->origin.starts_with(context.project->forge + "/");
  if (!needs_agent && !(is_ours && request.agent.empty())) return {};
  // Without an agent the run does not start: nothing more is asked.
  if (needs_agent && !TRY(AskForAgent(context))) return {};
  bool answered = needs_agent;
  if (!IsAnswered(context, "verify") && !HasProof(context)) answered = TRY(AskForProof(context)) || answered;
  if (!answered) return {};
  TRY(InitProject(*context.project));
  context.settings = TRY(Settings::Load(context.host.machine, context.project));
  return {};
}

std::string UnprovenNote(Context& context, const Started& start) {
  if (HasProof(context)) return "";
  const bool asks = std::ranges::any_of(start.pipelines.pipelines, [](const Pipeline& pipeline) {
    return std::ranges::any_of(pipeline.stages, [](const Stage& stage) {
      return std::ranges::find(stage.commands, "project") != stage.commands.end();
    });
  });
  if (!asks) return "";
  return "no test command is set or detected, so nothing verifies the work; set one: forge config set verify \"make "
         "test\"";
}

}  // namespace forge::cli
