#include "text/plan_sections.h"

#include <optional>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

using Kind = MarkdownBlock::Kind;

bool IsSectionHeading(const Markdown& document, const MarkdownBlock& block) {
  if (block.kind != Kind::kHeading || block.depth != 0 || block.level > 2) return false;
  // A line directly above a `---` is a heading to Markdown, but not to most people who write that.
  return Trim(document.Line(block.line)).starts_with('#');
}

}  // namespace

std::vector<PlanSection> FindAllPlanSections(const Markdown& document) {
  std::vector<PlanSection> sections;
  std::optional<std::size_t> open;
  bool titled = false;
  const auto& blocks = document.blocks();
  auto close = [&](std::size_t block, int line) {
    if (!open) return;
    sections[*open].end = block;
    sections[*open].last_line = line;
    open.reset();
  };
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    bool first = blocks[i].kind == Kind::kHeading && blocks[i].depth == 0 && blocks[i].level == 1;
    bool title = first && !std::exchange(titled, true);
    if (!IsSectionHeading(document, blocks[i])) continue;
    close(i, blocks[i].line - 1);
    if (title) continue;
    open = sections.size();
    int line = blocks[i].line;
    sections.push_back({document.HeadingText(blocks[i]), line, 0, line + 1, i + 1, 0, blocks[i].level});
  }
  close(blocks.size(), document.line_count());
  return sections;
}

std::vector<PlanSection> FindPlanSections(const Markdown& document) {
  std::vector<PlanSection> sections = FindAllPlanSections(document);
  std::erase_if(sections, [](const PlanSection& section) { return section.level != 2; });
  return sections;
}

const PlanSection* FindPlanSection(const std::vector<PlanSection>& sections, std::string_view name) {
  for (const PlanSection& section : sections) {
    if (EqualsIgnoreCase(section.name, name)) return &section;
  }
  return nullptr;
}

std::string SectionBody(const Markdown& document, const PlanSection& section) {
  int last = section.last_line;
  for (std::size_t at = section.end; at > section.begin; --at) {
    const MarkdownBlock& block = document.blocks()[at - 1];
    if (block.kind != Kind::kRule || block.depth != 0) break;
    last = block.line - 1;
  }
  std::string body;
  for (int line = section.body_line; line <= last; ++line) {
    body += TrimRight(document.Line(line));
    body += '\n';
  }
  return std::string(Trim(body));
}

}  // namespace forge
