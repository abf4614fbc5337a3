#include "store/sqlite_store.h"

#include <fmt/core.h>

#include <memory>
#include <utility>

#include "model/words.h"
#include "os/bell.h"
#include "store/asked_table.h"
#include "store/derive.h"
#include "store/examine.h"
#include "store/inbox_table.h"
#include "store/journal_table.h"
#include "store/lease_table.h"
#include "store/open.h"
#include "store/projections.h"

namespace forge {

Result<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path, const StoreOptions& options) {
  return std::make_unique<SqliteStore>(TRY(OpenDatabase(path, options)));
}

Status SqliteStore::Record(const Batch& batch) {
  const std::lock_guard lock(mutex_);
  TRY(RefuseAfterFailure(batch.run));
  Status written = WriteBatch(batch);
  if (!written) RememberFailure(batch.run, written.error());
  return written;
}

Status SqliteStore::RefuseAfterFailure(RunId run) const {
  const auto lost = lost_.find(run);
  const Error* earlier = broken_ ? &*broken_ : lost != lost_.end() ? &lost->second : nullptr;
  if (earlier == nullptr) return {};
  return Fail(earlier->code, fmt::format("nothing is recorded after an earlier failure: {}", earlier->message),
              earlier->hint);
}

// A second engine on a run blocks only that run; a disk error blocks all runs. A full disk blocks none: SQLite has
// rolled back, and only the same batch fits behind the last row.
void SqliteStore::RememberFailure(RunId run, const Error& error) {
  if (error.code == Code::kExhausted) return;
  if (error.code == Code::kIo || error.code == Code::kCorrupt) broken_ = error;
  lost_.insert_or_assign(run, error);
}

Status SqliteStore::WriteBatch(const Batch& batch) {
  Transaction transaction = TRY(Transaction::Begin(database_));
  if (const auto owner = owners_.find(batch.run); owner != owners_.end()) {
    TRY(RequireLease(database_, batch.run, owner->second));
  }
  // Without rows nothing has happened, and we may have lost the run: leave its projections alone.
  if (!batch.rows.empty()) {
    TRY(AppendRows(database_, batch.run, batch.rows));
    TRY(TellBlocked(batch));
    TRY(WriteProjections(batch));
    TRY(InsertAsked(database_, batch.run, batch.asked));
  }
  for (const InboxReply& reply : batch.replies) TRY(AnswerMessage(database_, batch.run, reply));
  TRY(transaction.Commit());
  RingIfTold();
  if (batch.replies.empty()) return {};
  std::set<std::int64_t>& waiting = handed_out_[batch.run];
  for (const InboxReply& reply : batch.replies) waiting.erase(reply.message);
  return {};
}

Status SqliteStore::WriteProjections(const Batch& batch) {
  RunRow row = batch.run_row;
  row.id = batch.run;
  TRY(UpdateRun(database_, row));
  TRY(WriteSteps(database_, batch.run, batch.steps, batch.replace_steps));
  TRY(WriteUnits(database_, batch.run, batch.units));
  TRY(WriteQuestions(database_, batch.run, batch.questions));
  for (const RunId other : TRY(WriteBlockers(database_, batch.run, batch.blockers))) {
    const std::optional<RunStatus> status = TRY(FindRunStatus(database_, other));
    // A run that does not exist never ends, so no run may wait for it.
    if (status && !IsEnd(*status)) continue;
    TRY(Tell(batch.run, BlockerEnded{other, status.value_or(RunStatus::kAbandoned)}, batch.rows.back().at));
  }
  return {};
}

// Must come before the projections are written: the stored status is still the old one.
Status SqliteStore::TellBlocked(const Batch& batch) {
  const RunStatus status = batch.run_row.status;
  if (!IsEnd(status)) return {};
  const std::optional<RunStatus> before = TRY(FindRunStatus(database_, batch.run));
  if (before && IsEnd(*before)) return {};
  for (const RunId run : TRY(ReadBlockedBy(database_, batch.run))) {
    TRY(Tell(run, BlockerEnded{batch.run, status}, batch.rows.back().at));
  }
  return {};
}

Status SqliteStore::Tell(RunId run, const Input& input, TimePoint at) {
  TRY(InsertMessage(database_, run, input, at));
  ++own_posts_;
  return {};
}

// After the commit. Whom it does not wake looks by itself a moment later.
void SqliteStore::RingIfTold() {
  if (std::exchange(rung_, own_posts_) != own_posts_) (void)RingBell(BellOf(location_));
}

Result<RunId> SqliteStore::CreateRun(const NewRun& run) {
  const RunId parent = TRY(ParentOf(run));
  const std::lock_guard lock(mutex_);
  Transaction transaction = TRY(Transaction::Begin(database_));
  if (parent.value != 0) TRY_WITH("make a child run", RequireRun(database_, parent));
  if (run.parent_unit.value > 0) {
    const std::optional<RunRow> made = TRY(FindRunByParentUnit(database_, parent, run.parent_unit));
    if (made) return made->id;
  }
  const RunId id = TRY(WriteNewRun(run, parent));
  TRY(transaction.Commit());
  RingIfTold();
  return id;
}

Result<RunId> SqliteStore::WriteNewRun(const NewRun& run, RunId parent) {
  Batch batch = TRY(FirstBatch(run, {}));
  if (run.number_after > 0) {
    TRY(
        database_.Run("INSERT INTO sqlite_sequence (name, seq) SELECT 'run', 0 WHERE NOT EXISTS (SELECT 1 FROM "
                      "sqlite_sequence WHERE name = 'run')",
                      {}));
    TRY(database_.Run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'run'", {run.number_after}));
  }
  if (run.number > 0) {
    if (TRY(FindRunById(database_, RunId{run.number})))
      return Fail(Code::kConflict, fmt::format("run {} already exists", run.number));
    batch.run_row.id = RunId{run.number};
  }
  batch.run = TRY(InsertRun(database_, batch.run_row));
  TRY(AppendRows(database_, batch.run, batch.rows));
  TRY(WriteProjections(batch));
  if (run.blocks_parent && parent.value != 0) {
    Control control;
    control.kind = ControlKind::kBlockOn;
    control.other = batch.run;
    control.reason = fmt::format("run {} ({})", batch.run.value, run.slug);
    control.by = "forge";
    TRY(Tell(parent, control, run.created));
  }
  return batch.run;
}

Result<std::vector<InboxMessage>> SqliteStore::Poll(RunId run) {
  if (IsLost()) {
    return Fail(Code::kIo, fmt::format("the store {} was deleted or replaced while it was in use", location_),
                "forge doctor");
  }
  const std::lock_guard lock(mutex_);
  // Read before the inbox: a message posted in between shows as a change next time.
  const Seen now{TRY(database_.AskInt("PRAGMA data_version")), own_posts_};
  const auto last = polled_.find(run);
  if (last != polled_.end() && last->second == now) return std::vector<InboxMessage>{};
  std::vector<InboxMessage> messages;
  std::set<std::int64_t>& waiting = handed_out_[run];
  for (const RawMessage& raw : TRY(ReadUnanswered(database_, run))) {
    if (waiting.contains(raw.id)) continue;
    Result<Input> input = ParseMessage(raw);
    if (input) {
      messages.push_back({raw.id, std::move(*input)});
    } else {
      TRY(AnswerMessage(database_, run, {raw.id, false, "cannot be read: " + input.error().message}));
    }
  }
  for (const InboxMessage& message : messages) waiting.insert(message.id);
  polled_.insert_or_assign(run, now);
  return messages;
}

Result<std::vector<RunRow>> SqliteStore::ListRuns() {
  const std::lock_guard lock(mutex_);
  return ReadRuns(database_);
}

Result<std::vector<RunRow>> SqliteStore::FindRuns(const RunFilter& filter) {
  const std::lock_guard lock(mutex_);
  return forge::FindRuns(database_, filter);
}

Result<std::optional<RunRow>> SqliteStore::FindRun(RunId run) {
  const std::lock_guard lock(mutex_);
  return FindRunById(database_, run);
}

Result<std::optional<RunRow>> SqliteStore::FindRunBySlug(const std::string& slug) {
  const std::lock_guard lock(mutex_);
  return forge::FindRunBySlug(database_, slug);
}

Result<std::optional<RunRow>> SqliteStore::FindChild(RunId parent, UnitId unit) {
  const std::lock_guard lock(mutex_);
  return FindRunByParentUnit(database_, parent, unit);
}

Result<std::vector<StepRow>> SqliteStore::ListSteps(RunId run) {
  const std::lock_guard lock(mutex_);
  return ReadSteps(database_, run);
}

Result<std::vector<UnitRow>> SqliteStore::ListUnits(RunId run) {
  const std::lock_guard lock(mutex_);
  return ReadUnits(database_, run);
}

Result<std::vector<UnitRow>> SqliteStore::ListNewestUnits(RunId run, std::int64_t limit) {
  const std::lock_guard lock(mutex_);
  return ReadNewestUnits(database_, run, limit);
}

Result<std::optional<UnitRow>> SqliteStore::FindUnit(RunId run, UnitId unit) {
  const std::lock_guard lock(mutex_);
  return FindUnitById(database_, run, unit);
}

Result<std::optional<AskedRow>> SqliteStore::FindAsked(RunId run, UnitId unit) {
  const std::lock_guard lock(mutex_);
  return forge::FindAsked(database_, run, unit);
}

Result<std::int64_t> SqliteStore::CountPromptBytes(RunId run) {
  const std::lock_guard lock(mutex_);
  return forge::CountPromptBytes(database_, run);
}

Status SqliteStore::DeletePrompts(RunId run) {
  const std::lock_guard lock(mutex_);
  return forge::DeletePrompts(database_, run);
}

Result<std::vector<StoredQuestion>> SqliteStore::ListQuestions(std::optional<RunId> run, bool open_only) {
  const std::lock_guard lock(mutex_);
  return ReadQuestions(database_, run, open_only);
}

Result<std::vector<RunId>> SqliteStore::ListBlockers(RunId run) {
  const std::lock_guard lock(mutex_);
  const std::set<RunId> blockers = TRY(ReadBlockers(database_, run));
  return std::vector<RunId>(blockers.begin(), blockers.end());
}

Result<std::vector<RunId>> SqliteStore::ListOpenBlockers(RunId run) {
  const std::lock_guard lock(mutex_);
  return ReadOpenBlockers(database_, run);
}

Result<std::vector<JournalRow>> SqliteStore::ReadJournal(RunId run, const JournalRange& range) {
  const std::lock_guard lock(mutex_);
  return ReadRows(database_, run, range);
}

Result<std::int64_t> SqliteStore::LastSeq(RunId run) {
  const std::lock_guard lock(mutex_);
  return ReadLastSeq(database_, run);
}

Result<void> SqliteStore::TakeLease(RunId run, const Owner& me, TimePoint now, std::int64_t term_ms,
                                    const std::vector<Owner>& dead) {
  const std::lock_guard lock(mutex_);
  Transaction transaction = TRY(Transaction::Begin(database_));
  TRY(RequireRun(database_, run));
  TRY(ClaimLease(database_, {run, me, now, term_ms}, dead));
  TRY(transaction.Commit());
  owners_.insert_or_assign(run, me);
  StartOver(run);
  return {};
}

// A new engine begins by reading the run, so messages handed to an earlier one in this process are handed out again.
void SqliteStore::StartOver(RunId run) {
  lost_.erase(run);
  polled_.erase(run);
  handed_out_.erase(run);
}

Result<std::optional<Lease>> SqliteStore::FindLease(RunId run) {
  const std::lock_guard lock(mutex_);
  return ReadLease(database_, run);
}

Status SqliteStore::Beat(RunId run, const Owner& me, TimePoint now) {
  const std::lock_guard lock(mutex_);
  return RefreshLease(database_, {run, me, now, 0});
}

Status SqliteStore::ReleaseLease(RunId run, const Owner& me) {
  const std::lock_guard lock(mutex_);
  if (const auto owner = owners_.find(run); owner != owners_.end() && owner->second == me) owners_.erase(owner);
  return DropLease(database_, run, me);
}

Result<std::int64_t> SqliteStore::Post(RunId run, const Input& input, TimePoint now) {
  const std::lock_guard lock(mutex_);
  Transaction transaction = TRY(Transaction::Begin(database_));
  TRY(RequireRun(database_, run));
  const std::int64_t message = TRY(InsertMessage(database_, run, input, now));
  TRY(transaction.Commit());
  ++own_posts_;
  RingIfTold();
  return message;
}

Result<PostedMessage> SqliteStore::FindPosted(std::int64_t message) {
  const std::lock_guard lock(mutex_);
  return ReadPosted(database_, message);
}

Result<std::optional<std::string>> SqliteStore::GetMeta(const std::string& key) {
  const std::lock_guard lock(mutex_);
  Query query = TRY(database_.Ask("SELECT value FROM meta WHERE key = ?", {key}));
  if (!TRY(query.Next())) return std::optional<std::string>{};
  return query.Text(0);
}

// The highest byte of UTF-8 text is below 0xFF, so every key that begins with the prefix is below the second bound.
Result<std::map<std::string, std::string>> SqliteStore::FindMeta(const std::string& prefix) {
  const std::lock_guard lock(mutex_);
  Query query =
      TRY(database_.Ask("SELECT key, value FROM meta WHERE key >= ? AND key < ? || char(1114111)", {prefix, prefix}));
  std::map<std::string, std::string> found;
  while (TRY(query.Next())) found.emplace(query.Text(0), query.Text(1));
  return found;
}

Status SqliteStore::SetMeta(const std::string& key, const std::string& value) {
  const std::lock_guard lock(mutex_);
  return database_.Run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", {key, value});
}

bool SqliteStore::IsLost() const {
  const auto now = IdentifyFile(location_);
  return file_ && now && *now != file_;
}

// SQLite still reads the file that it has open, whatever became of its name.
Status SqliteStore::CopyTo(const std::string& path) {
  const std::lock_guard lock(mutex_);
  return database_.Run("VACUUM INTO ?", {path});
}

Result<std::vector<Store::Finding>> SqliteStore::Examine(bool repair) {
  const std::lock_guard lock(mutex_);
  Result<std::vector<Finding>> findings = ExamineDatabase(database_, repair);
  ++own_posts_;  // a repair may have posted to a blocked run
  RingIfTold();
  return findings;
}

}  // namespace forge
