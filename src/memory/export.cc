#include "memory/export.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "memory/statistics.h"

namespace forge {
namespace {

constexpr std::string_view kBegin =
    "<!-- forge:memory:begin (written by `forge memory export`; edits here are lost) -->";
constexpr std::string_view kBeginMark = "<!-- forge:memory:begin";
constexpr std::string_view kEnd = "<!-- forge:memory:end -->";

std::string_view TitleOf(FactCategory category) {
  switch (category) {
    case FactCategory::kConvention: return "Conventions";
    case FactCategory::kGotcha: return "Traps";
    case FactCategory::kArchitecture: return "How it is built";
    case FactCategory::kPattern: return "Patterns";
    case FactCategory::kTestCommand: return "Test commands";
    case FactCategory::kDecision: return "Decisions";
    case FactCategory::kEnvironment: return "Environment";
    case FactCategory::kPreference: return "Preferences";
    case FactCategory::kDependency: return "Dependencies";
    case FactCategory::kToolUsage: return "Tools";
    case FactCategory::kFailurePattern: return "What failed before";
    case FactCategory::kSuccessPattern: return "What worked";
  }
  return "";
}

// A fact is one line; what would make it a heading, a list, a comment or a fence of its own is not wanted inside.
std::string OneLine(std::string_view text) {
  return ReplaceAll(ReplaceAll(ReplaceAll(TidyText(text), "<!--", "<!\xE2\x80\x94"), "-->", "\xE2\x80\x94>"), "```",
                    "'''");
}

std::string ByCategory(std::span<const Fact> facts, std::string_view heading) {
  std::string text;
  for (int i = 0; i < kFactCategories; ++i) {
    const auto category = static_cast<FactCategory>(i);
    std::string lines;
    for (const Fact& fact : facts) {
      if (fact.category == category && IsTold(fact)) lines += "- " + OneLine(fact.text) + "\n";
    }
    if (!lines.empty())
      text += fmt::format("{}{} {}\n\n{}", text.empty() ? "" : "\n", heading, TitleOf(category), lines);
  }
  return text;
}

}  // namespace

bool IsTold(const Fact& fact) { return fact.status == FactStatus::kAccepted && !IsRunStatistics(fact); }

std::string ExportJsonl(std::span<const Fact> facts) {
  std::string text;
  for (const Fact& fact : facts) {
    ToJson(fact).DumpTo(text);
    text += '\n';
  }
  return text;
}

std::string SkillName(std::string_view project) {
  std::string name;
  for (char c : Slug(project, 48)) {
    const bool fits = IsLower(c) || IsDigit(c);
    if (fits) name += c;
    if (!fits && !name.empty() && name.back() != '-') name += '-';
  }
  while (name.ends_with('-')) name.pop_back();
  return (name.empty() ? std::string("project") : name) + "-lessons";
}

std::string ExportSkill(std::span<const Fact> facts, std::string_view project) {
  const std::string name(OneLine(project));
  return fmt::format(
      "---\nname: {}\ndescription: {}\n---\n\n# Lessons of {}\n\nWhat earlier work in this project found out. Prefer "
      "the "
      "code where the two disagree.\n\n{}",
      SkillName(project),
      Json(fmt::format("Conventions, commands, traps and decisions of the project {}. Use before planning or changing "
                       "anything in it.",
                       name))
          .Dump(),
      name, ByCategory(facts, "##"));
}

std::string ExportAgentsSection(std::span<const Fact> facts) {
  return fmt::format("{}\n## What Forge learned here\n\n{}{}\n", kBegin, ByCategory(facts, "###"), kEnd);
}

std::string WithAgentsSection(std::string_view document, std::string_view section) {
  const std::size_t begin = document.find(kBeginMark);
  const std::size_t end = begin == std::string_view::npos ? begin : document.find(kEnd, begin);
  if (end != std::string_view::npos) {
    std::string_view rest = document.substr(end + kEnd.size());
    if (rest.starts_with('\n')) rest.remove_prefix(1);
    return std::string(document.substr(0, begin)) + std::string(section) + std::string(rest);
  }
  std::string text(document);
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  if (!text.empty()) text += '\n';
  return text + std::string(section);
}

}  // namespace forge
