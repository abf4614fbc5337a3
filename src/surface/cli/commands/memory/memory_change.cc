// Facts judged by the user: memory confirm, memory forget.
#include <fmt/core.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

Positional FactPositional() {
  return {"FACT", "p12: of the project; g3: of all your projects", true, ValueType::kText, true};
}

Result<std::vector<Fact>> ChangeFacts(Context& context, const Args& args, FactChange change) {
  std::vector<FactId> ids;
  for (const std::string& text : args.All("FACT")) ids.push_back(TRY(FactArgument(text)));
  Memory memory = TRY(OpenMemory(context, false));
  std::vector<Fact> facts;
  for (const FactId& id : ids) facts.push_back(TRY(memory.Change(id, change, context.host.now())));
  return facts;
}

Form MemoryConfirmForm() {
  return {.positionals = {FactPositional()}, .examples = {{"forge memory confirm p12 p14", "both are still true"}}};
}

Result<Exit> RunMemoryConfirm(Context& context, const Args& args) {
  const std::vector<Fact> facts = TRY(ChangeFacts(context, args, FactChange::kConfirm));
  if (context.json) return context.Print(FactsJson(facts));
  for (const Fact& fact : facts) {
    context.out.Line(fmt::format("confirmed {} ({}x): {}", ToText(fact.id), fact.hits, fact.text));
  }
  return Exit::kOk;
}

Form MemoryForgetForm() {
  return {.positionals = {FactPositional()},
          .notes = "Agents that propose the same words again are refused; you can add the fact again yourself.",
          .examples = {{"forge memory forget p12", "it is wrong, or not worth keeping"}}};
}

Result<Exit> RunMemoryForget(Context& context, const Args& args) {
  const std::vector<Fact> facts = TRY(ChangeFacts(context, args, FactChange::kForget));
  if (context.json) return context.Print(FactsJson(facts));
  for (const Fact& fact : facts) context.out.Line(fmt::format("forgot {}: {}", ToText(fact.id), fact.text));
  return Exit::kOk;
}

}  // namespace

constinit const Command kMemoryConfirmCommand = {"memory confirm",  "confirm that a fact is still true; accepts drafts",
                                                 Group::kMemory,    Needs::kSettings,
                                                 MemoryConfirmForm, RunMemoryConfirm};

constinit const Command kMemoryForgetCommand = {"memory forget",  "delete a fact",  Group::kMemory,
                                                Needs::kSettings, MemoryForgetForm, RunMemoryForget};

}  // namespace forge::cli
