#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

Form MemoryConfirmForm() {
  Form form;
  form.positionals = {{"FACT", "p12: of the project; g3: of all your projects", true, true, {}, ValueType::kText}};
  form.examples = {{"forge memory confirm p12 p14", "both are still true"}};
  return form;
}

Result<Exit> RunMemoryConfirm(Context& context, const Args& args) {
  std::vector<FactId> ids;
  for (const std::string& text : args.All("FACT")) ids.push_back(TRY(FactArgument(text)));
  Memory memory = TRY(OpenMemory(context, false));
  std::vector<Fact> facts;
  for (const FactId& id : ids) facts.push_back(TRY(memory.Change(id, FactChange::kConfirm, context.host.now())));
  if (context.json) {
    context.out.Print(FactsJson(facts));
    return Exit::kOk;
  }
  for (const Fact& fact : facts) {
    context.out.Line(fmt::format("confirmed {} ({}x): {}", ToText(fact.id), fact.hits, fact.text));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kMemoryConfirmCommand = {"memory confirm",  "confirm that a fact is still true; accepts drafts",
                                                 Group::kMemory,    Needs::kSettings,
                                                 MemoryConfirmForm, RunMemoryConfirm};

}  // namespace forge::cli
