#include "store/memory/knowledge_table.h"

#include <fmt/core.h>

#include "memory/secrets.h"
#include "store/memory/memory_row.h"

namespace forge {
namespace {

constexpr std::string_view kTripleColumns =
    "SELECT id, subject, predicate, object, status, hits, since, until, voice, who, run, step, tree, source, "
    "doubted, doubted_by, doubted_in, doubted_why FROM triple ";

Triple TripleFromRow(const Query& row) {
  Triple triple;
  triple.id = row.Int(0);
  triple.subject = row.Text(1);
  triple.predicate = row.Text(2);
  triple.object = row.Text(3);
  triple.status = ParseFactStatus(row.Text(4)).value_or(FactStatus::kDraft);
  triple.hits = row.Int(5);
  triple.since = row.Time(6);
  triple.until = row.Time(7);
  triple.from = ProvenanceFromRow(row, 8);
  triple.doubt = {row.Time(14), row.Text(15), RunId{row.Int(16)}, row.Text(17)};
  return triple;
}

Spike SpikeFromRow(const Query& row) {
  Spike spike;
  spike.id = row.Int(0);
  spike.assumption = row.Text(1);
  spike.confirmed = row.Bool(2);
  spike.actual = row.Text(3);
  spike.technology = row.Text(4);
  spike.permanent = row.Bool(5);
  spike.tested = row.Time(6);
  spike.from = ProvenanceFromRow(row, 7);
  return spike;
}

Result<std::string> AdmitPart(std::string_view text, std::string_view name) {
  std::string tidy = TidyText(text);
  if (tidy.empty()) return Fail(Code::kInvalid, fmt::format("the {} is empty", name));
  if (tidy.size() > kLongestFact) return Fail(Code::kInvalid, fmt::format("the {} is too long", name));
  TRY(RefuseSecrets(tidy));
  return tidy;
}

// Bound three times each: SQLite decides at run time whether a part was given.
constexpr std::string_view kMatches =
    "WHERE (?1 = '' OR subject = ?1) AND (?2 = '' OR predicate = ?2) AND (?3 = '' OR object = ?3) ";

}  // namespace

Result<Triple> KnowledgeTable::AddTriple(const Triple& given, bool replaces, TimePoint now) {
  Triple triple = given;
  triple.subject = TRY(AdmitPart(given.subject, "subject"));
  triple.predicate = TRY(AdmitPart(given.predicate, "predicate"));
  triple.object = TRY(AdmitPart(given.object, "object"));
  triple.status = given.from.voice == Voice::kAgent ? FactStatus::kDraft : FactStatus::kAccepted;
  if (triple.since.ms == 0) triple.since = now;
  std::lock_guard lock(mutex_);
  Transaction transaction = TRY(Transaction::Begin(database_));
  std::optional<Triple> known;
  {
    Query query = TRY(database_.Ask(
        std::string(kTripleColumns) + "WHERE subject = ? AND predicate = ? AND object = ? AND until = 0 LIMIT 1",
        {triple.subject, triple.predicate, triple.object}));
    if (TRY(query.Next())) known = TripleFromRow(query);
  }
  if (replaces && triple.status == FactStatus::kAccepted) {
    TRY(database_.Run(
        "UPDATE triple SET until = ?, doubted = 0 WHERE subject = ? AND predicate = ? AND object <> ? AND "
        "until = 0",
        {now, triple.subject, triple.predicate, triple.object}));
  }
  if (known) {
    // What is imported twice is not said twice.
    const bool again = triple.from.voice != Voice::kImport && !TRY(witnesses_.HasSaid(known->id, triple.from));
    if (again) {
      ++known->hits;
      TRY(witnesses_.Note(known->id, triple.from));
    }
    if (again || triple.status == FactStatus::kAccepted) known->status = FactStatus::kAccepted;
    // A person who says it again also removes the doubt.
    if (triple.status == FactStatus::kAccepted) known->doubt = {};
    TRY(database_.Run("UPDATE triple SET hits = ?, status = ?, doubted = ? WHERE id = ?",
                      {known->hits, Name(known->status), known->doubt.at, known->id}));
    TRY(transaction.Commit());
    return *known;
  }
  TRY(database_.Run(
      "INSERT INTO triple (subject, predicate, object, status, hits, since, until, voice, who, run, step, "
      "tree, source) VALUES (?, ?, ?, ?, 0, ?, 0, ?, ?, ?, ?, ?, ?)",
      {triple.subject, triple.predicate, triple.object, Name(triple.status), triple.since, Name(triple.from.voice),
       triple.from.who, triple.from.run, triple.from.step, triple.from.commit, triple.from.source}));
  triple.id = database_.last_id();
  TRY(witnesses_.Note(triple.id, triple.from));
  TRY(transaction.Commit());
  return triple;
}

Result<std::vector<Triple>> KnowledgeTable::FindTriples(const TripleFilter& filter) {
  std::lock_guard lock(mutex_);
  std::string sql = std::string(kTripleColumns) + std::string(kMatches);
  sql += filter.drafts ? "AND (status = 'draft' OR doubted > 0) " : "AND status = 'accepted' ";
  if (filter.at.ms > 0) {
    sql += "AND since <= ?4 AND (until = 0 OR until > ?4) ORDER BY id";
  } else {
    sql += filter.current_only ? "AND until = 0 AND ?4 = 0 ORDER BY id" : "AND ?4 = 0 ORDER BY id";
  }
  Query query = TRY(database_.Ask(sql, {filter.subject, filter.predicate, filter.object, filter.at}));
  std::vector<Triple> triples;
  while (TRY(query.Next())) triples.push_back(TripleFromRow(query));
  return triples;
}

Result<std::int64_t> KnowledgeTable::InvalidateTriples(const TripleFilter& filter, TimePoint now) {
  std::lock_guard lock(mutex_);
  TRY(database_.Run("UPDATE triple SET until = ?4, doubted = 0 " + std::string(kMatches) + "AND until = 0",
                    {filter.subject, filter.predicate, filter.object, now}));
  return database_.changes();
}

Result<std::int64_t> KnowledgeTable::DoubtTriples(const TripleFilter& filter, const Triple::Doubt& doubt) {
  if (filter.subject.empty()) return Fail(Code::kInvalid, "the subject is empty");
  const std::string why = TidyText(doubt.why);
  if (why.size() > kLongestFact) return Fail(Code::kInvalid, "the reason is too long");
  TRY(RefuseSecrets(why));
  std::lock_guard lock(mutex_);
  TRY(database_.Run("UPDATE triple SET doubted = ?4, doubted_by = ?5, doubted_in = ?6, doubted_why = ?7 " +
                        std::string(kMatches) + "AND until = 0 AND status = 'accepted'",
                    {filter.subject, filter.predicate, filter.object, doubt.at, doubt.who, doubt.run, why}));
  return database_.changes();
}

Status KnowledgeTable::SettleTriple(std::int64_t id, bool accept, TimePoint now) {
  std::lock_guard lock(mutex_);
  Transaction transaction = TRY(Transaction::Begin(database_));
  if (accept) {
    TRY(database_.Run(
        "UPDATE triple SET until = iif(status = 'accepted', ?2, 0), status = 'accepted', doubted = 0 WHERE id = ?1 "
        "AND until = 0 AND (status = 'draft' OR doubted > 0)",
        {id, now}));
  } else {
    TRY(database_.Run("UPDATE triple SET doubted = 0 WHERE id = ? AND status = 'accepted' AND doubted > 0", {id}));
    if (database_.changes() == 0) TRY(database_.Run("DELETE FROM triple WHERE id = ? AND status = 'draft'", {id}));
  }
  if (database_.changes() == 0)
    return Fail(Code::kNotFound, fmt::format("draft t{} does not exist", id), "forge memory triage");
  return transaction.Commit();
}

Result<std::vector<Spike>> KnowledgeTable::LoadSpikes() {
  Query query =
      TRY(database_.Ask("SELECT id, assumption, confirmed, actual, technology, permanent, tested, voice, who, run, "
                        "step, tree, source FROM spike ORDER BY tested DESC, id DESC"));
  std::vector<Spike> spikes;
  while (TRY(query.Next())) spikes.push_back(SpikeFromRow(query));
  return spikes;
}

Result<Spike> KnowledgeTable::AddSpike(const Spike& given) {
  Spike spike = given;
  spike.assumption = TRY(AdmitPart(given.assumption, "assumption"));
  spike.actual = TidyText(given.actual);
  spike.technology = TidyText(given.technology);
  if (spike.actual.size() > kLongestFact) return Fail(Code::kInvalid, "the result is too long");
  TRY(RefuseSecrets(spike.actual));
  std::lock_guard lock(mutex_);
  Transaction transaction = TRY(Transaction::Begin(database_));
  std::optional<Spike> same;
  for (const Spike& other : TRY(LoadSpikes())) {
    if (!same && SameSpike(other, spike)) same = other;
    if (Contradicts(other, spike)) spike.contradicts.push_back(other.id);
  }
  if (same) {
    spike.id = same->id;
    spike.permanent = spike.permanent || same->permanent;
    if (spike.actual.empty()) spike.actual = same->actual;
    spike.tested = std::max(spike.tested, same->tested);
    TRY(database_.Run("UPDATE spike SET actual = ?, permanent = ?, tested = ? WHERE id = ?",
                      {spike.actual, spike.permanent, spike.tested, spike.id}));
  } else {
    TRY(database_.Run(
        "INSERT INTO spike (assumption, confirmed, actual, technology, permanent, tested, voice, who, run, "
        "step, tree, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {spike.assumption, spike.confirmed, spike.actual, spike.technology, spike.permanent, spike.tested,
         Name(spike.from.voice), spike.from.who, spike.from.run, spike.from.step, spike.from.commit,
         spike.from.source}));
    spike.id = database_.last_id();
  }
  TRY(transaction.Commit());
  return spike;
}

Result<std::vector<Spike>> KnowledgeTable::ListSpikes() {
  std::lock_guard lock(mutex_);
  std::vector<Spike> spikes = TRY(LoadSpikes());
  for (Spike& spike : spikes) {
    for (const Spike& other : spikes) {
      if (Contradicts(spike, other)) spike.contradicts.push_back(other.id);
    }
  }
  return spikes;
}

}  // namespace forge
