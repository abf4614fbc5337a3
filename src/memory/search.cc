#include "memory/search.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "memory/terms.h"
#include "text/lines.h"

namespace forge {
namespace {

constexpr double kCoverageShare = 0.5;
constexpr double kTogetherShare = 0.2;
constexpr double kFitShare = 0.3;
constexpr std::size_t kExcerptWidth = 120;
constexpr std::size_t kMostExcerptText = 64U << 10U;  // of a long plan only the beginning is looked through

bool Holds(std::string_view text, const std::string& term, bool whole) {
  return text.find(whole ? " " + term + " " : " " + term) != std::string_view::npos;
}

double Coverage(std::string_view text, const std::vector<std::string>& terms, bool whole) {
  const auto held = std::ranges::count_if(terms, [&](const std::string& term) { return Holds(text, term, whole); });
  return static_cast<double>(held) / static_cast<double>(terms.size());
}

// The share of neighbours in the query that are neighbours in the text as well.
double Together(std::string_view text, const std::vector<std::string>& terms, bool whole) {
  if (terms.size() < 2) return 1;
  std::size_t pairs = 0;
  for (std::size_t i = 1; i < terms.size(); ++i) pairs += Holds(text, terms[i - 1] + " " + terms[i], whole) ? 1 : 0;
  return static_cast<double>(pairs) / static_cast<double>(terms.size() - 1);
}

struct Scored {
  double score = 0;
  const SearchMatch* match = nullptr;
};

bool Better(const Scored& a, const Scored& b) {
  if (std::abs(a.score - b.score) > 1e-9) return a.score > b.score;
  if (a.match->document.at != b.match->document.at) return a.match->document.at.ms > b.match->document.at.ms;
  return a.match->id < b.match->id;
}

std::size_t CountIn(std::string_view line, const std::vector<std::string>& terms) {
  const std::vector<std::string> own = DistinctTerms(line);
  return static_cast<std::size_t>(std::ranges::count_if(terms, [&](const std::string& term) {
    return std::ranges::any_of(own, [&](const std::string& word) { return word.starts_with(term); });
  }));
}

}  // namespace

std::string ExcerptAbout(std::string_view text, const std::vector<std::string>& terms, std::size_t width) {
  std::string_view best;
  std::size_t most = 0;
  for (std::string_view line : Lines(text.substr(0, kMostExcerptText))) {
    const std::size_t count = CountIn(line, terms);
    if (count <= most) continue;
    most = count;
    best = line;
  }
  best = Trim(best);
  if (best.size() <= width) return ValidUtf8(best);
  // Begin a little before the first word that counts.
  std::size_t begin = 0;
  for (std::size_t at = 0; at < best.size();
       at = best.find(' ', at) == std::string_view::npos ? best.size() : best.find(' ', at) + 1) {
    if (CountIn(best.substr(at, best.find(' ', at) - at), terms) == 0) continue;
    begin = at > width / 3 ? best.find(' ', at - width / 3) + 1 : 0;
    break;
  }
  return (begin > 0 ? "…" : "") + Excerpt(best.substr(begin), width);
}

std::vector<SearchHit> RankMatches(const std::vector<SearchMatch>& matches, const std::vector<std::string>& terms,
                                   bool whole, std::size_t most) {
  double best_fit = 0;
  for (const SearchMatch& match : matches) best_fit = std::min(best_fit, match.fit);
  std::vector<Scored> scored;
  for (const SearchMatch& match : matches) {
    double score = 1;
    if (!terms.empty()) {
      score = kCoverageShare * Coverage(match.terms, terms, whole) +
              kTogetherShare * Together(match.terms, terms, whole) +
              kFitShare * (best_fit < 0 ? match.fit / best_fit : 1);
    }
    scored.push_back({score, &match});
  }
  std::ranges::sort(scored, Better);
  if (scored.size() > most) scored.resize(most);
  std::vector<SearchHit> hits;
  for (const Scored& one : scored) {
    const SearchDocument& document = one.match->document;
    hits.push_back({document, one.score, ExcerptAbout(document.text, terms, kExcerptWidth)});
  }
  return hits;
}

}  // namespace forge
