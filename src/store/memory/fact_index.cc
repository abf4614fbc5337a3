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
constexpr std::size_t kMostSketches = 4'096;
constexpr std::size_t kMany = 100;          // facts at once that are worth having all words in memory ...
constexpr std::size_t kWorthReading = 500;  // ... and how many facts may be read for each of them

std::string Quoted(const std::vector<QueryTerm>& terms, std::string_view joint) {
  std::vector<std::string> words;
  // Terms are letters and digits (memory/terms.h), so they cannot end the quotes.
  for (const QueryTerm& term : terms) words.push_back("\"" + term.term + "\"");
  return Join(words, joint);
}

void SortRarestFirst(std::vector<QueryTerm>& terms) { std::ranges::sort(terms, {}, &QueryTerm::facts); }

}  // namespace

Status FactIndex::Gather(std::size_t count) {
  if (!crowd_ && count < kMany) return {};
  const std::int64_t version = TRY(database_.AskInt("PRAGMA data_version"));
  if (crowd_ && version == crowd_version_) return {};
  Forget();
  const std::int64_t stored = TRY(database_.AskInt("SELECT facts FROM corpus"));
  if (count < kMany || stored > static_cast<std::int64_t>(count * kWorthReading)) return {};
  FactCrowd crowd;
  Query query = TRY(database_.Ask("SELECT id, tokens FROM fact WHERE status <> 'superseded' ORDER BY id"));
  while (TRY(query.Next())) crowd.Add(query.Int(0), SplitTerms(query.Text(1)));
  crowd_ = std::move(crowd);
  crowd_version_ = version;
  return {};
}

// A search in an index that was just changed writes the change to the file first, so searching after each fact would
// write as many pieces of index as there are facts.
Status FactIndex::Add(std::int64_t id, const std::vector<std::string>& terms) {
  unwritten_.facts.emplace_back(id, Join(terms, " "));
  const std::set<std::string> distinct(terms.begin(), terms.end());
  for (const std::string& term : distinct) ++unwritten_.terms[term];
  unwritten_.count += std::ssize(terms);
  if (!crowd_) return Write();
  crowd_->Add(id, terms);
  return {};
}

Status FactIndex::Write() {
  if (unwritten_.facts.empty()) return {};
  const Unwritten now = std::exchange(unwritten_, {});
  for (const auto& [id, tokens] : now.facts) {
    TRY(database_.Run("INSERT INTO fact_text (rowid, tokens) VALUES (?, ?)", {id, tokens}));
  }
  for (const auto& [term, facts] : now.terms) {
    TRY(database_.Run("INSERT INTO term VALUES (?, ?) ON CONFLICT (term) DO UPDATE SET facts = facts + excluded.facts",
                      {term, facts}));
  }
  return Count(std::ssize(now.facts), now.count);
}

void FactIndex::Forget() {
  crowd_.reset();
  sketches_.clear();
  unwritten_ = {};
}

// The row holds its terms as they were indexed: a newer Forge may split texts differently.
Status FactIndex::Remove(std::int64_t id) {
  TRY(Write());
  Forget();
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
  return Count(-1, -std::ssize(terms));
}

Status FactIndex::Count(std::int64_t facts, std::int64_t terms) {
  return database_.Run("UPDATE corpus SET facts = facts + ?, terms = terms + ?", {facts, terms});
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
Result<std::vector<std::int64_t>> FactIndex::FindLikest(const std::string& text) {
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
  std::vector<std::int64_t> ids;
  if (shares.empty()) {
    for (const Findings::Found& found : TRY(Matching(std::move(terms), kMostCompared, 0))) {
      ids.push_back(found.fact.id.value);
    }
    return ids;
  }
  std::vector<std::pair<std::int64_t, double>> likest(shares.begin(), shares.end());
  const auto most = static_cast<std::ptrdiff_t>(std::min(likest.size(), kMostCompared));
  std::partial_sort(likest.begin(), likest.begin() + most, likest.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first > b.first;
  });
  for (std::ptrdiff_t i = 0; i < most; ++i) ids.push_back(likest[static_cast<std::size_t>(i)].first);
  return ids;
}

// Among many facts the same ones are compared again and again. What another process may have changed is read anew.
Result<std::vector<const FactIndex::Sketch*>> FactIndex::Likest(const std::string& text) {
  const std::vector<std::int64_t> ids =
      crowd_ ? crowd_->Likest(DistinctTerms(text), kMostCompared) : TRY(FindLikest(text));
  if (!crowd_ || sketches_.size() > kMostSketches) sketches_.clear();
  std::vector<const Sketch*> likest;
  for (const std::int64_t id : ids) {
    auto known = sketches_.find(id);
    if (known == sketches_.end()) {
      const auto fact = TRY(LoadFact(database_, scope_, id));
      if (!fact) continue;
      known = sketches_.emplace(id, Sketch{id, fact->category, !fact->key.empty(), MakeGist(fact->text)}).first;
    }
    likest.push_back(&known->second);
  }
  return likest;
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
