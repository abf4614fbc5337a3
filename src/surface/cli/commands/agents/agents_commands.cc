// forge agents: list and test agents.
#include <fmt/core.h>

#include "agent/auto.h"
#include "agent/runtime.h"
#include "agent/vendors/installed.h"
#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/agents/ping.h"
#include "surface/view/columns.h"
#include "surface/view/json_answers.h"
#include "surface/view/json_rows.h"

namespace forge::cli {
namespace {

Form AgentsListForm() {
  return {
      .notes =
          "Lists every program and provider that --agent accepts, in the order in which `auto` tries them. Sends no "
          "request; use `forge agents test NAME` for that.",
      .examples = {{"forge agents", "what is installed here"}, {"forge agents list --json", "the same, for scripts"}}};
}

Tone HealthTone(ListedRuntime::Health health) {
  switch (health) {
    case ListedRuntime::Health::kReady: return Tone::kGood;
    case ListedRuntime::Health::kMissing: return Tone::kFaint;
    case ListedRuntime::Health::kBroken: return Tone::kBad;
  }
  return Tone::kPlain;
}

Json RuntimeJson(const ListedRuntime& listed) {
  return Json::MakeObject()
      .Set("agent", listed.name)
      .Set("kind", listed.kind)
      .Set("health", Name(listed.health))
      .Set("path", OrNull(listed.path))
      .Set("version", OrNull(listed.version))
      .Set("tested", OrNull(listed.tested))
      .Set("note", listed.note)
      .Set("install", listed.install);
}

void PrintAgents(Context& context, const std::vector<ListedRuntime>& all, const Result<AutoChoice>& choice) {
  std::vector<std::vector<Cell>> rows;
  for (const ListedRuntime& listed : all) {
    const bool missing = listed.health == ListedRuntime::Health::kMissing;
    std::string about = missing ? listed.note + "; " + listed.install : listed.note;
    if (about.empty()) about = listed.path;
    rows.push_back({{listed.name, Tone::kStrong},
                    {std::string(Name(listed.health)), HealthTone(listed.health)},
                    {listed.version.empty() ? "-" : listed.version},
                    {std::move(about)}});
  }
  context.out.Write(FormatColumns(context.out.palette(), {"agent", "health", "version", ""}, rows, context.out.width(),
                                  LastColumn::kFlows));
  context.out.Line(choice ? fmt::format("auto: {} ({})", choice->spec, choice->why)
                          : fmt::format("auto: {}\n  hint: {}", choice.error().message, choice.error().hint));
}

Result<Exit> RunAgentsList(Context& context, const Args&) {
  const RuntimePlaces places{context.host.machine.cwd, "", context.host.machine.environment};
  const std::vector<ListedRuntime> all = ListRuntimes(places);
  const Result<AutoChoice> choice = ChooseRuntime(places);
  if (!context.json) {
    PrintAgents(context, all, choice);
    return Exit::kOk;
  }
  Json automatic = Json::MakeObject().Set("agent", choice ? Json(choice->spec) : Json());
  automatic.Set("reason", choice ? choice->why : choice.error().message);
  return context.Print(Json::MakeObject().Set("agents", JsonArray(all, RuntimeJson)).Set("auto", std::move(automatic)));
}

Form AgentsTestForm() {
  return {.positionals = {{"NAME", "the agent, as in --agent"}},
          .options = {{"model", "MODEL", "the model to use"}},
          .notes =
              "Sends a test prompt in an empty directory, without write access, and prints the answer. This is a real "
              "request and may cost a little. Exit 1 when the agent fails, with the provider's message.",
          .examples = {{"forge agents test claude", "does the login work?"},
                       {"forge agents test auto --model haiku", "the agent that `auto` chooses, with a given model"}}};
}

Json AnswerJson(const std::string& name, const AgentAnswer& answer, std::int64_t took_ms) {
  Json json = Json::MakeObject()
                  .Set("agent", name)
                  .Set("ok", !answer.failed)
                  .Set("text", answer.text)
                  .Set("model", OrNull(answer.model))
                  .Set("duration_ms", took_ms)
                  .Set("usage", JsonOf(answer.usage));
  json.Set("error_class", answer.failed ? Json(Name(answer.error_class)) : Json());
  return json.Set("reason", answer.error);
}

Result<Exit> RunAgentsTest(Context& context, const Args& args) {
  const Machine& machine = context.host.machine;
  auto runtime =
      TRY(MakeRuntime(args.Get("NAME"), {machine.cwd, "", machine.environment, nullptr, machine.homes_directory()}));
  AgentRequest request = TRY(MakePing(context));
  request.model = args.Get("model");
  const TimePoint before = context.host.now();
  const AgentAnswer answer = runtime->Ask(request, {});
  const std::int64_t took_ms = context.host.now().ms - before.ms;
  const Exit exit = answer.failed ? Exit::kNo : Exit::kOk;
  if (context.json) {
    context.out.Print(AnswerJson(runtime->name(), answer, took_ms));
    return exit;
  }
  if (answer.failed) {
    context.out.Line(
        fmt::format("{}  {}: {}", context.out.Paint(Tone::kBad, "failed"), Name(answer.error_class), answer.error));
    return exit;
  }
  context.out.Line(fmt::format("{}  {} answered in {}: {}", context.out.Paint(Tone::kGood, "ok"), runtime->name(),
                               FormatDuration(took_ms), Trim(answer.text)));
  if (!answer.model.empty()) context.out.Line("    model " + answer.model);
  if (!answer.usage.empty()) context.out.Line("    usage " + ToJson(answer.usage).Dump());
  return exit;
}

}  // namespace

constinit const Command kAgentsListCommand = {"agents list",  "list installed agents, and how to install the rest",
                                              Group::kSetUp,  Needs::kNothing,
                                              AgentsListForm, RunAgentsList};

constinit const Command kAgentsTestCommand = {
    "agents test", "send a test prompt to an agent", Group::kSetUp, Needs::kNothing, AgentsTestForm, RunAgentsTest};

}  // namespace forge::cli
