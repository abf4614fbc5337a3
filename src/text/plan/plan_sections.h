// The `## ` sections of a plan document. Does not know what any of them means.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/markdown.h"

namespace forge {

// A heading of level 2, and what follows up to the next heading of the same or a higher level.
struct PlanSection {
  std::string name;
  int line = 0;           // of the heading
  int last_line = 0;      // of the section
  int body_line = 0;      // first line below the heading
  std::size_t begin = 0;  // its blocks without the heading
  std::size_t end = 0;
  int level = 2;
};

// In order. Headings in code and quotes do not count, nor do lines that a `---` underlines.
std::vector<PlanSection> FindPlanSections(const Markdown& document);

// The same with further headings of level 1; the document's title, its first `#`, does not count.
std::vector<PlanSection> FindAllPlanSections(const Markdown& document);

// The first of that name, in any case; nullptr when there is none.
const PlanSection* FindPlanSection(const std::vector<PlanSection>& sections, std::string_view name);

// Its lines without the heading, without blank lines around them, and without the rules that set the next section off.
std::string SectionBody(const Markdown& document, const PlanSection& section);

// The info string of a code block whose text is a value as it is, to the last blank: "```verbatim".
inline constexpr std::string_view kVerbatim = "verbatim";

// The text of lines without blank lines around it; what one verbatim block holds when there is nothing else. The first
// line keeps its indent: without it, indented code would become prose.
std::string ReadBody(std::vector<std::string_view> lines);

// A verbatim block that holds `text`, whatever is in it.
std::string VerbatimBlock(std::string_view text);

}  // namespace forge
