#include "store/fact_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/strings.h"
#include "memory/confidence.h"
#include "memory/likeness.h"
#include "memory/terms.h"
#include "store/memory_row.h"

namespace forge {
namespace {

constexpr double kMostOfADraft = 0.85;     // however sure an agent says it is
constexpr std::int64_t kRankable = 1500;   // rows BM25 is worth computing for; beyond, its terms say next to nothing
constexpr std::int64_t kComparable = 400;  // rows looked through for the twin of a new fact
constexpr std::size_t kMostCompared = 20;  // facts a new one is held against, the likest first
constexpr std::size_t kShortestStart = 3;  // of a word that others may begin with

// Both as literals: SQLite only takes a partial index that repeats its condition.
constexpr std::string_view kSelect = "SELECT " FORGE_FACT_COLUMNS " FROM fact WHERE id = ?";

std::string DigestOf(std::string_view text) { return Sha256(Lower(text)).substr(0, 32); }

std::string Quoted(const std::vector<QueryTerm>& terms, std::string_view joint) {
  std::vector<std::string> words;
  // Terms are letters and digits (memory/terms.h): nothing in them can end the quotes.
  for (const QueryTerm& term : terms) words.push_back("\"" + term.term + "\"");
  return Join(words, joint);
}

bool SameKindOfTruth(FactCategory a, FactCategory b) {
  return (a == FactCategory::kFailurePattern) == (b == FactCategory::kFailurePattern);
}

}  // namespace

Result<std::vector<Result<Saved>>> FactTable::Save(std::span<const NewFact> facts, TimePoint now) {
  std::lock_guard lock(mutex_);
  Transaction transaction = TRY(Transaction::Begin(database_));
  std::vector<Result<Saved>> saved;
  for (const NewFact& fact : facts) {
    auto admitted = Admit(fact);
    if (!admitted) {
      saved.emplace_back(std::unexpected(admitted.error()));
      continue;
    }
    Result<Saved> one = SaveOne(*admitted, now);
    // What is wrong with one fact is its own matter; what is wrong with the file is everybody's.
    if (!one && one.error().code != Code::kInvalid && one.error().code != Code::kNotFound) {
      return std::unexpected(one.error());
    }
    saved.push_back(std::move(one));
  }
  TRY(transaction.Commit());
  return saved;
}

Result<Saved> FactTable::SaveOne(const NewFact& given, TimePoint now) {
  for (const FactId& source : given.derived_from) TRY(Load(source));
  if (given.supersedes.value > 0) TRY(Load(given.supersedes));
  const std::string digest = DigestOf(given.text);
  if (!given.key.empty()) {
    auto known = TRY(LoadOne(
        "SELECT " FORGE_FACT_COLUMNS " FROM fact WHERE key = ? AND key <> '' AND status <> 'superseded'", {given.key}));
    if (known) return Refresh(*std::move(known), given, now);
    return Insert(given, digest, now);
  }
  if (given.from.voice == Voice::kAgent &&
      TRY(database_.AskInt("SELECT count(*) FROM rejected WHERE digest = ?", {digest})) > 0) {
    Saved saved;
    saved.kind = SaveKind::kRejected;
    saved.fact.text = given.text;
    saved.fact.category = given.category;
    return saved;
  }
  std::vector<FactId> contradicts;
  auto twin = TRY(Twin(given, digest, contradicts));
  if (twin && twin->id != given.supersedes) return Confirm(*std::move(twin), given, now);
  Saved saved = TRY(Insert(given, digest, now));
  if (given.supersedes.value > 0) TRY(Supersede(given.supersedes, saved.fact.id));
  std::erase(contradicts, given.supersedes);
  saved.contradicts = std::move(contradicts);
  return saved;
}

// The fact that says the same, if there is one; on the way, those that say the opposite.
Result<std::optional<Fact>> FactTable::Twin(const NewFact& fact, const std::string& digest,
                                            std::vector<FactId>& contradicts) {
  auto same = TRY(LoadOne("SELECT " FORGE_FACT_COLUMNS
                          " FROM fact WHERE digest = ? AND status <> 'superseded' AND key = '' LIMIT 1",
                          {digest}));
  if (same) return same;
  // Two texts that share 3 of 4 words share one of the rarest quarter (and one more) of either.
  std::vector<QueryTerm> terms = TRY(Weigh(DistinctTerms(fact.text), false));
  std::sort(terms.begin(), terms.end(), [](const QueryTerm& a, const QueryTerm& b) { return a.facts < b.facts; });
  const auto shared = static_cast<std::size_t>(std::ceil(kRelatedOverlap * static_cast<double>(terms.size())));
  terms.resize(std::min(terms.size(), terms.size() - shared + 1));
  std::erase_if(terms, [](const QueryTerm& term) { return term.facts == 0; });
  const Gist gist = MakeGist(fact.text);
  for (Fact& other : TRY(Likest(terms))) {
    if (!other.key.empty() || !SameKindOfTruth(other.category, fact.category)) continue;
    switch (Compare(gist, MakeGist(other.text))) {
      case Likeness::kSame: return other;
      case Likeness::kContradiction: contradicts.push_back(other.id); break;
      case Likeness::kDifferent: break;
    }
  }
  return std::optional<Fact>();
}

Result<Saved> FactTable::Confirm(Fact known, const NewFact& again, TimePoint now) {
  const bool same_run = again.from.run.value > 0 && again.from.run == known.from.run;
  // Who may have been shown a fact only echoes it.
  const bool echo = again.from.voice == Voice::kAgent && known.uses > 0;
  const bool old_news = again.from.voice == Voice::kImport && (again.said.ms == 0 || again.said <= known.confirmed);
  if (same_run || echo || old_news) {
    if (again.from.voice == Voice::kImport && again.hits > known.hits) {
      known.hits = again.hits;
      TRY(WriteWorth(known));
    }
    return Saved{SaveKind::kKnown, std::move(known), {}};
  }
  ++known.hits;
  known.confidence = Confirmed(known.confidence);
  if (again.from.voice == Voice::kPerson) known.confidence = std::max(known.confidence, *again.confidence);
  known.confirmed = now;
  known.status = FactStatus::kAccepted;
  known.expires = {};
  TRY(WriteWorth(known));
  return Saved{SaveKind::kConfirmed, std::move(known), {}};
}

// Facts with a key have one row whose words follow what is so.
Result<Saved> FactTable::Refresh(Fact known, const NewFact& again, TimePoint now) {
  if (again.from.run.value > 0 && again.from.run == known.from.run && again.text == known.text) {
    return Saved{SaveKind::kKnown, std::move(known), {}};
  }
  const bool other_run = again.from.run != known.from.run || again.from.run.value == 0;
  known.from = again.from;
  if (other_run) ++known.hits;
  known.confidence = Confirmed(known.confidence);
  known.confirmed = now;
  if (known.text != again.text) {
    known.text = again.text;
    TRY(WriteText(known));
  }
  TRY(WriteWorth(known));
  TRY(database_.Run("UPDATE fact SET run = ?, step = ?, tree = ? WHERE id = ?",
                    {known.from.run, known.from.step, known.from.commit, known.id.value}));
  return Saved{SaveKind::kConfirmed, std::move(known), {}};
}

Result<Saved> FactTable::Insert(const NewFact& given, const std::string& digest, TimePoint now) {
  Fact fact;
  fact.text = given.text;
  fact.category = given.category;
  fact.from = given.from;
  fact.key = given.key;
  fact.derived_from = given.derived_from;
  fact.hits = given.hits;
  fact.created = fact.confirmed = given.said.ms > 0 ? given.said : now;
  fact.confidence = *given.confidence;
  if (given.from.voice == Voice::kAgent) {
    fact.status = FactStatus::kDraft;
    fact.confidence = std::min(fact.confidence, kMostOfADraft);
    fact.expires = {now.ms + kDraftDays * kDayMs};
  }
  std::vector<double> sources;
  for (const FactId& id : given.derived_from) sources.push_back(Faded(TRY(Load(id)), now));
  fact.confidence = Derived(fact.confidence, sources);
  const std::vector<std::string> terms = Terms(fact.text);
  TRY(database_.Run(
      "INSERT INTO fact (text, tokens, digest, category, status, confidence, hits, uses, voice, who, run, step, tree, "
      "source, key, derived, superseded_by, created, confirmed, used, expires) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 0, ?)",
      {fact.text, Join(terms, " "), digest, Name(fact.category), Name(fact.status), fact.confidence, fact.hits,
       Name(fact.from.voice), fact.from.who, fact.from.run, fact.from.step, fact.from.commit, fact.from.source,
       fact.key, DerivedText(fact.derived_from), fact.created, fact.confirmed, fact.expires}));
  fact.id = {scope_, database_.last_id()};
  TRY(Index(fact.id.value, terms, true));
  if (given.from.voice == Voice::kPerson) TRY(database_.Run("DELETE FROM rejected WHERE digest = ?", {digest}));
  return Saved{SaveKind::kAdded, std::move(fact), {}};
}

Result<Fact> FactTable::Load(FactId id) {
  auto fact = TRY(LoadOne(kSelect, {id.value}));
  if (!fact || id.scope != scope_) {
    return Fail(Code::kNotFound, fmt::format("no fact {}", ToText(id)), "forge memory list");
  }
  return *std::move(fact);
}

Result<std::optional<Fact>> FactTable::LoadOne(std::string_view sql, std::initializer_list<SqlValue> values) {
  Query query = TRY(database_.Ask(sql, values));
  if (!TRY(query.Next())) return std::optional<Fact>();
  return std::optional<Fact>(FactFromRow(query, scope_));
}

Status FactTable::WriteWorth(const Fact& fact) {
  return database_.Run(
      "UPDATE fact SET category = ?, confidence = ?, hits = ?, confirmed = ?, expires = ?, status = ? WHERE id = ?",
      {Name(fact.category), fact.confidence, fact.hits, fact.confirmed, fact.expires, Name(fact.status),
       fact.id.value});
}

// As they were when the fact was indexed: a newer Forge may take texts apart differently.
Result<std::vector<std::string>> FactTable::LoadTerms(FactId id) {
  Query query = TRY(database_.Ask("SELECT tokens FROM fact WHERE id = ?", {id.value}));
  if (!TRY(query.Next())) return std::vector<std::string>();
  return SplitTerms(query.Text(0));
}

Status FactTable::WriteText(const Fact& fact) {
  const std::vector<std::string> terms = Terms(fact.text);
  TRY(Index(fact.id.value, TRY(LoadTerms(fact.id)), false));
  TRY(Index(fact.id.value, terms, true));
  return database_.Run("UPDATE fact SET text = ?, tokens = ?, digest = ? WHERE id = ?",
                       {fact.text, Join(terms, " "), DigestOf(fact.text), fact.id.value});
}

Status FactTable::Remove(const Fact& fact, TimePoint now) {
  if (fact.status != FactStatus::kSuperseded) TRY(Index(fact.id.value, TRY(LoadTerms(fact.id)), false));
  TRY(database_.Run("DELETE FROM fact WHERE id = ?", {fact.id.value}));
  return database_.Run("INSERT OR REPLACE INTO rejected VALUES (?, ?)", {DigestOf(fact.text), now});
}

Status FactTable::Supersede(FactId old, FactId by) {
  const Fact fact = TRY(Load(old));
  if (fact.status != FactStatus::kSuperseded) TRY(Index(fact.id.value, TRY(LoadTerms(fact.id)), false));
  return database_.Run("UPDATE fact SET status = 'superseded', superseded_by = ? WHERE id = ?", {by.value, old.value});
}

Status FactTable::Index(std::int64_t id, const std::vector<std::string>& terms, bool in) {
  const std::string tokens = Join(terms, " ");
  if (in) {
    TRY(database_.Run("INSERT INTO fact_text (rowid, tokens) VALUES (?, ?)", {id, tokens}));
  } else {
    TRY(database_.Run("INSERT INTO fact_text (fact_text, rowid, tokens) VALUES ('delete', ?, ?)", {id, tokens}));
  }
  const std::set<std::string> distinct(terms.begin(), terms.end());
  for (const std::string& term : distinct) {
    if (in) {
      TRY(database_.Run("INSERT INTO term VALUES (?, 1) ON CONFLICT (term) DO UPDATE SET facts = facts + 1", {term}));
      continue;
    }
    TRY(database_.Run("UPDATE term SET facts = facts - 1 WHERE term = ?", {term}));
    TRY(database_.Run("DELETE FROM term WHERE term = ? AND facts <= 0", {term}));
  }
  const int change = in ? 1 : -1;
  return database_.Run("UPDATE corpus SET facts = facts + ?, terms = terms + ?",
                       {change, change * static_cast<std::int64_t>(terms.size())});
}

// How common each term is. With `expand`, a word that no fact holds stands for those that begin with it.
Result<std::vector<QueryTerm>> FactTable::Weigh(std::span<const std::string> terms, bool expand) {
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

// Facts that share most of the terms, the rarer ones counting more. BM25 would look up the length of every row it
// ranks, which is most of what saving costs; whether two texts are alike is decided on their words anyway.
Result<std::vector<Fact>> FactTable::Likest(std::span<const QueryTerm> rarest_first) {
  std::unordered_map<std::int64_t, double> shares;
  std::int64_t rows = 0;
  for (const QueryTerm& term : rarest_first) {
    rows += term.facts;
    if (rows > kComparable) break;
    Query query = TRY(database_.Ask("SELECT rowid FROM fact_text WHERE fact_text MATCH ?", {Quoted({term}, "")}));
    while (TRY(query.Next())) shares[query.Int(0)] += 1 / static_cast<double>(term.facts);
  }
  std::vector<Fact> facts;
  if (shares.empty()) {
    std::vector<QueryTerm> common(rarest_first.begin(), rarest_first.end());
    for (Findings::Found& found : TRY(Matching(std::move(common), kMostCompared, 0))) {
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
    if (auto fact = TRY(LoadOne(kSelect, {id}))) facts.push_back(*std::move(fact));
  }
  return facts;
}

// Facts that hold one of the terms. BM25 orders them where it can tell anything: over the rare terms. When even the
// rarest is all over the place, the newest that hold as many of the terms as possible.
Result<std::vector<Findings::Found>> FactTable::Matching(std::vector<QueryTerm> terms, std::size_t most,
                                                         std::int64_t rankable) {
  std::erase_if(terms, [](const QueryTerm& term) { return term.facts == 0; });
  std::sort(terms.begin(), terms.end(), [](const QueryTerm& a, const QueryTerm& b) { return a.facts < b.facts; });
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

Result<Findings> FactTable::Search(std::span<const std::string> terms, std::size_t most) {
  std::lock_guard lock(mutex_);
  const Snapshot snapshot = TRY(Snapshot::Begin(database_));
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

Result<std::optional<Fact>> FactTable::Find(FactId id) {
  std::lock_guard lock(mutex_);
  return LoadOne(kSelect, {id.value});
}

Result<std::vector<Fact>> FactTable::List(const FactFilter& filter) {
  std::lock_guard lock(mutex_);
  std::string sql = "SELECT " FORGE_FACT_COLUMNS " FROM fact WHERE ";
  sql += filter.status ? fmt::format("status = '{}'", Name(*filter.status)) : "status <> 'superseded'";
  if (filter.category) sql += fmt::format(" AND category = '{}'", Name(*filter.category));
  sql += filter.surest_first ? " ORDER BY confidence DESC, confirmed DESC LIMIT ?" : " ORDER BY id DESC LIMIT ?";
  Query query = TRY(database_.Ask(sql, {filter.limit}));
  std::vector<Fact> facts;
  while (TRY(query.Next())) facts.push_back(FactFromRow(query, scope_));
  return facts;
}

Result<Fact> FactTable::Change(FactId id, FactChange change, TimePoint now) {
  std::lock_guard lock(mutex_);
  Transaction transaction = TRY(Transaction::Begin(database_));
  Fact fact = TRY(Load(id));
  switch (change) {
    case FactChange::kConfirm:
      ++fact.hits;
      fact.confidence = Confirmed(fact.confidence);
      [[fallthrough]];
    case FactChange::kAccept:
      if (fact.status == FactStatus::kSuperseded) {
        return Fail(Code::kConflict, fmt::format("{} was superseded by {}", ToText(id), ToText(fact.superseded_by)));
      }
      fact.status = FactStatus::kAccepted;
      fact.confirmed = now;
      fact.expires = {};
      TRY(WriteWorth(fact));
      break;
    case FactChange::kReject:
    case FactChange::kForget: TRY(Remove(fact, now)); break;
  }
  TRY(transaction.Commit());
  return fact;
}

Result<Fact> FactTable::Rewrite(FactId id, const std::string& text, TimePoint now) {
  NewFact words;
  words.text = text;
  words = TRY(Admit(std::move(words)));
  std::lock_guard lock(mutex_);
  Transaction transaction = TRY(Transaction::Begin(database_));
  Fact fact = TRY(Load(id));
  if (fact.status == FactStatus::kSuperseded) {
    return Fail(Code::kConflict, fmt::format("{} was superseded by {}", ToText(id), ToText(fact.superseded_by)));
  }
  fact.text = words.text;
  fact.confirmed = now;
  fact.status = FactStatus::kAccepted;
  fact.expires = {};
  if (IsDeadEnd(fact.text)) fact.category = FactCategory::kFailurePattern;
  TRY(WriteText(fact));
  TRY(WriteWorth(fact));
  TRY(transaction.Commit());
  return fact;
}

Status FactTable::NoteUse(std::span<const FactId> ids, TimePoint now) {
  if (ids.empty()) return {};
  std::lock_guard lock(mutex_);
  Transaction transaction = TRY(Transaction::Begin(database_));
  for (const FactId& id : ids) {
    TRY(database_.Run("UPDATE fact SET uses = uses + 1, used = ? WHERE id = ?", {now, id.value}));
  }
  return transaction.Commit();
}

Result<FactCounts> FactTable::Count() {
  std::lock_guard lock(mutex_);
  const Snapshot snapshot = TRY(Snapshot::Begin(database_));
  FactCounts counts;
  {
    Query query =
        TRY(database_.Ask("SELECT status, category, count(*) FROM fact GROUP BY status, category ORDER BY 2"));
    while (TRY(query.Next())) {
      const auto status = ParseFactStatus(query.Text(0)).value_or(FactStatus::kAccepted);
      const auto category = ParseFactCategory(query.Text(1)).value_or(FactCategory::kConvention);
      const std::int64_t count = query.Int(2);
      switch (status) {
        case FactStatus::kAccepted: counts.accepted += count; break;
        case FactStatus::kDraft: counts.drafts += count; break;
        case FactStatus::kSuperseded: counts.superseded += count; continue;
      }
      auto it = std::find_if(counts.by_category.begin(), counts.by_category.end(),
                             [&](const auto& entry) { return entry.first == category; });
      if (it == counts.by_category.end()) it = counts.by_category.insert(counts.by_category.end(), {category, 0});
      it->second += count;
    }
  }
  counts.triples = TRY(database_.AskInt("SELECT count(*) FROM triple WHERE until = 0"));
  counts.spikes = TRY(database_.AskInt("SELECT count(*) FROM spike"));
  counts.diary = TRY(database_.AskInt("SELECT count(*) FROM diary"));
  counts.runs = TRY(database_.AskInt("SELECT count(*) FROM past_run"));
  counts.bytes = TRY(database_.AskInt("PRAGMA page_count")) * TRY(database_.AskInt("PRAGMA page_size"));
  return counts;
}

}  // namespace forge
