#include <fmt/format.h>

#include "agent/auto.h"
#include "agent/vendors/installed.h"
#include "surface/cli/commands.h"
#include "surface/view/columns.h"

namespace forge::cli {
namespace {

Form AgentsListForm() {
  Form form;
  form.notes =
      "Lists every program and provider that --agent accepts, in the order in which `auto` tries them. Sends no "
      "request; use `forge agents test NAME` for that.";
  form.examples = {{"forge agents", "what is installed here"}, {"forge agents list --json", "the same, for scripts"}};
  return form;
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
      .Set("name", listed.name)
      .Set("kind", listed.kind)
      .Set("health", Name(listed.health))
      .Set("path", listed.path)
      .Set("version", listed.version)
      .Set("tested", listed.tested)
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
  context.out.Write(FormatColumns(context.out.palette(), {"agent", "health", "version", ""}, rows, 0));
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
  Json list = Json::MakeArray();
  for (const ListedRuntime& listed : all) list.Append(RuntimeJson(listed));
  Json automatic = Json::MakeObject().Set("agent", choice ? choice->spec : "");
  automatic.Set("why", choice ? choice->why : choice.error().message);
  context.out.Print(Json::MakeObject().Set("agents", std::move(list)).Set("auto", std::move(automatic)));
  return Exit::kOk;
}

}  // namespace

constinit const Command kAgentsListCommand = {"agents list",  "list installed agents, and how to install the rest",
                                              Group::kSetUp,  Needs::kNothing,
                                              AgentsListForm, RunAgentsList};

}  // namespace forge::cli
