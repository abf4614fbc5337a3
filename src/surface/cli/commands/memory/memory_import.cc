#include <fmt/core.h>

#include <utility>

#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

constexpr const char* kForAllProjects =
    "  not in a project: these facts hold for all your projects (forge memory list --scope global)";

Form MemoryImportForm() {
  return {
      .positionals = {{"PATH",
                       "a file, or a folder of fragments; without it, the modules workflow's files in .forge/memory",
                       false, ValueType::kFile}},
      .options = {ScopeOption(false)},
      .notes =
          "Reads Forge's own export, project.jsonl and global.jsonl of the modules workflow, forge.db and global.db of "
          "the gated one, AUTO-MEMORY.md and fragments of the milestone one; the format is detected. Without PATH, it "
          "takes .forge/memory/project.jsonl for this project and .forge/memory/global.jsonl for all your projects, as "
          "far as they are there. Outside a project PATH is for all your projects. Lines that cannot be read are "
          "listed and skipped; the exit code is then 1. Importing "
          "a file twice changes nothing.",
      .examples = {{"forge memory import", "what the modules workflow remembered here"},
                   {"forge memory import facts.jsonl", ""},
                   {"forge memory import ~/.forge/global.db --scope global", ""}}};
}

// The file that the user names, or what the modules workflow left in the project. `shown` is empty for the former.
Result<std::vector<ForeignMemory>> SourcesOf(const Context& context, const Args& args) {
  const std::optional<FactScope> scope = ScopeOf(args);
  if (args.Has("PATH")) {
    const FactScope usual = context.project ? FactScope::kProject : FactScope::kGlobal;
    return std::vector<ForeignMemory>{{args.Get("PATH"), "", scope.value_or(usual)}};
  }
  std::vector<ForeignMemory> found;
  if (context.project) found = FindForeignMemory(*context.project);
  if (found.empty()) {
    return Fail(Code::kNotFound, "memory import: there is no .forge/memory/project.jsonl to import",
                "name a file: forge memory import PATH");
  }
  for (ForeignMemory& source : found) source.scope = scope.value_or(source.scope);
  return found;
}

void AddUp(ImportReport& sum, const ImportReport& one, const ForeignMemory& source) {
  sum.format = one.format;
  sum.added += one.added;
  sum.confirmed += one.confirmed;
  sum.known += one.known;
  sum.spikes += one.spikes;
  sum.triples += one.triples;
  for (const BadLine& line : one.bad) {
    sum.bad.push_back({line.line, source.shown.empty() ? line.why : source.shown + ": " + line.why});
  }
}

void ShowImport(Context& context, const ImportReport& report, const ForeignMemory& source) {
  context.out.Line(fmt::format("{}: {} facts added, {} confirmed, {} known already; {} spikes, {} triples",
                               source.shown.empty() ? report.format : source.shown, report.added, report.confirmed,
                               report.known, report.spikes, report.triples));
  for (const BadLine& line : report.bad) {
    context.out.Line(line.line > 0 ? fmt::format("  line {}: {}", line.line, line.why) : "  " + line.why);
  }
}

Json ImportJson(const ImportReport& report, const std::vector<ForeignMemory>& sources) {
  Json bad = Json::MakeArray();
  for (const BadLine& line : report.bad) bad.Append(Json::MakeObject().Set("line", line.line).Set("message", line.why));
  Json paths = Json::MakeArray(), scopes = Json::MakeArray();
  for (const ForeignMemory& source : sources) {
    paths.Append(source.shown.empty() ? source.path : source.shown);
    scopes.Append(Name(source.scope));
  }
  Json json = Json::MakeObject().Set("paths", std::move(paths)).Set("scopes", std::move(scopes));
  json.Set("format", report.format);
  json.Set("added", report.added).Set("confirmed", report.confirmed).Set("known", report.known);
  return json.Set("spikes", report.spikes).Set("triples", report.triples).Set("bad", std::move(bad));
}

Result<Exit> RunMemoryImport(Context& context, const Args& args) {
  const std::vector<ForeignMemory> sources = TRY(SourcesOf(context, args));
  Memory memory = TRY(OpenMemory(context, true));
  ImportReport all;
  for (const ForeignMemory& source : sources) {
    const ImportReport report = TRY(memory.Import(source.path, source.scope, context.host.now()));
    if (!context.json) ShowImport(context, report, source);
    if (!context.json && !context.project && !args.Has("scope")) context.out.Line(kForAllProjects);
    AddUp(all, report, source);
  }
  if (context.json) context.out.Print(ImportJson(all, sources));
  return all.bad.empty() ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kMemoryImportCommand = {"memory import",  "import facts from another system",
                                                Group::kMemory,   Needs::kSettings,
                                                MemoryImportForm, RunMemoryImport};

}  // namespace forge::cli
