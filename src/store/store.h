// Everything durable about runs: journal, projections, leases, inbox. The only interface for the rest of Forge; SQLite
// implements it (sqlite_store.cc). No SQL outside this folder.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/input.h"
#include "engine/ports.h"

namespace forge {

// The engine that drives a run: a pid is only unique together with its start time, boot and host.
struct Owner {
  std::int64_t pid = 0;
  std::int64_t pid_start = 0;
  std::string boot;  // kernel boot id
  std::string host;
  std::string pid_namespace = {};  // empty: unknown, or written by a Forge that did not store it
  bool operator==(const Owner&) const = default;
};

struct Lease {
  RunId run;
  Owner owner;
  TimePoint heartbeat;
  std::int64_t term_ms = 0;  // so long its engine may be silent; 0: written by a Forge that did not store it
};

// How long this engine may be silent: what its own row says. The setting may have changed since the engine started, so
// the judge's own term (`fallback_ms`) counts only where the row has none.
inline bool IsSilent(const Lease& lease, TimePoint now, std::int64_t fallback_ms) {
  return lease.heartbeat.ms < now.ms - (lease.term_ms > 0 ? lease.term_ms : fallback_ms);
}

// The file that is touched after every message that was put into an inbox of the store (os/bell.h).
inline std::string BellOf(const std::string& store_path) { return store_path + "-bell"; }

struct NewRun {
  std::string slug;
  TimePoint created;
  Started start;
  RunId parent;
  UnitId parent_unit;             // set: the run is found by (parent, parent_unit) instead of made twice
  std::int64_t number_after = 0;  // its number is larger than this: old branches use smaller ones
  std::int64_t number = 0;        // exactly this number, from a plan; kConflict if a run has it; 0: the next
  bool blocks_parent = false;     // also posts Control{kBlockOn} to the parent, in the same transaction
};

struct StoredQuestion {
  RunId run;
  Question question;
};

// Which runs are read; of these the newest only, if there is a limit. Costs what it returns, whatever the store holds.
enum class RunChoice { kAll, kOpen, kEnded };
struct RunFilter {
  RunChoice which = RunChoice::kAll;
  // At most one of these three.
  std::optional<RunId> parent = {};           // started by this run, not by one below it
  std::optional<std::string> slug = {};       // of this slug
  std::optional<TimePoint> ended_since = {};  // that ended then or later, whatever `which` says
  std::int64_t limit = -1;                    // -1: all
};

struct PostedMessage {
  bool answered = false;
  bool accepted = false;
  std::string text;
};

struct JournalRange {
  std::int64_t after = 0;   // rows with seq > after
  std::int64_t limit = -1;  // -1: all
  bool inputs_only = false;
};

// Safe from several threads. Record: rows must follow the last one in the journal, else kConflict: two engines cannot
// both write; an engine that has lost its lease writes nothing more (kConflict). A batch without rows writes only its
// replies. After a failed Record the run is refused until its lease is taken again; after a disk error every run is
// refused until the store is reopened; after kExhausted nothing was written, and the same batch may be recorded again.
// Poll: a message is handed out once and stays in the store until a batch carries its reply; the next engine that takes
// the lease (or reopens the store) gets it again.
class Store : public Journal, public Inbox {
 public:
  // Makes a run (number allocated atomically across processes) with its Started input as row 1 and its projections.
  virtual Result<RunId> CreateRun(const NewRun& run) = 0;

  virtual Result<std::vector<RunRow>> ListRuns() = 0;                         // all, by id
  virtual Result<std::vector<RunRow>> FindRuns(const RunFilter& filter) = 0;  // by id
  virtual Result<std::optional<RunRow>> FindRun(RunId run) = 0;
  virtual Result<std::optional<RunRow>> FindRunBySlug(const std::string& slug) = 0;  // newest
  virtual Result<std::optional<RunRow>> FindChild(RunId parent, UnitId unit) = 0;
  virtual Result<std::vector<StepRow>> ListSteps(RunId run) = 0;
  virtual Result<std::vector<UnitRow>> ListUnits(RunId run) = 0;                            // by id
  virtual Result<std::vector<UnitRow>> ListNewestUnits(RunId run, std::int64_t limit) = 0;  // the last of these
  virtual Result<std::optional<UnitRow>> FindUnit(RunId run, UnitId unit) = 0;
  // What was recorded with the end of a unit (Batch::asked). None: it has files, or it has not ended.
  virtual Result<std::optional<AskedRow>> FindAsked(RunId run, UnitId unit) = 0;
  virtual Result<std::int64_t> CountPromptBytes(RunId run) = 0;  // of these prompts
  virtual Status DeletePrompts(RunId run) = 0;                   // the requests stay: costs are read from them
  virtual Result<std::vector<StoredQuestion>> ListQuestions(std::optional<RunId> run, bool open_only) = 0;
  virtual Result<std::vector<RunId>> ListBlockers(RunId run) = 0;
  // The runs it waits for at this moment, by their own rows and its inbox, whether or not an engine has looked at
  // these: with a child that was just made to block it, without a run that has ended.
  virtual Result<std::vector<RunId>> ListOpenBlockers(RunId run) = 0;
  virtual Result<std::vector<JournalRow>> ReadJournal(RunId run, const JournalRange& range) = 0;
  virtual Result<std::int64_t> LastSeq(RunId run) = 0;

  // Takes the run if it is free, its engine is `dead` (the caller checks), or it is silent (IsSilent). `term_ms` is how
  // long I may be silent. Otherwise kConflict names the engine. Read the run only after this.
  virtual Result<void> TakeLease(RunId run, const Owner& me, TimePoint now, std::int64_t term_ms,
                                 const std::vector<Owner>& dead) = 0;
  virtual Result<std::optional<Lease>> FindLease(RunId run) = 0;
  // kConflict if another engine has taken it: stop at once.
  virtual Status Beat(RunId run, const Owner& me, TimePoint now) = 0;
  virtual Status ReleaseLease(RunId run, const Owner& me) = 0;  // no effect if it is not mine

  // A command for the run's engine, which answers with an InboxReply in one of its batches.
  virtual Result<std::int64_t> Post(RunId run, const Input& input, TimePoint now) = 0;
  virtual Result<PostedMessage> FindPosted(std::int64_t message) = 0;

  // Small project-wide settings of the store itself ("current run").
  virtual Result<std::optional<std::string>> GetMeta(const std::string& key) = 0;
  virtual Result<std::map<std::string, std::string>> FindMeta(const std::string& prefix) = 0;  // keys that begin so
  virtual Status SetMeta(const std::string& key, const std::string& value) = 0;

  // `forge doctor`: what is wrong, and whether it can be repaired.
  struct Finding {
    std::string what;
    bool repairable = false;
    bool repaired = false;
  };
  // Checks the file, then compares every projection with the fold of its journal; `repair` rewrites those that differ.
  virtual Result<std::vector<Finding>> Examine(bool repair) = 0;

  // The file was deleted or replaced while it was open: nothing else sees what is written here.
  virtual bool IsLost() const = 0;
  // Copies everything to a new file; also when the store is lost.
  virtual Status CopyTo(const std::string& path) = 0;

  virtual std::string Location() const = 0;
};

// Opens the store in `path`; makes it if missing, but not its directory. Several processes may open a new one at once.
// A newer schema is refused and left untouched; an older one is migrated.
Result<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path);

}  // namespace forge
