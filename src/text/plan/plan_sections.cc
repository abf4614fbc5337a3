#include "text/plan/plan_sections.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "text/prose.h"

namespace forge {
namespace {

// What is blank to Markdown. A form feed is not: without it, the text after it could become a heading.
constexpr std::string_view kMarkdownBlanks = " \t\r";

bool IsSectionHeading(const Markdown& document, const MarkdownBlock& block) {
  if (block.kind != MarkdownBlock::Kind::kHeading || block.depth != 0 || block.level > 2) return false;
  // A line directly above a `---` is a heading to Markdown, but not to most people who write that.
  return ParseHeading(Trim(document.Line(block.line))).level > 0;
}

// One fence from the first line to the last, with our info string.
bool IsVerbatimBlock(const std::vector<std::string_view>& lines) {
  if (lines.size() < 2) return false;
  std::string_view opening = TrimRight(lines.front());
  std::size_t marks = std::min(opening.find_first_not_of('`'), opening.size());
  if (marks < 3 || opening.substr(marks) != kVerbatim) return false;
  for (std::size_t at = 1; at < lines.size(); ++at) {
    std::string_view line = Trim(lines[at]);
    bool closes = line.size() >= marks && line.find_first_not_of('`') == std::string_view::npos;
    if (closes) return at + 1 == lines.size();
  }
  return false;
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
    bool first = blocks[i].kind == MarkdownBlock::Kind::kHeading && blocks[i].depth == 0 && blocks[i].level == 1;
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
    if (block.kind != MarkdownBlock::Kind::kRule || block.depth != 0) break;
    last = block.line - 1;
  }
  std::vector<std::string_view> lines;
  for (int line = section.body_line; line <= last; ++line) lines.push_back(document.Line(line));
  return ReadBody(lines);
}

std::string ReadBody(std::vector<std::string_view> lines) {
  auto blank = [](std::string_view line) { return line.find_first_not_of(kMarkdownBlanks) == std::string_view::npos; };
  while (!lines.empty() && blank(lines.back())) lines.pop_back();
  auto first = std::ranges::find_if_not(lines, blank);
  bool verbatim = IsVerbatimBlock({first, lines.end()});
  std::string body;
  for (auto line = first + (verbatim ? 1 : 0); line < lines.end() - (verbatim ? 1 : 0); ++line) {
    if (line != first + (verbatim ? 1 : 0)) body += '\n';
    body += verbatim ? line->substr(0, line->find_last_not_of('\r') + 1)
                     : line->substr(0, line->find_last_not_of(kMarkdownBlanks) + 1);
  }
  return body;
}

std::string VerbatimBlock(std::string_view text) {
  std::size_t longest = 2;
  for (std::size_t at = text.find('`'); at < text.size(); at = text.find('`', at)) {
    std::size_t end = std::min(text.find_first_not_of('`', at), text.size());
    longest = std::max(longest, end - at);
    at = end;
  }
  std::string fence(longest + 1, '`');
  return fence + std::string(kVerbatim) + "\n" + std::string(text) + "\n" + fence;
}

}  // namespace forge
