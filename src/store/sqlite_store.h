// The Store on SQLite: one connection, one lock, one transaction per call. Tables are in *_table.h and projections.h.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "os/files/files.h"
#include "store/database.h"
#include "store/store.h"

namespace forge {

// Safe from several threads. Several stores, in one process or many, may share a file.
class SqliteStore final : public Store {
 public:
  explicit SqliteStore(Database database)
      : database_(std::move(database)), file_(IdentifyFile(database_.path()).value_or(std::nullopt)) {}

  Status Record(const Batch& batch) override;
  Result<std::vector<InboxMessage>> Poll(RunId run) override;

  Result<RunId> CreateRun(const NewRun& run) override;
  Result<std::vector<RunRow>> ListRuns() override;
  Result<std::vector<RunRow>> FindRuns(const RunFilter& filter) override;
  Result<std::optional<RunRow>> FindRun(RunId run) override;
  Result<std::optional<RunRow>> FindRunBySlug(const std::string& slug) override;
  Result<std::optional<RunRow>> FindChild(RunId parent, UnitId unit) override;
  Result<std::vector<StepRow>> ListSteps(RunId run) override;
  Result<std::vector<UnitRow>> ListUnits(RunId run) override;
  Result<std::vector<UnitRow>> ListNewestUnits(RunId run, std::int64_t limit) override;
  Result<std::optional<UnitRow>> FindUnit(RunId run, UnitId unit) override;
  Result<std::optional<AskedRow>> FindAsked(RunId run, UnitId unit) override;
  Result<std::int64_t> CountPromptBytes(RunId run) override;
  Status DeletePrompts(RunId run) override;
  Result<std::vector<StoredQuestion>> ListQuestions(std::optional<RunId> run, bool open_only) override;
  Result<std::vector<RunId>> ListBlockers(RunId run) override;
  Result<std::vector<RunId>> ListOpenBlockers(RunId run) override;
  Result<std::vector<JournalRow>> ReadJournal(RunId run, const JournalRange& range) override;
  Result<std::int64_t> LastSeq(RunId run) override;

  Result<void> TakeLease(RunId run, const Owner& me, TimePoint now, std::int64_t term_ms,
                         const std::vector<Owner>& dead) override;
  Result<std::optional<Lease>> FindLease(RunId run) override;
  Status Beat(RunId run, const Owner& me, TimePoint now) override;
  Status ReleaseLease(RunId run, const Owner& me) override;

  Result<std::int64_t> Post(RunId run, const Input& input, TimePoint now) override;
  Result<PostedMessage> FindPosted(std::int64_t message) override;

  Result<std::optional<std::string>> GetMeta(const std::string& key) override;
  Result<std::map<std::string, std::string>> FindMeta(const std::string& prefix) override;
  Status SetMeta(const std::string& key, const std::string& value) override;

  Result<std::vector<Finding>> Examine(bool repair) override;
  bool IsLost() const override;
  Status CopyTo(const std::string& path) override;
  std::string Location() const override { return location_; }

 private:
  // The state of the inbox at the last poll; unchanged means that there is nothing new.
  struct Seen {
    std::int64_t data_version = 0;  // of other connections
    std::int64_t own_posts = 0;
    bool operator==(const Seen&) const = default;
  };

  Status RefuseAfterFailure(RunId run) const;
  void RememberFailure(RunId run, const Error& error);
  Status WriteBatch(const Batch& batch);
  Status WriteProjections(const Batch& batch);
  Status TellBlocked(const Batch& batch);
  Status Tell(RunId run, const Input& input, TimePoint at);
  Result<RunId> WriteNewRun(const NewRun& run, RunId parent);
  void RingIfTold();
  void StartOver(RunId run);

  mutable std::mutex mutex_;
  Database database_;  // guarded by mutex_, as all below
  const std::string location_ = database_.path();
  const std::optional<FileIdentity> file_;  // as it was opened
  std::map<RunId, Owner> owners_;           // of the leases that were taken here
  std::map<RunId, Seen> polled_;
  std::map<RunId, std::set<std::int64_t>> handed_out_;  // messages given to a loop that has not answered yet
  std::int64_t own_posts_ = 0;
  std::int64_t rung_ = 0;        // own_posts_ when the bell was rung last
  std::optional<Error> broken_;  // a write failed: nothing more is recorded through this object
  std::map<RunId, Error> lost_;  // this run's batch failed: its engine must read it again
};

}  // namespace forge
