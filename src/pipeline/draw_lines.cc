// What both pictures say about a stage; draw_text.cc and draw_svg.cc only place it.
#include "pipeline/draw_lines.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "text/gates.h"

namespace forge {
namespace {

void Add(std::vector<std::string>& lines, std::string line) {
  if (!line.empty()) lines.push_back(std::move(line));
}

// One line per directive: "when run.size == quick", " and not run.flags.full == true".
void AddCondition(std::string_view word, const std::string& text, std::vector<std::string>& lines) {
  for (const GateDirective& directive : ParseGate(text).gate) {
    std::string part = directive.text;
    if (part.starts_with("require ")) part = part.substr(8);
    if (part.starts_with("forbid ")) part = "not " + part.substr(7);
    lines.push_back(fmt::format("{:>4} {}", word, part));
    word = "and";
  }
}

std::string MemberLine(const Member& member) {
  std::string text = "· " + member.name;
  if (member.role != member.name) text += " (" + member.role + ")";
  if (!member.sees.empty()) text += " sees " + Join(member.sees, ", ");
  if (!member.after.empty()) text += " after " + Join(member.after, ", ");
  return text;
}

std::string Work(const Stage& stage) {
  std::string text = stage.role;
  if (!stage.produces.empty()) text += (text.empty() ? "→ " : " → ") + stage.produces;
  if (!stage.verdict.empty()) text += (text.empty() ? "verdict " : " → verdict ") + stage.verdict;
  return text;
}

std::string CommandLine(const std::string& command) {
  if (command == "step") return "the steps' own commands";
  if (command == "project") return "the project's own commands";
  return "$ " + command;
}

void AddKind(const Stage& stage, std::vector<std::string>& lines) {
  switch (stage.kind) {
    case StageKind::kAgent:
    case StageKind::kLearn: Add(lines, Work(stage)); return;
    case StageKind::kPanel:
      Add(lines, Work(stage));
      for (const Member& member : stage.members) lines.push_back(MemberLine(member));
      return;
    case StageKind::kCheck:
      Add(lines, Join(stage.checks, ", "));
      for (const std::string& command : stage.commands) {
        lines.push_back(CommandLine(command));
      }
      return;
    case StageKind::kAsk:
      lines.push_back("“" + stage.question + "”");
      lines.push_back(Join(stage.options, " / ") + (stage.shows.empty() ? "" : ", shows " + stage.shows));
      return;
    case StageKind::kEach:
      lines.push_back(fmt::format("every {} → {}, {} at a time", stage.over == Over::kSteps ? "step" : "step as a run",
                                  stage.pipeline, stage.max_concurrent));
      if (!stage.attended) lines.push_back("these ask nobody");
      if (!stage.reading_pipeline.empty()) lines.push_back("a step that reads or audits → " + stage.reading_pipeline);
      return;
    case StageKind::kIntegrate: lines.push_back(stage.how); return;
  }
}

std::string KindWord(const Stage& stage) {
  switch (stage.kind) {
    case StageKind::kAgent: return stage.reviews() ? "review" : "agent";
    case StageKind::kPanel: return fmt::format("panel, {}", Name(stage.aggregate));
    case StageKind::kCheck:
      return stage.mode == CheckMode::kBlocking ? "check" : fmt::format("check, {}", Name(stage.mode));
    case StageKind::kAsk:
    case StageKind::kEach:
    case StageKind::kIntegrate:
    case StageKind::kLearn: return std::string(Name(stage.kind));
  }
  return "";
}

}  // namespace

StageLines LinesOf(const Stage& stage) {
  StageLines lines;
  lines.name = stage.name;
  lines.kind = KindWord(stage);
  AddCondition("when", stage.when, lines.body);
  AddCondition("gate", stage.gate, lines.body);
  AddKind(stage, lines.body);
  if (!stage.on_revision.empty()) lines.loop = LoopLabel(stage);
  return lines;
}

std::string LoopLabel(const Stage& stage) {
  std::string label = fmt::format("↺ {} → {}", stage.kind == StageKind::kAsk ? "modify" : "revise", stage.on_revision);
  if (stage.kind == StageKind::kAsk) return label;
  label += fmt::format(" (max {}", stage.max_iterations);
  if (stage.converge == Converge::kDecreasing) label += ", while failures decrease";
  if (stage.converge == Converge::kAttempts) label += ", while attempts differ";
  return label + fmt::format(", then {})", Name(stage.on_exhausted));
}

}  // namespace forge
