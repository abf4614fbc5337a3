#include <fmt/core.h>

#include "memory/export.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

Form MemoryExportForm() {
  return {
      .options = {Choice("format", "NAME", "JSON lines, an Agent Skill, or a section of AGENTS.md",
                         {"jsonl", "skill", "agents"}),
                  {"out", "PATH", "the file to write; for a skill, the folder of skills", ValueType::kFile},
                  ScopeOption(true),
                  CategoryOption()},
      .notes =
          "A skill and a section contain accepted facts only, and no statistics of runs (docs/memory.md). In AGENTS.md "
          "only the part between the two markers is replaced.",
      .examples = {{"forge memory export > facts.jsonl", "everything; forge memory import reads it"},
                   {"forge memory export --format agents --out AGENTS.md", "for every agent that reads AGENTS.md"},
                   {"forge memory export --format skill --out .claude/skills", "writes <project>-lessons/SKILL.md"}}};
}

Result<Exit> RunMemoryExport(Context& context, const Args& args) {
  Memory memory = TRY(OpenMemory(context, false));
  FactFilter filter;
  filter.category = CategoryOf(args);
  filter.surest_first = true;
  std::vector<Fact> facts = TRY(memory.List(ScopeOf(args), filter));
  const std::string project =
      context.project ? context.project->root.substr(context.project->root.rfind('/') + 1) : "user";
  const std::string format = args.Has("format") ? args.Get("format") : "jsonl";
  if (format != "jsonl") std::erase_if(facts, [](const Fact& fact) { return !IsTold(fact); });
  const std::string out = args.Get("out");
  std::string path = out;
  std::string text;
  if (format == "skill") {
    text = ExportSkill(facts, project);
    if (!out.empty()) path = out + "/" + SkillName(project) + "/SKILL.md";
  } else if (format == "agents") {
    text = ExportAgentsSection(facts);
  } else {
    text = ExportJsonl(facts);
  }
  if (out.empty() && !context.json) {
    context.out.Write(text);
    return Exit::kOk;
  }
  if (!out.empty()) TRY(WriteExport(path, text, format == "agents"));
  if (context.json) {
    Json json = Json::MakeObject().Set("format", format).Set("facts", static_cast<std::int64_t>(facts.size()));
    json.Set("text", out.empty() ? Json(text) : Json());
    context.out.Print(json.Set("path", out.empty() ? Json() : Json(path)));
  } else {
    context.out.Line(fmt::format("{} facts written to {}", facts.size(), context.Short(path)));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kMemoryExportCommand = {
    "memory export",  "export facts as JSON lines, an Agent Skill or a section of AGENTS.md",
    Group::kMemory,   Needs::kSettings,
    MemoryExportForm, RunMemoryExport};

}  // namespace forge::cli
