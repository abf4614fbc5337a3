#include <fmt/core.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

Form MemorySweepForm() {
  return {
      .options = {{"apply", "", "remove expired drafts, facts about deleted files, and unused facts"}},
      .notes = "Contradictions are only listed: you decide which side is right (forget, or add --supersedes).",
      .examples = {{"forge memory sweep", "what is probably outdated"}, {"forge memory sweep --apply", "remove it"}}};
}

Result<Exit> RunMemorySweep(Context& context, const Args& args) {
  Memory memory = TRY(OpenMemory(context, false));
  const std::vector<SweepFinding> findings = TRY(memory.Sweep(args.Has("apply"), context.host.now()));
  if (context.json) {
    Json list = Json::MakeArray();
    for (const SweepFinding& finding : findings) {
      Json json = Json::MakeObject().Set("item", finding.id).Set("kind", finding.kind).Set("text", finding.text);
      list.Append(json.Set("reason", finding.what).Set("removed", finding.removed));
    }
    return context.Print(Json::MakeObject().Set("items", std::move(list)));
  }
  for (const SweepFinding& finding : findings) {
    context.out.Line(
        fmt::format("{:<5} {}{}: {}", finding.id, finding.kind, finding.removed ? ", removed" : "", finding.text));
    context.out.Line("      " + finding.what);
  }
  if (findings.empty()) context.out.Line("nothing to sweep");
  return Exit::kOk;
}

}  // namespace

constinit const Command kMemorySweepCommand = {"memory sweep",  "find facts that are probably outdated",
                                               Group::kMemory,  Needs::kSettings,
                                               MemorySweepForm, RunMemorySweep};

}  // namespace forge::cli
