#include <fmt/format.h>

#include "agent/runtime.h"
#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/agents/ping.h"

namespace forge::cli {
namespace {

Form AgentsTestForm() {
  Form form;
  form.positionals = {{"NAME", "the agent, as in --agent", true, false, {}, ValueType::kText}};
  form.options = {{"model", "MODEL", "the model to use", false, {}, ValueType::kText}};
  form.notes =
      "Sends a test prompt in an empty directory, without write access, and prints the answer. This is a real request "
      "and may cost a little. Exit 1 when the agent fails, with the provider's message.";
  form.examples = {{"forge agents test claude", "does the login work?"},
                   {"forge agents test auto --model haiku", "the agent that `auto` chooses, with a given model"}};
  return form;
}

Json AnswerJson(const std::string& name, const AgentAnswer& answer, std::int64_t took_ms) {
  Json json = Json::MakeObject()
                  .Set("agent", name)
                  .Set("ok", !answer.failed)
                  .Set("text", answer.text)
                  .Set("model", answer.model)
                  .Set("duration_ms", took_ms)
                  .Set("usage", ToJson(answer.usage));
  if (answer.failed) json.Set("class", Name(answer.error_class)).Set("error", answer.error);
  return json;
}

Result<Exit> RunAgentsTest(Context& context, const Args& args) {
  const Machine& machine = context.host.machine;
  auto runtime = TRY(MakeRuntime(args.Get("NAME"), {machine.cwd, "", machine.environment}));
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

constinit const Command kAgentsTestCommand = {
    "agents test", "send a test prompt to an agent", Group::kSetUp, Needs::kNothing, AgentsTestForm, RunAgentsTest};

}  // namespace forge::cli
