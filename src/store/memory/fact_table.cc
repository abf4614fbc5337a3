#include "store/memory/fact_table.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "memory/confidence.h"
#include "memory/likeness.h"
#include "memory/terms.h"
#include "store/memory/memory_row.h"

namespace forge {
namespace {

constexpr double kMostOfADraft = 0.85;  // whatever confidence the agent gives

Saved RejectedAgain(const NewFact& given) {
  Saved saved;
  saved.kind = SaveKind::kRejected;
  saved.fact.text = given.text;
  saved.fact.category = given.category;
  return saved;
}

std::string DigestOf(std::string_view text) { return Sha256(Lower(text)).substr(0, 32); }

std::string KeyDigest(const std::string& key) { return DigestOf("key " + key); }

// "runs 3, 7, 9": the runs that have seen it, the last few of them.
std::string SeenIn(const Provenance& before, RunId again) {
  constexpr std::string_view kWord = "runs ";
  std::vector<std::string> runs;
  if (before.source.starts_with(kWord)) {
    for (std::string_view run : SplitList(std::string_view(before.source).substr(kWord.size()))) runs.emplace_back(run);
  } else {
    runs.push_back(std::to_string(before.run.value));
  }
  runs.push_back(std::to_string(again.value));
  constexpr std::ptrdiff_t kMostRuns = 10;
  if (std::ssize(runs) > kMostRuns) runs.erase(runs.begin(), runs.end() - kMostRuns);
  return std::string(kWord) + Join(runs, ", ");
}

bool SameKindOfTruth(FactCategory a, FactCategory b) {
  return (a == FactCategory::kFailurePattern) == (b == FactCategory::kFailurePattern);
}

}  // namespace

Result<std::vector<Result<Saved>>> FactTable::Save(std::span<const NewFact> facts, TimePoint now) {
  std::lock_guard lock(mutex_);
  Transaction transaction = TRY(Transaction::Begin(database_));
  auto saved = SaveAll(facts, now);
  const Status done = saved ? transaction.Commit() : std::unexpected(saved.error());
  if (!done) {
    index_.Forget();
    return std::unexpected(done.error());
  }
  return saved;
}

Result<std::vector<Result<Saved>>> FactTable::SaveAll(std::span<const NewFact> facts, TimePoint now) {
  TRY(index_.Gather(facts.size()));
  std::vector<Result<Saved>> saved;
  for (const NewFact& fact : facts) {
    auto admitted = Admit(fact);
    if (!admitted) {
      saved.emplace_back(std::unexpected(admitted.error()));
      continue;
    }
    Result<Saved> one = SaveOne(*admitted, now);
    // An error of one fact concerns only that fact; an error of the file concerns all.
    if (!one && one.error().code != Code::kInvalid && one.error().code != Code::kNotFound) {
      return std::unexpected(one.error());
    }
    saved.push_back(std::move(one));
  }
  TRY(index_.Write());
  return saved;
}

Result<Saved> FactTable::SaveOne(const NewFact& given, TimePoint now) {
  for (const FactId& source : given.derived_from) TRY(Load(source));
  if (given.supersedes.value > 0) TRY(Load(given.supersedes));
  const std::string digest = DigestOf(given.text);
  if (!given.key.empty()) {
    auto known = TRY(LoadFact(
        database_, scope_,
        "SELECT " FORGE_FACT_COLUMNS " FROM fact WHERE key = ? AND key <> '' AND status <> 'superseded'", {given.key}));
    if (known && given.proposed && known->status == FactStatus::kAccepted)
      return Confirm(*std::move(known), given, now);
    if (known) return Refresh(*std::move(known), given, now);
    if (given.proposed && TRY(WasRejected(KeyDigest(given.key)))) return RejectedAgain(given);
    return Insert(given, digest, now);
  }
  if (given.from.voice == Voice::kAgent && TRY(WasRejected(digest))) return RejectedAgain(given);
  std::vector<FactId> contradicts;
  auto twin = TRY(Twin(given, digest, contradicts));
  if (twin && twin->id != given.supersedes) return Confirm(*std::move(twin), given, now);
  Saved saved = TRY(Insert(given, digest, now));
  if (given.supersedes.value > 0) TRY(Supersede(given.supersedes, saved.fact.id));
  std::erase(contradicts, given.supersedes);
  saved.contradicts = std::move(contradicts);
  return saved;
}

// The fact that says the same, if any. Also collects the facts that say the opposite.
Result<std::optional<Fact>> FactTable::Twin(const NewFact& fact, const std::string& digest,
                                            std::vector<FactId>& contradicts) {
  auto same = TRY(LoadFact(database_, scope_,
                           "SELECT " FORGE_FACT_COLUMNS
                           " FROM fact WHERE digest = ? AND status <> 'superseded' AND key = '' LIMIT 1",
                           {digest}));
  if (same) return same;
  const Gist gist = MakeGist(fact.text);
  for (const FactIndex::Sketch* other : TRY(index_.Likest(fact.text))) {
    if (other->keyed || !SameKindOfTruth(other->category, fact.category)) continue;
    switch (Compare(gist, other->gist)) {
      case Likeness::kSame: return LoadFact(database_, scope_, other->id);
      case Likeness::kContradiction: contradicts.push_back({scope_, other->id}); break;
      case Likeness::kDifferent: break;
    }
  }
  return std::optional<Fact>();
}

Result<Saved> FactTable::Confirm(Fact known, const NewFact& again, TimePoint now) {
  const bool said = TRY(witnesses_.HasSaid(known.id.value, again.from));
  // An agent that may have been shown the fact only echoes it.
  const bool echo = again.from.voice == Voice::kAgent && known.uses > 0;
  const bool old_news = again.from.voice == Voice::kImport && (again.said.ms == 0 || again.said <= known.confirmed);
  if (said || echo || old_news) {
    if (again.from.voice == Voice::kImport && again.hits > known.hits) {
      known.hits = again.hits;
      TRY(WriteWorth(known));
    }
    return Saved{SaveKind::kKnown, std::move(known), {}};
  }
  TRY(witnesses_.Note(known.id.value, again.from));
  ++known.hits;
  known.confidence = Confirmed(known.confidence);
  if (again.from.voice == Voice::kPerson) known.confidence = std::max(known.confidence, *again.confidence);
  known.confirmed = now;
  known.status = FactStatus::kAccepted;
  known.expires = {};
  TRY(WriteWorth(known));
  return Saved{SaveKind::kConfirmed, std::move(known), {}};
}

// A fact with a key has one row; its text is updated, also by a run that has said it before.
Result<Saved> FactTable::Refresh(Fact known, const NewFact& again, TimePoint now) {
  const bool said = TRY(witnesses_.HasSaid(known.id.value, again.from));
  if (said && again.text == known.text) return Saved{SaveKind::kKnown, std::move(known), {}};
  const bool counts_runs = !said && known.category == FactCategory::kFailurePattern && again.from.source.empty();
  const std::string source = counts_runs ? SeenIn(known.from, again.from.run) : known.from.source;
  known.from = again.from;
  known.from.source = again.from.source.empty() ? source : again.from.source;
  if (!said) {
    TRY(witnesses_.Note(known.id.value, again.from));
    ++known.hits;
    known.confidence = Confirmed(known.confidence);
    known.confirmed = now;
  }
  if (known.text != again.text) {
    known.text = again.text;
    TRY(WriteText(known));
  }
  TRY(WriteWorth(known));
  TRY(database_.Run("UPDATE fact SET run = ?, step = ?, tree = ?, source = ? WHERE id = ?",
                    {known.from.run, known.from.step, known.from.commit, known.from.source, known.id.value}));
  return Saved{said ? SaveKind::kKnown : SaveKind::kConfirmed, std::move(known), {}};
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
  if (given.from.voice == Voice::kAgent || given.proposed) {
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
  TRY(index_.Add(fact.id.value, terms));
  TRY(witnesses_.Note(fact.id.value, fact.from));
  if (given.from.voice == Voice::kPerson) TRY(database_.Run("DELETE FROM rejected WHERE digest = ?", {digest}));
  return Saved{SaveKind::kAdded, std::move(fact), {}};
}

Result<Fact> FactTable::Load(FactId id) {
  auto fact = TRY(LoadFact(database_, scope_, id.value));
  if (!fact || id.scope != scope_) {
    return Fail(Code::kNotFound, fmt::format("fact {} does not exist", ToText(id)), "forge memory list");
  }
  return *std::move(fact);
}

Status FactTable::WriteWorth(const Fact& fact) {
  return database_.Run(
      "UPDATE fact SET category = ?, confidence = ?, hits = ?, confirmed = ?, expires = ?, status = ? WHERE id = ?",
      {Name(fact.category), fact.confidence, fact.hits, fact.confirmed, fact.expires, Name(fact.status),
       fact.id.value});
}

Status FactTable::WriteText(const Fact& fact) {
  const std::vector<std::string> terms = Terms(fact.text);
  TRY(index_.Remove(fact.id.value));
  TRY(index_.Add(fact.id.value, terms));
  return database_.Run("UPDATE fact SET text = ?, tokens = ?, digest = ? WHERE id = ?",
                       {fact.text, Join(terms, " "), DigestOf(fact.text), fact.id.value});
}

Status FactTable::Remove(const Fact& fact, TimePoint now) {
  if (fact.status != FactStatus::kSuperseded) TRY(index_.Remove(fact.id.value));
  TRY(database_.Run("DELETE FROM fact WHERE id = ?", {fact.id.value}));
  if (!fact.key.empty())
    TRY(database_.Run("INSERT OR REPLACE INTO rejected VALUES (?, ?)", {KeyDigest(fact.key), now}));
  return database_.Run("INSERT OR REPLACE INTO rejected VALUES (?, ?)", {DigestOf(fact.text), now});
}

Result<bool> FactTable::WasRejected(const std::string& digest) {
  return TRY(database_.AskInt("SELECT count(*) FROM rejected WHERE digest = ?", {digest})) > 0;
}

Status FactTable::Supersede(FactId old, FactId by) {
  const Fact fact = TRY(Load(old));
  if (fact.status != FactStatus::kSuperseded) TRY(index_.Remove(fact.id.value));
  return database_.Run("UPDATE fact SET status = 'superseded', superseded_by = ? WHERE id = ?", {by.value, old.value});
}

Result<Findings> FactTable::Search(std::span<const std::string> terms, std::size_t most) {
  std::lock_guard lock(mutex_);
  const Snapshot snapshot = TRY(Snapshot::Begin(database_));
  return index_.Search(terms, most);
}

Result<std::optional<Fact>> FactTable::Find(FactId id) {
  std::lock_guard lock(mutex_);
  return LoadFact(database_, scope_, id.value);
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
