#include <fmt/core.h>

#include "base/strings.h"
#include "memory/confidence.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"
#include "surface/view/json_answers.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

Form MemoryShowForm() {
  return {.positionals = {{"FACT", "p12: of the project; g3: of all your projects"}},
          .examples = {{"forge memory show p12", "its text, source and confidence"}}};
}

std::string Origin(const Provenance& from) {
  std::string text(Name(from.voice));
  if (!from.who.empty()) text += " " + from.who;
  if (from.run.value > 0) text += fmt::format(", run {}", from.run.value);
  if (!from.step.empty()) text += ", step " + from.step.value;
  if (!from.commit.empty()) text += ", commit " + from.commit.substr(0, 12);
  if (!from.source.empty()) text += ", " + from.source;
  return text;
}

Result<Exit> RunMemoryShow(Context& context, const Args& args) {
  Memory memory = TRY(OpenMemory(context, false));
  const Fact fact = TRY(memory.Find(TRY(FactArgument(args.Get("FACT")))));
  const TimePoint now = context.host.now();
  if (context.json) return context.Print(JsonOf(fact).Set("confidence_now", Faded(fact, now)));
  auto line = [&](const char* name, const std::string& value) {
    if (!value.empty()) context.out.Line(fmt::format("  {:<12}{}", name, value));
  };
  context.out.Line(fmt::format("{}: {}", ToText(fact.id), fact.text));
  line("category", std::string(Name(fact.category)));
  line("status", std::string(Name(fact.status)));
  line("sure", fmt::format("{:.2f} (last confirmed at {:.2f}, {} ago)", Faded(fact, now), fact.confidence,
                           Ago(fact.confirmed, now)));
  line("confirmed", fmt::format("{}x", fact.hits));
  line("given", fmt::format("{}x to stages", fact.uses));
  line("from", Origin(fact.from));
  std::vector<std::string> sources;
  for (const FactId& id : fact.derived_from) sources.push_back(ToText(id));
  line("concluded", sources.empty() ? "" : "from " + Join(sources, ", "));
  line("replaced", fact.superseded_by.value > 0 ? "by " + ToText(fact.superseded_by) : "");
  return Exit::kOk;
}

}  // namespace

constinit const Command kMemoryShowCommand = {"memory show",    "show one fact in full", Group::kMemory,
                                              Needs::kSettings, MemoryShowForm,          RunMemoryShow};

}  // namespace forge::cli
