#include "text/plan/plan_structure.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/strings.h"
#include "model/path_kinds.h"
#include "text/code_spans.h"
#include "text/markdown.h"
#include "text/path_words.h"
#include "text/plan/plan_header.h"
#include "text/plan/plan_sections.h"

namespace forge {
namespace {

constexpr std::size_t kShortestBody = 10;

// Of two with one name the first counts; what stands below the log was written by its auditors.
const PlanSection* FindOwnSection(const std::vector<PlanSection>& sections, std::string_view name) {
  for (const PlanSection& section : sections) {
    if (EqualsIgnoreCase(section.name, "Audit Log")) return nullptr;
    if (EqualsIgnoreCase(section.name, name)) return &section;
  }
  return nullptr;
}

std::string WithoutComments(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    std::size_t open = text.find("<!--");
    kept += text.substr(0, open);
    if (open == std::string_view::npos) break;
    std::size_t close = text.find("-->", open + 4);
    if (close == std::string_view::npos) break;
    text.remove_prefix(close + 3);
  }
  return std::string(Trim(kept));
}

// One line that is emphasised as a whole. `_a_ then more _b_` only begins and ends so.
bool IsItalicLine(std::string_view body) {
  if (body.find('\n') != std::string_view::npos || body.size() < 2 || !body.starts_with('_')) return false;
  for (std::size_t at = body.find('_', 1); at != std::string_view::npos; at = body.find('_', at + 1)) {
    const bool inside_word = at + 1 < body.size() && IsLetterOrDigit(body[at + 1]);  // read_all
    if (!inside_word) return at + 1 == body.size();
  }
  return false;
}

bool IsPlaceholder(std::string_view body) {
  return CountCharacters(body) < kShortestBody || body.starts_with('(') || IsItalicLine(body);
}

// Nobody filled it in: nothing, words of the template (`{{TITLE}}`), or one emphasised remark. Braces in a title may
// also be what it is about: "Use {{mustache}} in templates".
bool IsPlaceholderTitle(std::string_view heading) {
  const std::string_view title = WithoutPlanPrefix(heading);
  if (IsBlankText(title) || title.starts_with('(') || IsItalicLine(title)) return true;
  if (title.find("{{TITLE}}") != std::string_view::npos) return true;
  return title.starts_with("{{") && title.find("}}") == title.size() - 2;
}

const MarkdownBlock* FindTitle(const Markdown& document) {
  for (const MarkdownBlock& block : document.blocks()) {
    if (block.kind == MarkdownBlock::Kind::kHeading && block.depth == 0 && block.level == 1) return &block;
  }
  return nullptr;
}

// Wider than LooksLikeFile(): a `a.b` under Changes means a file.
bool NamesFile(std::string_view span) {
  span = FilePartOf(span);
  if (LooksLikeFile(span)) return true;
  if (span.find_first_of(" \t()<>") != std::string_view::npos) return false;
  std::string_view extension = SplitPath(span).extension;
  return !extension.empty() && std::all_of(extension.begin(), extension.end(), IsLetterOrDigit) &&
         std::any_of(extension.begin(), extension.end(), [](char c) { return c > '9'; });
}

struct PathsFound {
  bool any = false;
  std::optional<int> placeholder;  // the line of the first `path/to/...`
};

PathsFound FindPaths(const Markdown& document, const PlanSection& section) {
  PathsFound found;
  std::vector<bool> code(static_cast<std::size_t>(section.last_line) + 1);
  for (std::size_t i = section.begin; i < section.end; ++i) {
    const MarkdownBlock& block = document.blocks()[i];
    if (block.kind != MarkdownBlock::Kind::kCode) continue;
    for (int line = block.line; line <= std::min(block.last_line, section.last_line); ++line)
      code[static_cast<std::size_t>(line)] = true;
  }
  for (int line = section.body_line; line <= section.last_line; ++line) {
    if (code[static_cast<std::size_t>(line)]) continue;
    for (const CodeSpan& span : CodeSpansOf(document.Line(line))) {
      std::string_view path = FilePartOf(span.text);
      if (!found.placeholder && (path.starts_with("path/to") || path.starts_with("/path/to"))) found.placeholder = line;
      found.any = found.any || NamesFile(span.text);
    }
  }
  return found;
}

std::optional<int> FindClosedStatus(const Markdown& document, int last) {
  constexpr std::string_view kLabel = "**status:**";
  for (const MarkdownBlock& block : document.blocks()) {
    if (block.line > last) break;
    if (block.depth != 0 ||
        (block.kind != MarkdownBlock::Kind::kParagraph && block.kind != MarkdownBlock::Kind::kHeading))
      continue;
    for (int line = block.line; line <= std::min(block.last_line, last); ++line) {
      std::string_view text = Trim(document.Line(line));
      if (!EqualsIgnoreCase(text.substr(0, kLabel.size()), kLabel)) continue;
      std::string_view status = Trim(text.substr(kLabel.size()));
      if (EqualsIgnoreCase(status, "CLOSED")) return line;
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace

Severity StructureAudit::severity() const {
  Severity worst = Severity::kNone;
  for (const StructureFinding& finding : findings) worst = std::max(worst, finding.severity);
  return worst;
}

StructureAudit AuditStructure(std::string_view plan) {
  StructureAudit audit;
  const std::string text = ReplaceAll(plan, std::string_view("\0", 1), "\xEF\xBF\xBD");
  const Markdown document(text);
  const std::vector<PlanSection> sections = FindPlanSections(document);
  if (const MarkdownBlock* title = FindTitle(document); title && IsPlaceholderTitle(document.HeadingText(*title)))
    audit.findings.push_back({Severity::kMedium, "Empty or placeholder: title", title->line});
  for (std::string_view name : {"Objective", "Scope", "Changes", "Risks", "Testing"}) {
    const PlanSection* section = FindOwnSection(sections, name);
    if (!section) {
      audit.findings.push_back({Severity::kHigh, fmt::format("Missing section: {}", name), 0});
    } else if (IsPlaceholder(WithoutComments(SectionBody(document, *section)))) {
      audit.findings.push_back({Severity::kMedium, fmt::format("Empty or placeholder: {}", name), section->line});
    }
  }
  if (const PlanSection* changes = FindOwnSection(sections, "Changes")) {
    const PathsFound paths = FindPaths(document, *changes);
    if (!paths.any && CountCharacters(WithoutComments(SectionBody(document, *changes))) > kShortestBody)
      audit.findings.push_back({Severity::kMedium, "Changes section lacks file paths", changes->line});
    if (paths.placeholder)
      audit.findings.push_back({Severity::kMedium, "Changes section uses placeholder file paths", *paths.placeholder});
  }
  if (auto line = FindClosedStatus(document, sections.empty() ? document.line_count() : sections[0].line - 1))
    audit.findings.push_back({Severity::kLow, "Plan is closed", *line});
  return audit;
}

Json ToJson(const StructureAudit& audit) {
  Json findings = Json::MakeArray();
  std::int64_t counts[4] = {};
  for (const StructureFinding& finding : audit.findings) {
    ++counts[static_cast<std::size_t>(finding.severity)];
    findings.Append(Json::MakeObject()
                        .Set("severity", Name(finding.severity))
                        .Set("what", finding.what)
                        .Set("line", finding.line > 0 ? Json(finding.line) : Json()));
  }
  return Json::MakeObject()
      .Set("severity", Name(audit.severity()))
      .Set("revise", audit.revise())
      .Set("counts", Json::MakeObject().Set("high", counts[3]).Set("medium", counts[2]).Set("low", counts[1]))
      .Set("findings", std::move(findings));
}

}  // namespace forge
