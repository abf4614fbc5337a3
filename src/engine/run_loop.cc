#include "engine/run_loop.h"

#include <algorithm>
#include <utility>

#include "engine/project.h"

namespace forge {
namespace {

constexpr std::chrono::milliseconds kLongestWait{50};  // the inbox is looked at this often: owners react within 100 ms

JournalRow RowOf(const Input& input, const State& state) {
  JournalRow row;
  row.kind = KindOf(input);
  row.is_input = true;
  row.data = ToJson(input).Dump();
  UnitId unit;
  if (const auto* began = std::get_if<Began>(&input)) unit = began->unit;
  if (const auto* ended = std::get_if<Ended>(&input)) unit = ended->unit;
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

// Late news about something that is over is dropped, and so is a Ctrl-C that has nothing left to pause.
bool IsNews(const Input& input) {
  return std::holds_alternative<Control>(input) || std::holds_alternative<Began>(input) ||
         std::holds_alternative<Ended>(input) || std::holds_alternative<TimerFired>(input) ||
         std::holds_alternative<BlockerEnded>(input);
}

}  // namespace

RunLoop::RunLoop(RunIdentity identity, State state, std::int64_t next_seq, Ports ports)
    : identity_(std::move(identity)), state_(std::move(state)), next_seq_(next_seq), ports_(ports) {
  for (const auto& [id, unit] : state_.units) unit_rows_[id] = ProjectUnit(state_, unit);
}

Result<RunStatus> RunLoop::Run() {
  Act(Pending(state_));
  while (!Settled(state_)) {
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

Status RunLoop::Apply(Input input) {
  Gathered gathered;
  const TimePoint at = ports_.clock.Now();
  TRY(Absorb(std::move(input), at, gathered));
  // Nobody carries these units out: what was to be stopped has stopped. The rest waits for whoever drives it next.
  for (const Action& action : std::vector<Action>(gathered.actions)) {
    const auto* stop = std::get_if<StopUnit>(&action);
    if (stop == nullptr || !state_.units.contains(stop->unit)) continue;
    UnitOutcome stopped;
    stopped.status = UnitStatus::kCancelled;
    TRY(Absorb(Ended{stop->unit, stopped}, at, gathered));
  }
  Project(at, gathered);
  TRY(ports_.journal.Record(gathered.batch));
  if (on_batch) on_batch(state_, gathered.batch);
  return {};
}

// Decide, record, act.
Status RunLoop::Turn(std::vector<Input> inputs, std::vector<InboxMessage> messages) {
  Gathered gathered;
  const TimePoint at = ports_.clock.Now();
  for (InboxMessage& message : messages) {
    Status taken = Absorb(std::move(message.input), at, gathered);
    gathered.batch.replies.push_back({message.id, taken.has_value(), taken ? "" : Describe(taken.error())});
  }
  for (Input& input : inputs) {
    const bool news = IsNews(input);
    if (Status taken = Absorb(std::move(input), at, gathered); !taken && !news) return taken;
  }
  if (unit_limit > 0 && units_ended_ >= unit_limit && state_.status == RunStatus::kActive && !IsEnd(state_.status)) {
    Control pause;
    pause.reason = "one unit at a time";
    TRY(Absorb(pause, at, gathered));
  }
  if (gathered.batch.rows.empty() && gathered.batch.replies.empty()) return {};
  Project(at, gathered);
  TRY(ports_.journal.Record(gathered.batch));
  Act(gathered.actions);
  if (on_batch) on_batch(state_, gathered.batch);
  return {};
}

Status RunLoop::Absorb(Input input, TimePoint at, Gathered& gathered) {
  JournalRow row = RowOf(input, state_);
  const auto* ended = std::get_if<Ended>(&input);
  const bool counts = ended != nullptr && state_.units.contains(ended->unit) &&
                      state_.units.at(ended->unit).kind != UnitKind::kGate &&
                      ended->outcome.status != UnitStatus::kCancelled;
  Decision decision = TRY(Decide(state_, TimedInput{at, input}));
  if (counts) ++units_ended_;
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

void RunLoop::Project(TimePoint at, Gathered& gathered) {
  Batch& batch = gathered.batch;
  batch.run = identity_.id;
  batch.run_row = ProjectRun(state_, identity_, at);
  batch.blockers = state_.blockers;
  const int steps = static_cast<int>(state_.steps.size());
  if (batch.replace_steps) {
    for (int place = 0; place < steps; ++place) gathered.touched.steps.insert(place);
  }
  for (int place : gathered.touched.steps) {
    if (place < steps) batch.steps.push_back(ProjectStep(state_, place));
  }
  for (UnitId id : gathered.touched.units) {
    auto unit = state_.units.find(id);
    if (unit != state_.units.end()) unit_rows_[id] = ProjectUnit(state_, unit->second);
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
      auto unit = state_.units.find(start->unit);
      if (unit != state_.units.end()) ports_.executor.Start(state_, unit->second);
    } else if (const auto* stop = std::get_if<StopUnit>(&action)) {
      ports_.executor.Stop(stop->unit);
      if (dormant_.erase(stop->unit) > 0) {
        UnitOutcome stopped;
        stopped.status = UnitStatus::kCancelled;
        ports_.queue.Post(Ended{stop->unit, stopped});
      }
    } else if (const auto* timer = std::get_if<SetTimer>(&action)) {
      timers_[timer->timer] = timer->due;
    }
  }
}

bool RunLoop::AllDormant() {
  for (UnitId unit : ports_.queue.TakeDormant()) dormant_.insert(unit);
  if (dormant_.empty() || !state_.timers.empty()) return false;
  return std::all_of(state_.units.begin(), state_.units.end(),
                     [&](const auto& entry) { return dormant_.contains(entry.first); });
}

void RunLoop::AddDueTimers(std::vector<Input>& inputs) {
  if (timers_.empty()) return;
  const TimePoint now = ports_.clock.Now();
  for (auto it = timers_.begin(); it != timers_.end();) {
    const bool due = it->second <= now;
    if (due) inputs.emplace_back(TimerFired{it->first});
    it = due ? timers_.erase(it) : std::next(it);
  }
}

std::chrono::milliseconds RunLoop::NextWait() {
  std::chrono::milliseconds wait = kLongestWait;
  if (timers_.empty()) return wait;
  const std::int64_t now = ports_.clock.Now().ms;
  for (const auto& [id, due] : timers_) {
    wait = std::min(wait, std::chrono::milliseconds(std::max<std::int64_t>(0, due.ms - now)));
  }
  return wait;
}

}  // namespace forge
