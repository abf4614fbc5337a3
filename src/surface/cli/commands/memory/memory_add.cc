#include <fmt/core.h>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"
#include "surface/view/json_answers.h"

namespace forge::cli {
namespace {

Form MemoryAddForm() {
  return {.positionals = {{"TEXT", "the fact, in one or two sentences"}},
          .options = {CategoryOption(),
                      {"confidence", "SHARE", "how sure you are, 0 to 1 (0.7)", ValueType::kNumber},
                      ScopeOption(false),
                      {"supersedes", "FACT", "the fact that this one replaces"},
                      {"from", "FACT", "a fact that this one is derived from", ValueType::kText, true},
                      {"source", "TEXT", "where to look it up"}},
          .notes =
              "Adding a known fact again (in the same or nearly the same words) confirms it. A fact that seems to "
              "contradict a known one is kept and reported. Secrets are refused.",
          .examples = {{"forge memory add \"Run make test before every commit\" --category convention", ""},
                       {"forge memory add \"I prefer small commits\" --category preference --scope global", ""}}};
}

// The commit that was checked out when it was said; empty where there is none.
std::string CommitNow(const Context& context) {
  if (!context.project || !context.project->is_git) return "";
  const auto commit =
      context.host.run_program({"git", "rev-parse", "--verify", "--quiet", "HEAD"}, context.project->root);
  return commit ? std::string(Trim(*commit)) : "";
}

Result<Exit> RunMemoryAdd(Context& context, const Args& args) {
  NewFact fact;
  fact.text = args.Get("TEXT");
  fact.category = CategoryOf(args).value_or(FactCategory::kConvention);
  fact.from = FromUser(context);
  fact.from.commit = CommitNow(context);
  fact.from.source = args.Get("source");
  fact.confidence = args.GetNumber("confidence");
  if (fact.confidence && *fact.confidence > 1) {
    return Fail(Code::kInvalid, "memory add: --confidence must be between 0 and 1");
  }
  const FactScope scope = ScopeOf(args).value_or(context.project ? FactScope::kProject : FactScope::kGlobal);
  for (const std::string& source : args.All("from")) fact.derived_from.push_back(TRY(FactArgument(source)));
  if (args.Has("supersedes")) fact.supersedes = TRY(FactArgument(args.Get("supersedes")));
  for (const FactId& id : fact.derived_from) {
    if (id.scope != scope)
      return Fail(Code::kInvalid, "memory add: a fact can only be derived from facts of the same scope");
  }
  if (fact.supersedes.value > 0 && fact.supersedes.scope != scope) {
    return Fail(Code::kInvalid, "memory add: a fact can only replace a fact of the same scope");
  }
  // Before anything is made: a secret must not even leave an empty store behind.
  TRY(Admit(fact));
  Memory memory = TRY(OpenMemory(context, true));
  const Saved saved = TRY(memory.Add(scope, fact, context.host.now()));
  std::vector<std::string> others;
  for (const FactId& id : saved.contradicts) others.push_back(ToText(id));
  if (context.json)
    return context.Print(JsonOf(saved.fact).Set("result", Name(saved.kind)).Set("contradicts", JsonArray(others)));
  context.out.Line(fmt::format("{} {}: {}", Name(saved.kind), ToText(saved.fact.id), saved.fact.text));
  if (!others.empty()) {
    context.out.Line(
        fmt::format("  seems to contradict {}; use forge memory forget, or add --supersedes", Join(others, ", ")));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kMemoryAddCommand = {
    "memory add", "remember a fact, or confirm it", Group::kMemory, Needs::kSettings, MemoryAddForm, RunMemoryAdd};

}  // namespace forge::cli
