#include <fmt/format.h>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

Form SpikeAddForm() {
  Form form;
  form.positionals = {{"ASSUMPTION", "what was assumed", true, false, {}, ValueType::kText},
                      {"RESULT", "the result of the test", true, false, {"confirmed", "refuted"}, ValueType::kText}};
  form.options = {{"actual", "TEXT", "what is really true", false, {}, ValueType::kText},
                  {"technology", "NAME", "the topic", false, {}, ValueType::kText},
                  {"permanent", "", "keep it forever instead of 30 days", false, {}, ValueType::kText},
                  ScopeOption(false)};
  form.notes = "A spike that contradicts an earlier one is kept; both are flagged.";
  form.examples = {{"forge spike add \"the API paginates by cursor\" refuted --actual \"by offset\" --permanent", ""}};
  return form;
}

Result<Exit> RunSpikeAdd(Context& context, const Args& args) {
  Spike spike;
  spike.assumption = args.Get("ASSUMPTION");
  spike.confirmed = args.Get("RESULT") == "confirmed";
  spike.actual = args.Get("actual");
  spike.technology = args.Get("technology");
  spike.permanent = args.Has("permanent");
  spike.tested = context.host.now();
  spike.from = FromUser(context);
  Memory memory = TRY(OpenMemory(context, true));
  const FactScope scope = ScopeOf(args).value_or(context.project ? FactScope::kProject : FactScope::kGlobal);
  const Spike added = TRY(TRY(memory.In(scope))->knowledge().AddSpike(spike));
  if (context.json) {
    context.out.Print(ToJson(added, context.host.now()));
    return Exit::kOk;
  }
  context.out.Line(fmt::format("s{}: {}", added.id, ToText(added)));
  if (!added.contradicts.empty()) {
    std::vector<std::string> others;
    for (std::int64_t id : added.contradicts) others.push_back(fmt::format("s{}", id));
    context.out.Line("  contradicts " + Join(others, ", ") + "; both are kept");
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kSpikeAddCommand = {"spike add",    "record the result of testing an assumption",
                                            Group::kMemory, Needs::kSettings,
                                            SpikeAddForm,   RunSpikeAdd};

}  // namespace forge::cli
