#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

Form MemoryListForm() {
  return {.options = {ScopeOption(true), CategoryOption(),
                      Choice("status", "NAME", "only facts with this status", {"draft", "accepted", "superseded"}),
                      Lettered("n", {"limit", "N", "at most this many of each store", ValueType::kPositive})},
          .examples = {{"forge memory list --category decision", "what was decided"},
                       {"forge memory list --status draft", "what agents propose"}}};
}

Result<Exit> RunMemoryList(Context& context, const Args& args) {
  Memory memory = TRY(OpenMemory(context, false));
  FactFilter filter;
  filter.category = CategoryOf(args);
  filter.status = ParseFactStatus(args.Get("status"));
  filter.limit = args.GetInt("limit").value_or(-1);
  const std::vector<Fact> facts = TRY(memory.List(ScopeOf(args), filter));
  if (context.json) {
    context.out.Print(FactsJson(facts));
  } else if (facts.empty()) {
    context.out.Line("no facts yet");
  } else {
    PrintFacts(context, facts);
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kMemoryListCommand = {
    "memory list", "list all facts, newest first", Group::kMemory, Needs::kSettings, MemoryListForm, RunMemoryList};

}  // namespace forge::cli
