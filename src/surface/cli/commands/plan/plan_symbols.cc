#include <fmt/core.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "verify/symbol_lookup.h"

namespace forge::cli {
namespace {

Form PlanSymbolsForm() {
  return {.positionals = {FileOrPlan()},
          .options = {{"repo", "DIR", "the git checkout to search (this one)", ValueType::kFile}},
          .notes =
              "Looks up every function, type or constant that the plan names in code spans, in one pass over the "
              "tracked files. Exit 0 when none is missing, 1 when one is, 2 when the plan or the repository cannot be "
              "read. With --json: {\"ok\", \"counts\": {\"verified\", \"ambiguous\", \"missing\", \"greenfield\", "
              "\"uncheckable\"}, \"symbols\": [...]}.",
          .examples = {{"forge plan symbols 17", "in this repository"},
                       {"forge plan symbols plan.md --repo ../other --json", "in another repository, for scripts"}}};
}

Tone ClassTone(SymbolClass found) {
  switch (found) {
    case SymbolClass::kVerified: return Tone::kGood;
    case SymbolClass::kAmbiguous: return Tone::kWarn;
    case SymbolClass::kMissing: return Tone::kBad;
    case SymbolClass::kGreenfield: return Tone::kNote;
    case SymbolClass::kUncheckable: return Tone::kFaint;
  }
  return Tone::kPlain;
}

Result<Exit> RunPlanSymbols(Context& context, const Args& args) {
  const NamedPlan plan = TRY(LoadPlanArgument(context, args.Get("FILE")));
  std::string root = context.project ? context.project->root : context.host.machine.cwd;
  if (args.Has("repo")) root = args.Get("repo");
  const std::string text = MarkdownOf(plan.source);
  const PlanSymbols symbols = FindPlanSymbols(text, plan.source.document.steps);
  const SymbolReport report = TRY(CheckSymbols(symbols, root));
  const std::int64_t missing = report.Count(SymbolClass::kMissing);
  if (context.json) {
    const Json kept = ToJson(report);
    Json json = Json::MakeObject().Set("ok", missing == 0).Set("counts", kept["counts"]);
    context.out.Print(json.Set("symbols", kept["items"]));
  } else {
    for (const CheckedSymbol& item : report.items) {
      context.out.Line(fmt::format("line {}: {} {}: {}", item.symbol.line,
                                   context.out.Paint(ClassTone(item.symbol_class), Name(item.symbol_class)),
                                   item.symbol.written, item.reason));
    }
    context.out.Line(fmt::format("{} verified, {} ambiguous, {} missing, {} greenfield, {} uncheckable",
                                 report.Count(SymbolClass::kVerified), report.Count(SymbolClass::kAmbiguous), missing,
                                 report.Count(SymbolClass::kGreenfield), report.Count(SymbolClass::kUncheckable)));
  }
  return missing == 0 ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kPlanSymbolsCommand = {"plan symbols",  "look up the symbols that a plan names",
                                               Group::kPlans,   Needs::kSettings,
                                               PlanSymbolsForm, RunPlanSymbols};

}  // namespace forge::cli
