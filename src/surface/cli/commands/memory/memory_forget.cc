#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

Form MemoryForgetForm() {
  Form form;
  form.positionals = {{"FACT", "p12: of the project; g3: of all your projects", true, true, {}, ValueType::kText}};
  form.notes = "Agents that propose the same words again are refused; you can add the fact again yourself.";
  form.examples = {{"forge memory forget p12", "it is wrong, or not worth keeping"}};
  return form;
}

Result<Exit> RunMemoryForget(Context& context, const Args& args) {
  std::vector<FactId> ids;
  for (const std::string& text : args.All("FACT")) ids.push_back(TRY(FactArgument(text)));
  Memory memory = TRY(OpenMemory(context, false));
  std::vector<Fact> facts;
  for (const FactId& id : ids) facts.push_back(TRY(memory.Change(id, FactChange::kForget, context.host.now())));
  if (context.json) {
    context.out.Print(FactsJson(facts));
    return Exit::kOk;
  }
  for (const Fact& fact : facts) context.out.Line(fmt::format("forgot {}: {}", ToText(fact.id), fact.text));
  return Exit::kOk;
}

}  // namespace

constinit const Command kMemoryForgetCommand = {"memory forget",  "delete a fact",  Group::kMemory,
                                                Needs::kSettings, MemoryForgetForm, RunMemoryForget};

}  // namespace forge::cli
