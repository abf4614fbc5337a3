#include "engine/run_loop.h"

#include <algorithm>
#include <utility>

#include "engine/state_rows.h"

namespace forge {
namespace {

JournalRow RowOf(const Input& input, const State& state) {
  JournalRow row;
  row.kind = KindOf(input);
  row.is_input = true;
  row.data = ToJson(input).Dump();
  UnitId unit;
  if (const auto* began = std::get_if<Began>(&input)) unit = began->unit;
  if (const auto* ended = std::get_if<Ended>(&input)) unit = ended->unit;
  if (const auto* taken = std::get_if<StepTaken>(&input)) row.step = taken->step;
  if (const auto* given = std::get_if<StepGivenBack>(&input)) row.step = given->step;
  auto it = state.units.find(unit);
  if (it == state.units.end()) return row;
  row.step = it->second.step;
  row.stage = StageOf(state, it->second).name;
  row.iteration = it->second.iteration;
  row.attempt = it->second.attempt;
  return row;
}

JournalRow RowOf(Note note) {
  JournalRow row;
  row.kind = std::move(note.kind);
  row.step = std::move(note.step);
  row.stage = std::move(note.stage);
  row.iteration = note.iteration;
  row.attempt = note.attempt;
  row.data = note.data.is_null() ? "{}" : note.data.Dump();
  return row;
}

// Counts where only so many units may run. Units of a child run count themselves.
bool IsLimited(const Unit& unit) { return unit.kind != UnitKind::kGate && unit.kind != UnitKind::kChild; }

Ended Stopped(UnitId unit) {
  Ended ended;
  ended.unit = unit;
  ended.outcome.status = UnitStatus::kCancelled;
  return ended;
}

}  // namespace

RunLoop::RunLoop(RunIdentity identity, State state, std::int64_t next_seq, Ports ports)
    : identity_(std::move(identity)), state_(std::move(state)), next_seq_(next_seq), ports_(ports) {
  for (const auto& [id, unit] : state_.units) unit_rows_[id] = MakeUnitRow(state_, unit);
}

Result<RunStatus> RunLoop::Run() {
  TRY(TakeOver());
  while (TRY(GoesOn())) {
    if (on_turn) TRY(on_turn());
    std::vector<Input> inputs = ports_.queue.WaitSome(NextWait());
    AddDueTimers(inputs);
    auto messages = TRY(ports_.inbox.Poll(identity_.id));
    if (inputs.empty() && messages.empty()) {
      if (AllDormant()) return RunStatus::kWaiting;
      continue;
    }
    TRY(Turn(std::move(inputs), std::move(messages)));
  }
  return Outlook(state_);
}

// What waited for an engine is decided before anything starts.
Status RunLoop::TakeOver() {
  TRY(TakeMessages());
  Act(Pending(state_));
  return {};
}

// A run that became blocked may be told at once that the other one has ended already.
Result<bool> RunLoop::GoesOn() {
  if (state_.status == RunStatus::kBlocked && Settled(state_)) {
    auto messages = TRY(ports_.inbox.Poll(identity_.id));
    if (!messages.empty()) TRY(Turn({}, std::move(messages)));
  }
  return !Settled(state_);
}

Status RunLoop::Apply(Input input) {
  Gathered gathered;
  const TimePoint at = ports_.clock.Now();
  TRY(Absorb(std::move(input), at, gathered));
  TRY(EndStopped(at, gathered));
  TRY(Record(at, gathered));
  Show(gathered);
  return {};
}

// Until there is none: to record that the run waits for another one leaves the message that the other has ended.
Status RunLoop::TakeMessages() {
  for (bool more = true; more;) {
    Gathered gathered;
    const TimePoint at = ports_.clock.Now();
    auto messages = TRY(ports_.inbox.Poll(identity_.id));
    more = !messages.empty();
    for (InboxMessage& message : messages) Take(std::move(message), at, gathered);
    TRY(EndStopped(at, gathered));
    TRY(Record(at, gathered));
    Show(gathered);
  }
  return {};
}

// The reply goes into the same batch: no yes is sent that was not recorded, and no message is taken twice.
void RunLoop::Take(InboxMessage message, TimePoint at, Gathered& gathered) {
  Status taken = Absorb(std::move(message.input), at, gathered);
  gathered.batch.replies.push_back({message.id, taken.has_value(), taken ? "" : Describe(taken.error())});
}

// No executor runs these units: those told to stop have stopped. The rest wait for the next engine.
Status RunLoop::EndStopped(TimePoint at, Gathered& gathered) {
  std::vector<UnitId> stopped;
  for (const auto& [id, unit] : state_.units) {
    if (unit.stopping) stopped.push_back(id);
  }
  for (UnitId unit : stopped) TRY(Absorb(Stopped(unit), at, gathered));
  return {};
}

// Decide, record, act.
Status RunLoop::Turn(std::vector<Input> inputs, std::vector<InboxMessage> messages) {
  Gathered gathered;
  const TimePoint at = ports_.clock.Now();
  for (InboxMessage& message : messages) Take(std::move(message), at, gathered);
  for (Input& input : inputs) {
    if (auto* ended = std::get_if<Ended>(&input); ended != nullptr && ended->outcome.retry_at.ms > 0) {
      ended->outcome.wall_ahead_ms = ports_.clock.Wall().ms - at.ms;
    }
    if (UsesUpAllowance(input)) TRY(Pause(at, gathered));
    // The core refuses late news of a unit that is over, or a Ctrl-C with nothing left to pause. No reply is due.
    if (Status taken = Absorb(std::move(input), at, gathered); !taken) continue;
  }
  if (state_.status != RunStatus::kActive) {
    for (UnitId unit : std::exchange(beyond_limit_, {})) TRY(Absorb(Stopped(unit), at, gathered));
  }
  TRY(Record(at, gathered));
  Act(gathered.actions);
  Show(gathered);
  return {};
}

// The input ends the last unit that may run, or a run below in which the last one has ended.
bool RunLoop::UsesUpAllowance(const Input& input) {
  const auto* ended = std::get_if<Ended>(&input);
  if (!allowance || ended == nullptr) return false;
  const bool last = Counts(*ended) && allowance->End();
  return (last || allowance->used_up()) && state_.status == RunStatus::kActive;
}

bool RunLoop::Counts(const Ended& ended) const {
  auto unit = state_.units.find(ended.unit);
  return unit != state_.units.end() && IsLimited(unit->second) && ended.outcome.status != UnitStatus::kCancelled;
}

// Pauses before the core learns that the last unit ended, so that it starts no further unit.
Status RunLoop::Pause(TimePoint at, Gathered& gathered) {
  Control pause;
  pause.reason = "the unit limit is reached";
  return Absorb(pause, at, gathered);
}

// After a failure nothing more is decided or done: memory is ahead of the journal.
Status RunLoop::Record(TimePoint at, Gathered& gathered) {
  if (!health_ || gathered.empty()) return health_;
  AddRows(at, gathered);
  health_ = ports_.journal.Record(gathered.batch);
  return health_;
}

void RunLoop::Show(const Gathered& gathered) {
  if (on_batch && !gathered.empty()) on_batch(state_, gathered.batch);
}

Status RunLoop::Absorb(Input input, TimePoint at, Gathered& gathered) {
  TRY(Status(health_));
  JournalRow row = RowOf(input, state_);
  const auto* ended = std::get_if<Ended>(&input);
  Result<Decision> decided = Decide(state_, TimedInput{at, input});
  if (!decided && decided.error().code == Code::kCorrupt) health_ = std::unexpected(decided.error());
  Decision decision = TRY(std::move(decided));
  if (ended != nullptr) gathered.ended[ended->unit] = ended->outcome;
  auto add = [&](JournalRow next) {
    next.seq = next_seq_++;
    next.at = at;
    gathered.batch.rows.push_back(std::move(next));
  };
  add(std::move(row));
  for (Note& note : decision.notes) {
    if (note.kind == "plan-changed") gathered.batch.replace_steps = true;
    add(RowOf(std::move(note)));
  }
  for (Action& action : decision.actions) gathered.actions.push_back(action);
  gathered.touched.steps.merge(decision.touched.steps);
  gathered.touched.units.merge(decision.touched.units);
  gathered.touched.questions.merge(decision.touched.questions);
  return {};
}

void RunLoop::AddRows(TimePoint at, Gathered& gathered) {
  Batch& batch = gathered.batch;
  batch.run = identity_.id;
  batch.run_row = MakeRunRow(state_, identity_, at);
  batch.blockers = state_.blockers;
  const int steps = static_cast<int>(state_.steps.size());
  if (batch.replace_steps) {
    for (int place = 0; place < steps; ++place) gathered.touched.steps.insert(place);
  }
  for (int place : gathered.touched.steps) {
    if (place < steps) batch.steps.push_back(MakeStepRow(state_, place));
  }
  for (UnitId id : gathered.touched.units) {
    auto unit = state_.units.find(id);
    if (unit != state_.units.end()) unit_rows_[id] = MakeUnitRow(state_, unit->second);
    auto row = unit_rows_.find(id);
    if (row == unit_rows_.end()) continue;
    auto ended = gathered.ended.find(id);
    if (ended != gathered.ended.end()) CompleteUnit(row->second, ended->second, at);
    batch.units.push_back(row->second);
    if (ended != gathered.ended.end()) unit_rows_.erase(row);
  }
  for (QuestionId id : gathered.touched.questions) batch.questions.push_back(state_.questions.at(id));
}

void RunLoop::Act(const std::vector<Action>& actions) {
  for (const Action& action : actions) {
    if (const auto* start = std::get_if<StartUnit>(&action)) {
      StartOne(start->unit);
    } else if (const auto* stop = std::get_if<StopUnit>(&action)) {
      ports_.executor.Stop(stop->unit);
      if (dormant_.erase(stop->unit) + beyond_limit_.erase(stop->unit) > 0) ports_.queue.Post(Stopped(stop->unit));
    } else if (const auto* timer = std::get_if<SetTimer>(&action)) {
      timers_[timer->timer] = *timer;
    }
  }
}

void RunLoop::StartOne(UnitId id) {
  auto unit = state_.units.find(id);
  if (unit == state_.units.end()) return;
  if (allowance && IsLimited(unit->second) && !allowance->Take()) {
    beyond_limit_.insert(id);
    return;
  }
  dormant_.erase(id);
  ports_.executor.Start(state_, unit->second);
}

bool RunLoop::AllDormant() {
  for (UnitId id : ports_.queue.TakeDormant()) {
    auto unit = state_.units.find(id);
    if (unit == state_.units.end()) continue;
    // Told to stop while it became dormant: no executor will report its end.
    if (unit->second.stopping) {
      ports_.queue.Post(Stopped(id));
    } else {
      dormant_.insert(id);
    }
  }
  if (dormant_.empty() || !state_.timers.empty()) return false;
  return std::all_of(state_.units.begin(), state_.units.end(), [&](const auto& entry) {
    return dormant_.contains(entry.first) || beyond_limit_.contains(entry.first);
  });
}

void RunLoop::AddDueTimers(std::vector<Input>& inputs) {
  for (auto it = timers_.begin(); it != timers_.end();) {
    const bool due = LeftOf(it->second) <= 0;
    if (due) inputs.emplace_back(TimerFired{it->first});
    it = due ? timers_.erase(it) : std::next(it);
  }
}

std::chrono::milliseconds RunLoop::NextWait() {
  std::chrono::milliseconds wait = longest_wait;
  for (const auto& [id, timer] : timers_) {
    wait = std::min(wait, std::chrono::milliseconds(std::max<std::int64_t>(0, LeftOf(timer))));
  }
  return wait;
}

std::int64_t RunLoop::LeftOf(const SetTimer& timer) {
  if (timer.until.ms > 0) return timer.until.ms - ports_.clock.Wall().ms;
  return timer.due.ms - ports_.clock.Now().ms;
}

}  // namespace forge
