#include "text/plan_sections.h"

#include <optional>

#include "base/strings.h"

namespace forge {
namespace {

using Kind = MarkdownBlock::Kind;

bool IsSectionHeading(const Markdown& document, const MarkdownBlock& block) {
  if (block.kind != Kind::kHeading || block.depth != 0 || block.level > 2) return false;
  // Header lines directly above a `---` are a heading to Markdown, but not to the person who wrote them.
  std::string_view line = Trim(document.Line(block.line));
  return line.starts_with('#') || (block.last_line == block.line + 1 && !line.starts_with("**"));
}

}  // namespace

std::vector<PlanSection> FindPlanSections(const Markdown& document) {
  std::vector<PlanSection> sections;
  std::optional<std::size_t> open;
  const auto& blocks = document.blocks();
  auto close = [&](std::size_t block, int line) {
    if (!open) return;
    sections[*open].end = block;
    sections[*open].last_line = line;
    open.reset();
  };
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!IsSectionHeading(document, blocks[i])) continue;
    close(i, blocks[i].line - 1);
    if (blocks[i].level != 2) continue;
    open = sections.size();
    bool underlined = !Trim(document.Line(blocks[i].line)).starts_with('#');
    sections.push_back(
        {document.HeadingText(blocks[i]), blocks[i].line, 0, blocks[i].line + (underlined ? 2 : 1), i + 1, 0});
  }
  close(blocks.size(), document.line_count());
  return sections;
}

const PlanSection* FindPlanSection(const std::vector<PlanSection>& sections, std::string_view name) {
  for (const PlanSection& section : sections) {
    if (EqualsIgnoreCase(section.name, name)) return &section;
  }
  return nullptr;
}

std::string SectionBody(const Markdown& document, const PlanSection& section) {
  std::string body;
  for (int line = section.body_line; line <= section.last_line; ++line) {
    body += TrimRight(document.Line(line));
    body += '\n';
  }
  return std::string(Trim(body));
}

}  // namespace forge
