// What `forge search` looks through, and how well it fits a query. Pure: knows no storage (store/search/) and no run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/word_table.h"

namespace forge {

enum class SearchKind { kRun, kPlan, kStep, kFinding };
constexpr auto EnumWords(SearchKind) { return WordTable<SearchKind>("run", "plan", "step", "finding"); }

// One text of a run that can be found.
struct SearchDocument {
  SearchKind kind = SearchKind::kRun;
  RunId run;
  std::string place;  // the step's id, the finding's number; empty: of the whole run
  std::string title;
  std::string text;
  std::vector<std::string> files;  // that it is about; may be globs
  TimePoint at;                    // when the run was last changed
};

// A document that has at least one term of the query.
struct SearchMatch {
  std::int64_t id = 0;
  SearchDocument document;
  std::string terms;  // of title, text and files, each between two blanks
  double fit = 0;     // BM25 as SQLite counts it: the smaller the better
};

struct SearchHit {
  SearchDocument document;
  double score = 0;     // 0 to 1
  std::string excerpt;  // the part of the text with most words of the query; empty: the title says it
};

// Best first: how many of the terms it has, whether they stand side by side, how rare they are, and then the newest.
// `whole`: terms are whole words, not beginnings. Without terms the newest comes first. At most `most`.
std::vector<SearchHit> RankMatches(const std::vector<SearchMatch>& matches, const std::vector<std::string>& terms,
                                   bool whole, std::size_t most);

// The line of the text with most of the terms, cut around the first of them; empty when no line has one.
std::string ExcerptAbout(std::string_view text, const std::vector<std::string>& terms, std::size_t width);

}  // namespace forge
