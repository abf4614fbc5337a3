#include <fmt/core.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

Form MemoryImportForm() {
  return {
      .positionals = {{"PATH", "a file, or a folder of fragments", true, ValueType::kFile}},
      .options = {ScopeOption(false)},
      .notes =
          "Reads Forge's own export, project.jsonl and global.jsonl of the modules workflow, forge.db and global.db of "
          "the gated one, AUTO-MEMORY.md and fragments of the milestone one; the format is detected. Lines that cannot "
          "be read are listed and skipped; the exit code is then 1. Importing a file twice changes nothing.",
      .examples = {{"forge memory import .forge/memory/project.jsonl", ""},
                   {"forge memory import ~/.forge/global.db --scope global", ""}}};
}

Result<Exit> RunMemoryImport(Context& context, const Args& args) {
  Memory memory = TRY(OpenMemory(context, true));
  const FactScope scope = ScopeOf(args).value_or(context.project ? FactScope::kProject : FactScope::kGlobal);
  const ImportReport report = TRY(memory.Import(args.Get("PATH"), scope, context.host.now()));
  if (context.json) {
    Json bad = Json::MakeArray();
    for (const BadLine& line : report.bad)
      bad.Append(Json::MakeObject().Set("line", line.line).Set("message", line.why));
    Json json = Json::MakeObject().Set("format", report.format).Set("added", report.added);
    json.Set("confirmed", report.confirmed).Set("known", report.known).Set("spikes", report.spikes);
    context.out.Print(json.Set("triples", report.triples).Set("bad", std::move(bad)));
  } else {
    context.out.Line(fmt::format("{}: {} facts added, {} confirmed, {} known already; {} spikes, {} triples",
                                 report.format, report.added, report.confirmed, report.known, report.spikes,
                                 report.triples));
    for (const BadLine& line : report.bad) {
      context.out.Line(line.line > 0 ? fmt::format("  line {}: {}", line.line, line.why) : "  " + line.why);
    }
  }
  return report.bad.empty() ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kMemoryImportCommand = {"memory import",  "import facts from another system",
                                                Group::kMemory,   Needs::kSettings,
                                                MemoryImportForm, RunMemoryImport};

}  // namespace forge::cli
