// Where a claim points, and the things it names that can be looked for there. Part of claims.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct Citation {
  enum class Kind : std::uint8_t { kNone, kLine, kSection, kSpike };
  Kind kind = Kind::kNone;
  std::string path;    // kLine, kSection
  int first = 0;       // kLine: from 1
  int last = 0;        // kLine: of a range, else first
  std::string anchor;  // kSection: as written; kSpike: the id
};

// `src/a.cc:12`, `src/a.cc:12-20`, `src/a.cc#L12`, `guide.md#the-section`, `spike:id`; backticks are dropped.
Citation ParseCitation(std::string_view text);

// As GitHub makes anchors of headings: lower case, blanks to dashes, other marks dropped.
std::string AnchorOf(std::string_view heading);

// The lines of the section that has this anchor or heading, its heading among them; empty when there is none.
std::string_view FindCitedSection(std::string_view document, std::string_view anchor);

// Lines first-window .. last+window; empty when `first` is beyond the end.
std::string_view FindCitedLines(std::string_view document, int first, int last, int window);
int CountLines(std::string_view document);

// Code spans, quoted texts, identifiers and numbers of the claim; if it has none of these, its most specific words. The
// citation itself does not count.
std::vector<std::string> ThingsNamed(std::string_view claim, const Citation& citation);

// The words of the claim that can tell a place from another, in lower case and without a plural's end: a place that has
// two of them is about the same thing, even if it has none of the names.
std::vector<std::string> WordsSaid(std::string_view claim, const Citation& citation);
bool SaysWord(std::string_view place, const std::string& word);

// As a whole word, in any case for words of prose. "Foo::Bar()" is there when "Bar" is.
bool Mentions(std::string_view place, const std::string& thing);

}  // namespace forge
