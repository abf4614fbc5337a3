// The Store in memory: simple, fast, nothing is kept. Tests compare the real store with it.
#pragma once

#include <algorithm>
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
#include "model/words.h"
#include "store/derive.h"
#include "store/store.h"

namespace forge {

class StoreTwin final : public Store {
 public:
  // The next Record fails with this, and nothing is recorded until Reopen; after kExhausted the next may succeed.
  void FailNextRecord(Error error) { fail_next_ = std::move(error); }
  // As if the process had died and another opened the same file.
  void Reopen() {
    broken_.reset();
    lost_.clear();
    handed_out_.clear();
  }

  Status Record(const Batch& batch) override {
    const std::lock_guard lock(mutex_);
    if (broken_) return std::unexpected(*broken_);
    if (const auto lost = lost_.find(batch.run); lost != lost_.end()) return std::unexpected(lost->second);
    if (fail_next_ && fail_next_->code == Code::kExhausted) {
      return std::unexpected(*std::exchange(fail_next_, std::nullopt));
    }
    if (fail_next_) {
      broken_ = std::exchange(fail_next_, std::nullopt);
      return std::unexpected(*broken_);
    }
    const Status legal = Check(batch);
    if (!legal) {
      lost_[batch.run] = legal.error();
      return legal;
    }
    if (!batch.rows.empty()) Write(batch);
    for (const InboxReply& reply : batch.replies) Answer(batch.run, reply);
    return {};
  }

  Result<std::vector<InboxMessage>> Poll(RunId run) override {
    const std::lock_guard lock(mutex_);
    std::vector<InboxMessage> messages;
    for (std::size_t i = 0; i < inbox_.size(); ++i) {
      const auto id = static_cast<std::int64_t>(i) + 1;
      const Message& message = inbox_[i];
      if (message.run != run || message.posted.answered || handed_out_.contains(id)) continue;
      handed_out_.insert(id);
      messages.push_back({id, message.input});
    }
    return messages;
  }

  Result<RunId> CreateRun(const NewRun& run) override {
    const std::lock_guard lock(mutex_);
    const RunId parent = TRY(ParentOf(run));
    if (parent.value != 0) TRY(Require(parent));
    if (run.parent_unit.value > 0) {
      for (const auto& [id, made] : runs_) {
        if (made.row.parent == parent && made.row.parent_unit == run.parent_unit) return id;
      }
    }
    const std::int64_t last = runs_.empty() ? 0 : runs_.rbegin()->first.value;
    if (run.number > 0 && runs_.contains(RunId{run.number}))
      return Fail(Code::kConflict, "run " + std::to_string(run.number) + " already exists");
    const RunId id{run.number > 0 ? run.number : std::max(last, run.number_after) + 1};
    const Batch batch = TRY(FirstBatch(run, id));
    runs_[id].row = batch.run_row;
    Write(batch);
    if (run.blocks_parent && parent.value != 0) {
      Control control;
      control.kind = ControlKind::kBlockOn;
      control.other = id;
      control.reason = "run " + std::to_string(id.value) + " (" + run.slug + ")";
      control.by = "forge";
      inbox_.push_back({parent, control, {}});
    }
    return id;
  }

  Result<std::vector<RunRow>> ListRuns() override {
    const std::lock_guard lock(mutex_);
    std::vector<RunRow> rows;
    for (const auto& [id, run] : runs_) rows.push_back(run.row);
    return rows;
  }
  Result<std::vector<RunRow>> FindRuns(const RunFilter& filter) override {
    const std::lock_guard lock(mutex_);
    std::vector<RunRow> rows;
    for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
      if (filter.limit >= 0 && static_cast<std::int64_t>(rows.size()) == filter.limit) break;
      const RunRow& row = run->second.row;
      if (filter.which == RunChoice::kOpen && IsEnd(row.status)) continue;
      if (filter.which == RunChoice::kEnded && !IsEnd(row.status)) continue;
      if (filter.slug && row.slug != *filter.slug) continue;
      if (filter.ended_since && (!IsEnd(row.status) || row.updated < *filter.ended_since)) continue;
      if (!filter.parent || (row.parent == *filter.parent && row.parent.value > 0)) rows.push_back(row);
    }
    std::ranges::reverse(rows);
    return rows;
  }
  Result<std::optional<RunRow>> FindRun(RunId run) override {
    return Last([&](const RunRow& row) { return row.id == run; });
  }
  Result<std::optional<RunRow>> FindRunBySlug(const std::string& slug) override {
    return Last([&](const RunRow& row) { return row.slug == slug; });
  }
  Result<std::optional<RunRow>> FindChild(RunId parent, UnitId unit) override {
    return Last([&](const RunRow& row) { return unit.value > 0 && row.parent == parent && row.parent_unit == unit; });
  }
  Result<std::vector<StepRow>> ListSteps(RunId run) override {
    const std::lock_guard lock(mutex_);
    return Values(Get(run).steps);
  }
  Result<std::vector<UnitRow>> ListUnits(RunId run) override {
    const std::lock_guard lock(mutex_);
    return Values(Get(run).units);
  }
  Result<std::vector<UnitRow>> ListNewestUnits(RunId run, std::int64_t limit) override {
    const std::lock_guard lock(mutex_);
    std::vector<UnitRow> units = Values(Get(run).units);
    const auto most = std::min(std::ssize(units), static_cast<std::ptrdiff_t>(limit));
    return std::vector<UnitRow>(units.end() - most, units.end());
  }
  Result<std::optional<UnitRow>> FindUnit(RunId run, UnitId unit) override {
    const std::lock_guard lock(mutex_);
    const Run found = Get(run);
    const auto row = found.units.find(unit);
    return row == found.units.end() ? std::optional<UnitRow>() : std::optional(row->second);
  }
  Result<std::optional<AskedRow>> FindAsked(RunId run, UnitId unit) override {
    const std::lock_guard lock(mutex_);
    const Run found = Get(run);
    const auto row = found.asked.find(unit);
    return row == found.asked.end() ? std::optional<AskedRow>() : std::optional(row->second);
  }
  Result<std::int64_t> CountPromptBytes(RunId run) override {
    const std::lock_guard lock(mutex_);
    std::int64_t bytes = 0;
    for (const AskedRow& row : Values(Get(run).asked)) bytes += std::ssize(row.prompt);
    return bytes;
  }
  Status DeletePrompts(RunId run) override {
    const std::lock_guard lock(mutex_);
    if (const auto found = runs_.find(run); found != runs_.end()) {
      for (auto& [unit, row] : found->second.asked) row.prompt.clear();
    }
    return {};
  }
  Result<std::vector<StoredQuestion>> ListQuestions(std::optional<RunId> only, bool open_only) override {
    const std::lock_guard lock(mutex_);
    std::vector<StoredQuestion> rows;
    for (const auto& [id, run] : runs_) {
      if (only && *only != id) continue;
      for (const auto& [number, question] : run.questions) {
        if (!open_only || question.status == QuestionStatus::kOpen) rows.push_back({id, question});
      }
    }
    return rows;
  }
  Result<std::vector<RunId>> ListBlockers(RunId run) override {
    const std::lock_guard lock(mutex_);
    const Run found = Get(run);
    return std::vector<RunId>(found.blockers.begin(), found.blockers.end());
  }
  Result<std::vector<RunId>> ListOpenBlockers(RunId run) override {
    const std::lock_guard lock(mutex_);
    std::set<RunId> blockers = Get(run).blockers;
    for (const Message& message : inbox_) {
      const auto* control = std::get_if<Control>(&message.input);
      const bool waits = message.run == run && !message.posted.answered && control != nullptr;
      if (waits && control->kind == ControlKind::kBlockOn) blockers.insert(control->other);
    }
    std::erase_if(blockers, [&](RunId other) { return !runs_.contains(other) || IsEnd(runs_.at(other).row.status); });
    return std::vector<RunId>(blockers.begin(), blockers.end());
  }
  Result<std::vector<JournalRow>> ReadJournal(RunId run, const JournalRange& range) override {
    const std::lock_guard lock(mutex_);
    std::vector<JournalRow> rows;
    for (const JournalRow& row : Get(run).journal) {
      if (row.seq <= range.after || (range.inputs_only && !row.is_input)) continue;
      if (range.limit >= 0 && static_cast<std::int64_t>(rows.size()) >= range.limit) break;
      rows.push_back(row);
    }
    return rows;
  }
  Result<std::int64_t> LastSeq(RunId run) override {
    const std::lock_guard lock(mutex_);
    return static_cast<std::int64_t>(Get(run).journal.size());
  }

  Result<void> TakeLease(RunId run, const Owner& me, TimePoint now, std::int64_t term_ms,
                         const std::vector<Owner>& dead) override {
    const std::lock_guard lock(mutex_);
    TRY(Require(run));
    std::optional<Lease>& lease = runs_[run].lease;
    const bool mine = !lease || lease->owner == me || IsSilent(*lease, now, term_ms) ||
                      std::find(dead.begin(), dead.end(), lease->owner) != dead.end();
    if (!mine)
      return Fail(Code::kConflict, "run " + std::to_string(run.value) + " is already running in another engine");
    lease = Lease{run, me, now, term_ms};
    lost_.erase(run);
    std::erase_if(handed_out_, [&](std::int64_t id) { return inbox_[static_cast<std::size_t>(id) - 1].run == run; });
    return {};
  }
  Result<std::optional<Lease>> FindLease(RunId run) override {
    const std::lock_guard lock(mutex_);
    return Get(run).lease;
  }
  Status Beat(RunId run, const Owner& me, TimePoint now) override {
    const std::lock_guard lock(mutex_);
    const auto found = runs_.find(run);
    if (found == runs_.end() || !found->second.lease || found->second.lease->owner != me) {
      return Fail(Code::kConflict, "the lease on run " + std::to_string(run.value) + " is gone");
    }
    found->second.lease->heartbeat = now;
    return {};
  }
  Status ReleaseLease(RunId run, const Owner& me) override {
    const std::lock_guard lock(mutex_);
    const auto found = runs_.find(run);
    if (found == runs_.end() || !found->second.lease || found->second.lease->owner != me) return {};
    found->second.lease.reset();
    return {};
  }

  Result<std::int64_t> Post(RunId run, const Input& input, TimePoint) override {
    const std::lock_guard lock(mutex_);
    TRY(Require(run));
    inbox_.push_back({run, input, {}});
    return static_cast<std::int64_t>(inbox_.size());
  }
  Result<PostedMessage> FindPosted(std::int64_t message) override {
    const std::lock_guard lock(mutex_);
    if (message < 1 || message > static_cast<std::int64_t>(inbox_.size())) {
      return Fail(Code::kNotFound, "message " + std::to_string(message) + " does not exist");
    }
    return inbox_[static_cast<std::size_t>(message) - 1].posted;
  }

  Result<std::optional<std::string>> GetMeta(const std::string& key) override {
    const std::lock_guard lock(mutex_);
    const auto found = meta_.find(key);
    return found == meta_.end() ? std::nullopt : std::optional<std::string>(found->second);
  }
  Result<std::map<std::string, std::string>> FindMeta(const std::string& prefix) override {
    const std::lock_guard lock(mutex_);
    std::map<std::string, std::string> found;
    for (const auto& [key, value] : meta_) {
      if (key.starts_with(prefix)) found.emplace(key, value);
    }
    return found;
  }
  Status SetMeta(const std::string& key, const std::string& value) override {
    const std::lock_guard lock(mutex_);
    meta_[key] = value;
    return {};
  }

  Result<std::vector<Finding>> Examine(bool) override { return std::vector<Finding>{}; }
  bool IsLost() const override { return false; }
  Status CopyTo(const std::string&) override { return Fail(Code::kUnavailable, "the twin has no file"); }
  std::string Location() const override { return "memory"; }

 private:
  struct Run {
    RunRow row;
    std::vector<JournalRow> journal;
    std::map<int, StepRow> steps;
    std::map<UnitId, UnitRow> units;
    std::map<UnitId, AskedRow> asked;
    std::map<QuestionId, Question> questions;
    std::set<RunId> blockers;
    std::optional<Lease> lease;
  };
  struct Message {
    RunId run;
    Input input;
    PostedMessage posted;
  };

  template <typename Key, typename Value>
  static std::vector<Value> Values(const std::map<Key, Value>& map) {
    std::vector<Value> values;
    for (const auto& [key, value] : map) values.push_back(value);
    return values;
  }

  template <typename Matches>
  std::optional<RunRow> Last(Matches matches) {
    const std::lock_guard lock(mutex_);
    std::optional<RunRow> found;
    for (const auto& [id, run] : runs_) {
      if (matches(run.row)) found = run.row;
    }
    return found;
  }

  Run Get(RunId run) const {
    const auto found = runs_.find(run);
    return found == runs_.end() ? Run{} : found->second;
  }

  Status Require(RunId run) const {
    if (runs_.contains(run)) return {};
    return Fail(Code::kNotFound, "run " + std::to_string(run.value) + " does not exist");
  }

  Status Check(const Batch& batch) const {
    if (batch.rows.empty()) return {};
    TRY(Require(batch.run));
    std::int64_t last = static_cast<std::int64_t>(Get(batch.run).journal.size());
    for (const JournalRow& row : batch.rows) {
      if (row.seq != ++last) return Fail(Code::kConflict, "row " + std::to_string(row.seq) + " cannot follow");
    }
    return {};
  }

  void Write(const Batch& batch) {
    Run& run = runs_.at(batch.run);
    const bool ends = IsEnd(batch.run_row.status) && !IsEnd(run.row.status);
    for (auto& [id, other] : runs_) {
      if (ends && other.blockers.contains(batch.run)) Tell(id, batch.run, batch.run_row.status);
    }
    run.journal.insert(run.journal.end(), batch.rows.begin(), batch.rows.end());
    WriteRunRow(run.row, batch.run_row);
    if (batch.replace_steps) run.steps.clear();
    for (const StepRow& row : batch.steps) run.steps[row.place] = row;
    for (const UnitRow& row : batch.units) run.units[row.id] = row;
    for (const AskedRow& row : batch.asked) run.asked[row.unit] = row;
    for (const Question& question : batch.questions) run.questions[question.id] = question;
    for (const RunId other : batch.blockers) {
      if (run.blockers.contains(other)) continue;
      const auto blocker = runs_.find(other);
      const RunStatus status = blocker == runs_.end() ? RunStatus::kAbandoned : blocker->second.row.status;
      if (IsEnd(status)) Tell(batch.run, other, status);
    }
    run.blockers = batch.blockers;
  }

  // A run's name, origin and objective never change.
  static void WriteRunRow(RunRow& row, const RunRow& now) {
    RunRow next = now;
    next.id = row.id;
    next.slug = row.slug;
    next.objective = row.objective;
    next.pipeline = row.pipeline;
    next.parent = row.parent;
    next.parent_step = row.parent_step;
    next.parent_unit = row.parent_unit;
    next.created = row.created;
    row = next;
  }

  void Tell(RunId run, RunId ended, RunStatus status) { inbox_.push_back({run, BlockerEnded{ended, status}, {}}); }

  void Answer(RunId run, const InboxReply& reply) {
    if (reply.message < 1 || reply.message > static_cast<std::int64_t>(inbox_.size())) return;
    Message& message = inbox_[static_cast<std::size_t>(reply.message) - 1];
    if (message.run != run || message.posted.answered) return;
    message.posted = {true, reply.accepted, reply.text};
  }

  std::mutex mutex_;
  std::map<RunId, Run> runs_;
  std::vector<Message> inbox_;
  std::map<std::string, std::string> meta_;
  std::set<std::int64_t> handed_out_;
  std::optional<Error> fail_next_;
  std::optional<Error> broken_;
  std::map<RunId, Error> lost_;
};

}  // namespace forge
