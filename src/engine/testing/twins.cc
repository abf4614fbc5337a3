#include "engine/testing/twins.h"

#include <fmt/core.h>

#include "base/strings.h"

namespace forge::testing {

Status MemoryJournal::Record(const Batch& batch) {
  ++calls_;
  if (fail_at > 0 && calls_ >= fail_at) {
    log_.emplace_back("record failed");
    return Fail(Code::kIo, "no space left on device");
  }
  std::vector<std::string> kinds;
  for (const JournalRow& row : batch.rows) {
    kinds.push_back(row.kind);
    rows.push_back(row);
  }
  log_.push_back("record " + Join(kinds, ","));
  batches.push_back(batch);
  run = batch.run_row;
  if (batch.replace_steps) steps.clear();
  for (const StepRow& step : batch.steps) steps[step.place] = step;
  for (const UnitRow& unit : batch.units) units[unit.id] = unit;
  for (const Question& question : batch.questions) questions[question.id] = question;
  replies.insert(replies.end(), batch.replies.begin(), batch.replies.end());
  return {};
}

Result<std::vector<InboxMessage>> MemoryInbox::Poll(RunId) {
  if (broken) return Fail(Code::kIo, "the inbox cannot be read");
  std::vector<InboxMessage> taken(messages_.begin(), messages_.end());
  messages_.clear();
  return taken;
}

void MemoryInbox::Put(Input input) { messages_.push_back({next_++, std::move(input)}); }

void ScriptedExecutor::Start(const State& state, const Unit& unit) {
  log_.push_back(fmt::format("start {} {}", unit.id.value, StageOf(state, unit).name));
  started.push_back(unit);
  running.insert(unit.id);
  auto outcome = answer ? answer(state, unit) : std::nullopt;
  if (!outcome) return;
  running.erase(unit.id);
  queue_.Post(Ended{unit.id, std::move(*outcome)});
}

void ScriptedExecutor::Stop(UnitId unit) {
  log_.push_back(fmt::format("stop {}", unit.value));
  if (running.erase(unit) == 0) return;
  UnitOutcome stopped;
  stopped.status = UnitStatus::kCancelled;
  queue_.Post(Ended{unit, stopped});
}

}  // namespace forge::testing
