// Everything durable about runs: journal, projections, leases, inbox. The one interface the rest of Forge sees;
// SQLite is behind it (sqlite_store.cc), PostgreSQL will be. No SQL outside this folder.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/input.h"
#include "engine/ports.h"

namespace forge {

// Who drives a run: a pid means something only together with its start time, boot and host.
struct Owner {
  std::int64_t pid = 0;
  std::int64_t pid_start = 0;
  std::string boot;  // kernel boot id
  std::string host;
  bool operator==(const Owner&) const = default;
};

struct Lease {
  RunId run;
  Owner owner;
  TimePoint heartbeat;
};

struct NewRun {
  std::string slug;
  TimePoint created;
  Started start;
  RunId parent;
  UnitId parent_unit;             // set: the run is found again by (parent, parent_unit) instead of made twice
  std::int64_t number_after = 0;  // its number is larger than this: smaller ones are taken elsewhere (old branches)
  std::int64_t number = 0;     // exactly this one, which a plan has already; kConflict when a run has it; 0: the next
  bool blocks_parent = false;  // also posts Control{kBlockOn} to the parent, in the same transaction
};

struct StoredQuestion {
  RunId run;
  Question question;
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

// May be used from several threads at once. Record: rows must follow the last one in the journal, else kConflict: two
// owners cannot both write. A batch without rows changes nothing but its replies. After a failed Record the run is
// refused until its lease is taken anew, and after a failure of the disk every run until the store is reopened.
// Poll: a message is handed out once and stays in the store until a batch carries its reply; whoever takes the lease
// (or reopens the store) is handed it again.
class Store : public Journal, public Inbox {
 public:
  // Makes a run (number allocated atomically across processes) with its Started input as row 1 and its projections.
  virtual Result<RunId> CreateRun(const NewRun& run) = 0;

  virtual Result<std::vector<RunRow>> ListRuns() = 0;  // by id
  virtual Result<std::optional<RunRow>> FindRun(RunId run) = 0;
  virtual Result<std::optional<RunRow>> FindRunBySlug(const std::string& slug) = 0;  // newest
  virtual Result<std::optional<RunRow>> FindChild(RunId parent, UnitId unit) = 0;
  virtual Result<std::vector<StepRow>> ListSteps(RunId run) = 0;
  virtual Result<std::vector<UnitRow>> ListUnits(RunId run) = 0;
  virtual Result<std::vector<StoredQuestion>> ListQuestions(std::optional<RunId> run, bool open_only) = 0;
  virtual Result<std::vector<RunId>> ListBlockers(RunId run) = 0;
  virtual Result<std::vector<JournalRow>> ReadJournal(RunId run, const JournalRange& range) = 0;
  virtual Result<std::int64_t> LastSeq(RunId run) = 0;

  // Takes the run if it is free, its owner is `dead` (says the caller, who can look), or its heartbeat is older than
  // `silent_before`. Otherwise kConflict, naming the owner. Read the run only after this.
  virtual Result<void> TakeLease(RunId run, const Owner& me, TimePoint now, TimePoint silent_before,
                                 const std::vector<Owner>& dead) = 0;
  virtual Result<std::optional<Lease>> FindLease(RunId run) = 0;
  // kConflict when somebody else has taken it meanwhile: stop at once.
  virtual Status Beat(RunId run, const Owner& me, TimePoint now) = 0;
  virtual Status ReleaseLease(RunId run, const Owner& me) = 0;  // no effect when it is not mine

  // A command for the run's owner. Answered by InboxReply in one of the owner's batches.
  virtual Result<std::int64_t> Post(RunId run, const Input& input, TimePoint now) = 0;
  virtual Result<PostedMessage> FindPosted(std::int64_t message) = 0;

  // Small project-wide settings of the store itself ("current run").
  virtual Result<std::optional<std::string>> GetMeta(const std::string& key) = 0;
  virtual Status SetMeta(const std::string& key, const std::string& value) = 0;

  // `forge doctor`: what is wrong, and whether it could be mended.
  struct Finding {
    std::string what;
    bool repairable = false;
    bool repaired = false;
  };
  // Checks the file, then every projection against the fold of its journal; with `repair` rewrites those that differ.
  virtual Result<std::vector<Finding>> Examine(bool repair) = 0;

  virtual std::string Location() const = 0;
};

// Opens (making it when absent, but not its directory) the store in `path`. Several processes may open a fresh one at
// once. A newer schema is refused and left untouched; an older one is migrated.
Result<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path);

}  // namespace forge
