// What memory needs from storage. src/store implements it with SQLite; nothing here speaks SQL. One store per scope.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "memory/fact.h"
#include "memory/knowledge.h"
#include "memory/rank.h"

namespace forge {

enum class SaveKind {
  kAdded,      // a new fact, accepted or draft
  kConfirmed,  // one that was there says the same: it is worth more now
  kKnown,      // the same family of runs or session says it again, or an agent that may have been shown it: that
               // confirms nothing
  kRejected,   // it was forgotten or rejected before, and an agent proposes it again
};

struct Saved {
  SaveKind kind = SaveKind::kAdded;
  Fact fact;                        // as it is now; for kRejected only the text
  std::vector<FactId> contradicts;  // facts that seem to say the opposite
};

struct FactFilter {
  std::optional<FactCategory> category;
  std::optional<FactStatus> status;  // none: all but superseded
  bool surest_first = false;         // otherwise newest first
  std::int64_t limit = -1;           // -1: all
};

struct FactCounts {
  std::int64_t accepted = 0, drafts = 0, superseded = 0;
  std::vector<std::pair<FactCategory, std::int64_t>> by_category;  // of those not superseded
  std::int64_t triples = 0, spikes = 0, diary = 0, runs = 0, bytes = 0;
};

// What people do to a fact that is there.
enum class FactChange {
  kConfirm,  // one hit more; a draft is accepted
  kAccept,   // a draft is accepted as it is
  kReject,   // gone, and agents' proposals of the same text are turned away from now on
  kForget,   // likewise, accepted or not
};

// May be used by several threads and processes at once. Every call is one transaction: it happened, or it did not.
class FactStore {
 public:
  virtual ~FactStore() = default;
  // One answer per fact, in order; one that cannot be admitted stops no other.
  virtual Result<std::vector<Result<Saved>>> Save(std::span<const NewFact> facts, TimePoint now) = 0;
  virtual Result<std::optional<Fact>> Find(FactId id) = 0;
  virtual Result<std::vector<Fact>> List(const FactFilter& filter) = 0;
  // Facts that hold at least one of the terms (already levelled, see terms.h), the rarest terms first; at most `most`.
  virtual Result<Findings> Search(std::span<const std::string> terms, std::size_t most) = 0;
  virtual Result<Fact> Change(FactId id, FactChange change, TimePoint now) = 0;  // kNotFound
  virtual Result<Fact> Rewrite(FactId id, const std::string& text, TimePoint now) = 0;
  virtual Status NoteUse(std::span<const FactId> ids, TimePoint now) = 0;
  virtual Result<FactCounts> Count() = 0;
};

struct TripleFilter {
  std::string subject, predicate, object;  // empty: any; compared without regard to ASCII case
  bool current_only = true;
  bool drafts = false;  // only these and doubted facts: what waits for a person
  TimePoint at;         // as of then; 0: now
};

class KnowledgeStore {
 public:
  virtual ~KnowledgeStore() = default;
  // The same current triple is confirmed instead of added, once by each witness (witness.h). `replaces`: other objects
  // of subject and predicate end now.
  virtual Result<Triple> AddTriple(const Triple& triple, bool replaces, TimePoint now) = 0;
  virtual Result<std::vector<Triple>> FindTriples(const TripleFilter& filter) = 0;
  virtual Result<std::int64_t> InvalidateTriples(const TripleFilter& filter, TimePoint now) = 0;  // how many
  // What an agent may do instead: the current triples stay until a person agrees. Returns how many it doubts.
  virtual Result<std::int64_t> DoubtTriples(const TripleFilter& filter, const Triple::Doubt& doubt) = 0;
  // Of a draft: true or gone. Of one that is doubted: ended, or doubted no longer.
  virtual Status SettleTriple(std::int64_t id, bool accept, TimePoint now) = 0;
  // The same assumption with the same result counts as tested again; with the other result both are kept and flagged.
  virtual Result<Spike> AddSpike(const Spike& spike) = 0;
  virtual Result<std::vector<Spike>> ListSpikes() = 0;  // newest first
};

class HistoryStore {
 public:
  virtual ~HistoryStore() = default;
  virtual Result<DiaryEntry> AddDiary(const DiaryEntry& entry) = 0;
  virtual Result<std::vector<DiaryEntry>> ListDiary(std::int64_t limit) = 0;  // newest first
  virtual Status RecordRun(const RunRecord& run) = 0;
  virtual Result<std::vector<RunRecord>> ListRuns() = 0;  // newest first
};

// What is wrong with a file of memory. Facts are never touched; what was made from them can be made again.
struct MemoryFinding {
  std::string what;
  bool repairable = false;
  bool repaired = false;
};

class MemoryStore {
 public:
  virtual ~MemoryStore() = default;
  virtual FactStore& facts() = 0;
  virtual KnowledgeStore& knowledge() = 0;
  virtual HistoryStore& history() = 0;
  virtual std::string Location() const = 0;
  virtual Result<std::vector<MemoryFinding>> Examine(bool repair) = 0;
  // For a file that another one has replaced: what this store wrote beside it is no longer there for the other one.
  virtual Status EmptyLog() = 0;
};

}  // namespace forge
