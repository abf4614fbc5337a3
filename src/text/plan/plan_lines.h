// A plan's text with its structure: what reading, hashing and editing have in common. Edits leave every other byte
// alone. Does not know steps, nor what is edited.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/markdown.h"
#include "text/plan/plan_header.h"
#include "text/plan/plan_sections.h"

namespace forge {

class PlanLines {
 public:
  // Borrows `text`.
  explicit PlanLines(std::string_view text);
  PlanLines(const PlanLines&) = delete;
  PlanLines& operator=(const PlanLines&) = delete;

  const Markdown& document() const { return document_; }
  const std::vector<PlanSection>& sections() const { return sections_; }
  const std::vector<PlanSection>& all() const { return all_; }
  const std::vector<HeaderLine>& header() const { return header_; }
  int header_end() const { return all_.empty() ? document_.line_count() + 1 : all_[0].line; }
  const FrontMatter& matter() const { return matter_; }
  int front_matter_end() const { return matter_.found ? matter_.last_line : 0; }

  // What is hashed: the text without what changes when the plan is approved, audited or worked on.
  std::string Content() const;

  bool IsBlankLine(int line) const;
  // The last of the lines (first, last] that is neither blank nor a rule; `first` when there is none.
  int LastSolidLine(int first, int last) const;

  // The bytes of the lines first to last, with their ends.
  std::string Range(int first, int last) const;

  // The text with lines put below `line` (0: at the top), or in the place of it. `lines` has `\n` between them.
  std::string InsertAfter(int line, std::string_view lines) const;
  std::string ReplaceLine(int line, std::string_view with) const;
  std::string WithTitle(std::string_view title) const;
  // Another text with the line ends of this one.
  std::string WithItsLineEnds(std::string_view text) const;

 private:
  std::size_t Begin(int line) const;  // the offset of a line; that of the end for the one after the last

  std::string_view text_;
  std::string valid_;
  FrontMatter matter_;
  std::string masked_;
  std::vector<std::size_t> begins_;
  bool crlf_ = false;
  Markdown document_;
  std::vector<PlanSection> all_, sections_;
  std::vector<HeaderLine> header_;
};

// The text as cmark may see it: valid UTF-8, and empty lines in the place of front matter. Line numbers stay.
std::string MaskedPlan(std::string_view valid_text, const FrontMatter& matter);

}  // namespace forge
