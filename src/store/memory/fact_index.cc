#include "store/memory/fact_index.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/strings.h"
#include "memory/likeness.h"
#include "memory/terms.h"
#include "store/memory/memory_row.h"

namespace forge {
namespace {

constexpr std::int64_t kRankable = 1500;   // rows that are worth ranking by BM25; beyond that the terms are too common
constexpr std::int64_t kComparable = 400;  // rows to search for a duplicate of a new fact
constexpr std::size_t kMostCompared = 20;  // facts to compare with a new one, the most similar first
constexpr std::size_t kShortestStart = 3;  // of a word to expand as a prefix

std::string Quoted(const std::vector<QueryTerm>& terms, std::string_view joint) {
  std::vector<std::string> words;
  // Terms are letters and digits (memory/terms.h), so they cannot end the quotes.
  for (const QueryTerm& term : terms) words.push_back("\"" + term.term + "\"");
  return Join(words, joint);
}

void SortRarestFirst(std::vector<QueryTerm>& terms) { std::ranges::sort(terms, {}, &QueryTerm::facts); }

}  // namespace

Status FactIndex::Add(std::int64_t id, const std::vector<std::string>& terms) {
  TRY(database_.Run("INSERT INTO fact_text (rowid, tokens) VALUES (?, ?)", {id, Join(terms, " ")}));
  const std::set<std::string> distinct(terms.begin(), terms.end());
  for (const std::string& term : distinct) {
    TRY(database_.Run("INSERT INTO term VALUES (?, 1) ON CONFLICT (term) DO UPDATE SET facts = facts + 1", {term}));
  }
  return Count(terms, 1);
}

// The row holds its terms as they were indexed: a newer Forge may split texts differently.
Status FactIndex::Remove(std::int64_t id) {
  std::string tokens;
  {
    Query query = TRY(database_.Ask("SELECT tokens FROM fact WHERE id = ?", {id}));
    if (TRY(query.Next())) tokens = query.Text(0);
  }
  const std::vector<std::string> terms = SplitTerms(tokens);
  TRY(database_.Run("INSERT INTO fact_text (fact_text, rowid, tokens) VALUES ('delete', ?, ?)", {id, tokens}));
  const std::set<std::string> distinct(terms.begin(), terms.end());
  for (const std::string& term : distinct) {
    TRY(database_.Run("UPDATE term SET facts = facts - 1 WHERE term = ?", {term}));
    TRY(database_.Run("DELETE FROM term WHERE term = ? AND facts <= 0", {term}));
  }
  return Count(terms, -1);
}

Status FactIndex::Count(const std::vector<std::string>& terms, int change) {
  return database_.Run("UPDATE corpus SET facts = facts + ?, terms = terms + ?",
                       {change, change * static_cast<std::int64_t>(terms.size())});
}

// How common each term is. With `expand`, a word that is in no fact stands for the words that begin with it.
Result<std::vector<QueryTerm>> FactIndex::Weigh(std::span<const std::string> terms, bool expand) {
  std::vector<QueryTerm> weighed;
  for (const std::string& term : terms) {
    const std::int64_t facts = TRY(database_.AskInt("SELECT facts FROM term WHERE term = ?", {term}));
    weighed.push_back({term, facts, 1, term});
    if (facts > 0 || !expand || term.size() < kShortestStart) continue;
    Query query = TRY(database_.Ask(
        "SELECT term, facts FROM (SELECT term, facts FROM term WHERE term > ?1 AND term < ?1 || x'f8' LIMIT 100) "
        "ORDER BY facts DESC LIMIT 5",
        {term}));
    while (TRY(query.Next())) weighed.push_back({query.Text(0), query.Int(1), 0.7, term});
  }
  return weighed;
}

// Facts that share most of the terms; rarer terms count more. BM25 would look up the length of every row, which is most
// of the cost of saving; the words decide similarity anyway.
Result<std::vector<Fact>> FactIndex::Likest(const std::string& text) {
  // Two texts that share 3 of 4 words also share one of the rarest quarter (plus one) of either.
  std::vector<QueryTerm> terms = TRY(Weigh(DistinctTerms(text), false));
  SortRarestFirst(terms);
  const auto shared = static_cast<std::size_t>(std::ceil(kRelatedOverlap * static_cast<double>(terms.size())));
  terms.resize(std::min(terms.size(), terms.size() - shared + 1));
  std::erase_if(terms, [](const QueryTerm& term) { return term.facts == 0; });
  std::unordered_map<std::int64_t, double> shares;
  std::int64_t rows = 0;
  for (const QueryTerm& term : terms) {
    rows += term.facts;
    if (rows > kComparable) break;
    Query query = TRY(database_.Ask("SELECT rowid FROM fact_text WHERE fact_text MATCH ?", {Quoted({term}, "")}));
    while (TRY(query.Next())) shares[query.Int(0)] += 1 / static_cast<double>(term.facts);
  }
  std::vector<Fact> facts;
  if (shares.empty()) {
    for (Findings::Found& found : TRY(Matching(std::move(terms), kMostCompared, 0))) {
      facts.push_back(std::move(found.fact));
    }
    return facts;
  }
  std::vector<std::pair<std::int64_t, double>> likest(shares.begin(), shares.end());
  const auto most = static_cast<std::ptrdiff_t>(std::min(likest.size(), kMostCompared));
  std::partial_sort(likest.begin(), likest.begin() + most, likest.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first > b.first;
  });
  likest.resize(static_cast<std::size_t>(most));
  for (const auto& [id, share] : likest) {
    if (auto fact = TRY(LoadFact(database_, scope_, id))) facts.push_back(*std::move(fact));
  }
  return facts;
}

// Facts that contain one of the terms. BM25 orders them by the rare terms. If even the rarest term is common, takes the
// newest facts with as many of the terms as possible.
Result<std::vector<Findings::Found>> FactIndex::Matching(std::vector<QueryTerm> terms, std::size_t most,
                                                         std::int64_t rankable) {
  std::erase_if(terms, [](const QueryTerm& term) { return term.facts == 0; });
  SortRarestFirst(terms);
  std::vector<Findings::Found> found;
  auto collect = [&](std::string_view sql, const std::string& match) -> Status {
    Query query = TRY(database_.Ask(sql, {match, static_cast<std::int64_t>(most)}));
    while (TRY(query.Next())) {
      const std::int64_t id = query.Int(0);
      const bool known =
          std::any_of(found.begin(), found.end(), [&](const auto& other) { return other.fact.id.value == id; });
      if (!known) found.push_back({FactFromRow(query, scope_), SplitTerms(query.Text(kFactColumns))});
    }
    return {};
  };
  std::vector<QueryTerm> rare;
  std::int64_t rows = 0;
  for (const QueryTerm& term : terms) {
    rows += term.facts;
    if (rows > rankable) break;
    rare.push_back(term);
  }
#define FORGE_MATCHING                                                          \
  "SELECT " FORGE_FACT_COLUMNS                                                  \
  ", tokens FROM fact JOIN (SELECT rowid AS place, rank AS fit FROM fact_text " \
  "WHERE fact_text MATCH ? ORDER BY "
  constexpr std::string_view kFittest = FORGE_MATCHING "rank LIMIT ?) ON id = place ORDER BY fit";
  constexpr std::string_view kNewest = FORGE_MATCHING "rowid DESC LIMIT ?) ON id = place";
#undef FORGE_MATCHING
  if (!rare.empty()) TRY(collect(kFittest, Quoted(rare, " OR ")));
  if (found.size() < most && rare.size() < terms.size()) {
    std::vector<QueryTerm> common(terms.begin() + static_cast<std::ptrdiff_t>(rare.size()), terms.end());
    if (common.size() > 3) common.resize(3);
    if (common.size() > 1) TRY(collect(kNewest, Quoted(common, " AND ")));
    if (found.size() < most / 2) TRY(collect(kNewest, Quoted({common.front()}, "")));
  }
  return found;
}

Result<Findings> FactIndex::Search(std::span<const std::string> terms, std::size_t most) {
  Findings findings;
  findings.terms = TRY(Weigh(terms, true));
  {
    Query totals = TRY(database_.Ask("SELECT facts, terms FROM corpus"));
    if (TRY(totals.Next())) {
      findings.facts = totals.Int(0);
      findings.mean_terms = std::max(1.0, totals.Real(1) / std::max(1.0, totals.Real(0)));
    }
  }
  findings.found = TRY(Matching(findings.terms, most, kRankable));
  return findings;
}

}  // namespace forge
