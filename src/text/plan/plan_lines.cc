#include "text/plan/plan_lines.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"
#include "text/plan/plan_print_step.h"
#include "text/plan/plan_step_states.h"

namespace forge {
namespace {

// The lines that are hashed.
class ContentOfMatter {
 public:
  ContentOfMatter(const Markdown& document, const std::vector<PlanSection>& sections,
                  const std::vector<HeaderLine>& header)
      : document_(document) {
    kept_.resize(static_cast<std::size_t>(document.line_count()) + 2, true);
    bool in_steps = false;
    for (const PlanSection& section : sections) {
      bool left_out =
          EqualsIgnoreCase(section.name, "Audit Log") || EqualsIgnoreCase(section.name, "Implementation Notes");
      if (left_out) Drop(section.line, section.last_line);
      if (!std::exchange(in_steps, in_steps || EqualsIgnoreCase(section.name, "Steps")) && in_steps) {
        DropStates(section);
      }
    }
    for (const HeaderLine& line : header) {
      if (EqualsIgnoreCase(line.name, "Status")) Drop(line.line, line.line);
    }
    for (const MarkdownBlock& block : document.blocks()) {
      if (block.kind == MarkdownBlock::Kind::kRule && block.depth == 0) rules_.push_back(block.line);
    }
  }

  std::string Text() const {
    std::string text;
    std::size_t solid = 0;  // up to the last line that is neither blank nor a rule
    for (int line = 1; line <= document_.line_count(); ++line) {
      if (!kept_[static_cast<std::size_t>(line)]) {
        // The rule and the blank lines that set a section off go with it.
        if (!states_.contains(line)) text.resize(solid);
        continue;
      }
      const auto others = instead_.find(line);
      std::string_view content = TrimRight(others == instead_.end() ? document_.Line(line) : others->second);
      text += content;
      text += '\n';
      bool rule = std::binary_search(rules_.begin(), rules_.end(), line);
      if (!content.empty() && !rule) solid = text.size();
    }
    text.resize(solid);
    return text;
  }

 private:
  void Drop(int first, int last) {
    for (int line = first; line <= last; ++line) kept_[static_cast<std::size_t>(line)] = false;
  }

  // With the blank line that a state put before a step's text brings along.
  void DropStates(const PlanSection& section) {
    for (int line : FindStateLines(document_, section.begin, section.end)) {
      if (std::string others = OtherFields(document_.Line(line)); !others.empty()) {
        instead_[line] = std::move(others);
        continue;
      }
      bool blank = line < section.last_line && Trim(document_.Line(line + 1)).empty();
      Drop(line, line + (blank ? 1 : 0));
      states_.insert(line);
      states_.insert(line + 1);
    }
  }

  const Markdown& document_;
  std::vector<bool> kept_;  // by line number
  std::unordered_map<int, std::string> instead_;
  std::unordered_set<int> states_;
  std::vector<int> rules_;
};

}  // namespace

std::string MaskedPlan(std::string_view valid_text, const FrontMatter& matter) {
  if (!matter.found) return std::string(valid_text);
  for (int line = 0; line < matter.last_line; ++line)
    valid_text.remove_prefix(std::min(valid_text.find('\n'), valid_text.size() - 1) + 1);
  return std::string(static_cast<std::size_t>(matter.last_line), '\n') + std::string(valid_text);
}

PlanLines::PlanLines(std::string_view text)
    : text_(text),
      valid_(ReplaceAll(ValidUtf8(text), std::string_view("\0", 1), "\xEF\xBF\xBD")),
      matter_(FindFrontMatter(valid_)),
      masked_(MaskedPlan(valid_, matter_)),
      document_(masked_),
      all_(FindAllPlanSections(document_)),
      sections_(FindPlanSections(document_)),
      header_(FindHeaderLines(document_, header_end())) {
  begins_.push_back(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    if (at + 1 < text.size()) begins_.push_back(at + 1);
  }
  std::size_t end = text.find('\n');
  crlf_ = end != std::string_view::npos && end > 0 && text[end - 1] == '\r';
}

std::string PlanLines::Content() const {
  std::string text = ContentOfMatter(document_, sections_, header_).Text();
  if (!matter_.found) return text;
  std::string content;
  for (std::string_view line : Lines(matter_.yaml)) content += std::string(TrimRight(line)) + "\n";
  return content + "---\n" + text.substr(std::min(text.find_first_not_of('\n'), text.size()));
}

std::size_t PlanLines::Begin(int line) const {
  std::size_t index = static_cast<std::size_t>(std::max(line, 1)) - 1;
  return index < begins_.size() ? begins_[index] : text_.size();
}

bool PlanLines::IsBlankLine(int line) const {
  return line >= 1 && line <= document_.line_count() && Trim(document_.Line(line)).empty();
}

int PlanLines::LastSolidLine(int first, int last) const {
  std::vector<int> rules;
  for (const MarkdownBlock& block : document_.blocks()) {
    if (block.kind == MarkdownBlock::Kind::kRule && block.depth == 0) rules.push_back(block.line);
  }
  last = std::min(last, document_.line_count());
  while (last > first && (IsBlankLine(last) || std::ranges::binary_search(rules, last))) --last;
  return last;
}

std::string PlanLines::Range(int first, int last) const {
  std::size_t begin = first <= 1 ? 0 : Begin(first);
  std::size_t end = last < first ? begin : Begin(last + 1);
  return std::string(text_.substr(begin, std::max(end, begin) - begin));
}

std::string PlanLines::WithItsLineEnds(std::string_view text) const {
  std::string plain = ReplaceAll(text, "\r\n", "\n");
  return crlf_ ? ReplaceAll(plain, "\n", "\r\n") : plain;
}

std::string PlanLines::InsertAfter(int line, std::string_view lines) const {
  std::size_t at = line <= 0 ? Begin(1) : Begin(line + 1);
  std::string before(text_.substr(0, at));
  std::string_view end = crlf_ ? "\r\n" : "\n";
  // The document's last line has no end yet.
  if (at == text_.size() && line > 0 && !before.empty() && !before.ends_with('\n')) before += end;
  return before + WithItsLineEnds(lines) + std::string(end) + std::string(text_.substr(at));
}

std::string PlanLines::ReplaceLine(int line, std::string_view with) const {
  std::size_t begin = Begin(line);
  std::string_view old = text_.substr(begin, Begin(line + 1) - begin);
  std::size_t end = begin + old.substr(0, old.find_last_not_of("\r\n") + 1).size();
  return std::string(text_.substr(0, begin)) + std::string(with) + std::string(text_.substr(end));
}

std::string PlanLines::WithTitle(std::string_view title) const {
  std::string line = "# Plan: " + PlanLine(title);
  if (line.ends_with('#')) line += " #";
  for (const MarkdownBlock& block : document_.blocks()) {
    if (block.kind != MarkdownBlock::Kind::kHeading || block.depth != 0 || block.level != 1) continue;
    int last = LastSolidLine(block.line, block.last_line);
    std::string end = crlf_ ? "\r\n" : "\n";
    return Range(1, block.line - 1) + line + end + Range(last + 1, document_.line_count());
  }
  return InsertAfter(front_matter_end(), line + "\n");
}

}  // namespace forge
