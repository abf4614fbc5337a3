#include "engine/testing/watch.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "engine/revisions.h"
#include "engine/testing/coverage.h"
#include "engine/testing/invariants.h"
#include "engine/transitions.h"

namespace forge::testing {
namespace {

bool Spends(const Stage& stage, const Unit& unit) {
  return unit.kind == UnitKind::kAgent || (unit.kind == UnitKind::kLearn && !stage.role.empty());
}

template <typename T>
bool Within(const std::optional<T>& limit, T spent) {
  return !limit.has_value() || spent < *limit;
}

const Lane* FindLane(const State& state, const StepId& step) {
  if (step.empty()) return &state.lane;
  const int place = state.graph.Find(step.value);
  if (place < 0 || !state.steps[static_cast<std::size_t>(place)].lane) return nullptr;
  return &*state.steps[static_cast<std::size_t>(place)].lane;
}

// The steps' statuses as a new plan finds them: those under way and those with the same words keep theirs.
std::vector<StepStatus> Carried(const State& before, const State& after) {
  std::vector<StepStatus> statuses(after.steps.size(), StepStatus::kPending);
  const bool new_plan = before.plan != after.plan;
  for (std::size_t place = 0; place < statuses.size(); ++place) {
    const StepSpec& spec = after.plan->steps[place];
    const int old = before.graph.Find(spec.id.value);
    if (old < 0) continue;
    const StepStatus status = before.steps[static_cast<std::size_t>(old)].status;
    const bool under_way = InProgress(status);
    const bool same = before.plan->steps[static_cast<std::size_t>(old)] == spec;
    if (under_way || same) statuses[place] = status;
    if (new_plan && status == StepStatus::kReady) statuses[place] = StepStatus::kPending;
  }
  return statuses;
}

bool IsRetry(const Input& input) {
  if (const auto* control = std::get_if<Control>(&input)) return control->kind == ControlKind::kRetry;
  if (std::holds_alternative<StepGivenBack>(input)) return true;
  const auto* answered = std::get_if<Answered>(&input);
  return answered != nullptr &&
         (answered->answer == "retry" || answered->answer == "modify" || answered->answer == kFixOpen);
}

// An approved plan stays so while a step of it only becomes several that do the same in the same places.
bool TookApart(const State& before, const State& after, const Input& input) {
  const auto* ended = std::get_if<Ended>(&input);
  if (ended == nullptr || !before.plan || !before.units.contains(ended->unit)) return false;
  const Unit& unit = before.units.at(ended->unit);
  if (StageOf(before, unit).produces != "steps" || before.approved_hash != before.plan->hash) return false;
  if (after.approved_hash != after.plan->hash) return false;
  std::vector<StepSpec> rest;
  const StepSpec& whole = before.plan->steps[static_cast<std::size_t>(before.graph.Find(unit.step.value))];
  for (StepSpec spec : after.plan->steps) {
    const bool fresh = before.graph.Find(spec.id.value) < 0;
    if (fresh && !spec.id.value.starts_with(unit.step.value + ".")) return false;
    if (fresh && !whole.writes.empty() && spec.writes.empty()) return false;
    if (fresh) continue;
    if (spec.id == unit.step) spec.depends = whole.depends;
    rest.push_back(std::move(spec));
  }
  return rest == before.plan->steps;
}

// A step that is done by its stages has no checkpoint, or its question is closed.
bool WasLookedAt(const State& state, int place) {
  const StepState& step = state.steps[static_cast<std::size_t>(place)];
  const StepSpec& spec = state.plan->steps[static_cast<std::size_t>(place)];
  const bool by_its_stages = step.status == StepStatus::kDone && step.reason.empty();
  if (state.start.rules < 1 || !spec.checkpoint || !by_its_stages) return true;
  return std::any_of(state.questions.begin(), state.questions.end(), [&](const auto& entry) {
    const Question& question = entry.second;
    const bool closed = question.status == QuestionStatus::kDeferred ||
                        (question.status == QuestionStatus::kAnswered && question.answer == "yes");
    return question.kind == QuestionKind::kCheckpoint && question.step == spec.id && closed;
  });
}

bool Over(const Lane& lane) {
  return lane.phase == LanePhase::kAsking || lane.phase == LanePhase::kFailed || lane.phase == LanePhase::kBlocked;
}

}  // namespace

void Watch::Expect(bool holds, std::string what) {
  if (!holds) problems_.push_back(std::move(what));
}

Result<Decision> Watch::Apply(State& state, const TimedInput& input) {
  JournalRow row;
  row.seq = static_cast<std::int64_t>(rows_.size()) + 1;
  row.at = input.at;
  row.kind = KindOf(input.input);
  row.is_input = true;
  row.data = ToJson(input.input).Dump();
  auto parsed = ParseJson(row.data);
  auto read = parsed ? InputFromJson(row.kind, *parsed) : Result<Input>(std::unexpected(parsed.error()));
  if (!read) return std::unexpected(read.error());
  Expect(ToJson(*read).Dump() == row.data, "an input changes on its way through the journal: " + row.data);

  const State before = state;
  auto decision = Decide(state, TimedInput{input.at, *read});
  if (!decision) {
    CheckRefusal(before, state);
    return decision;
  }
  rows_.push_back(std::move(row));
  TheCoverage().Add(*decision);
  for (std::string& violation : Violations(state)) Expect(false, std::move(violation));
  CheckStarts(before, state, *decision);
  CheckMoves(before, state, *decision);
  CheckApproval(before, state, *read);
  CheckRounds(before, state, *read);
  CheckSpending(before, state, *read, *decision);
  return decision;
}

void Watch::Forget(std::size_t count) { rows_.resize(count); }

void Watch::CheckRefusal(const State& before, const State& after) {
  Expect(before == after, "a refused input left something behind");
}

void Watch::CheckStarts(const State& before, const State& after, const Decision& decision) {
  std::set<UnitId> started;
  for (const Action& action : decision.actions) {
    const auto* start = std::get_if<StartUnit>(&action);
    if (start == nullptr) continue;
    Expect(start->unit.value >= before.next_unit, fmt::format("unit {} is used twice", start->unit.value));
    Expect(started.insert(start->unit).second, fmt::format("unit {} is started twice", start->unit.value));
    Expect(after.units.contains(start->unit), fmt::format("unit {} is started and not in flight", start->unit.value));
  }
  for (const auto& [id, unit] : after.units) {
    Expect(before.units.contains(id) || started.contains(id), fmt::format("unit {} was never started", id.value));
  }
  if (IsEnd(before.status)) Expect(started.empty(), "an ended run starts units");
  if (IsEnd(before.status)) Expect(after.status == before.status, "an ended run became something else");
}

// Follows the run and its steps one move after the other: one input may take them through many.
void Watch::CheckMoves(const State& before, const State& after, const Decision& decision) {
  RunStatus status = before.status;
  for (const Note& note : decision.notes) {
    if (note.kind != "run-status") continue;
    const auto to = ParseRunStatus(note.data["to"].AsString());
    Expect(to && MayBecome(status, *to),
           fmt::format("the run went from {} to {}", Name(status), note.data["to"].AsString()));
    if (to) status = *to;
  }
  Expect(status == after.status, fmt::format("the run became {} in silence", Name(after.status)));
  std::vector<StepStatus> statuses = Carried(before, after);
  const auto at = [&](int place) -> StepStatus& { return statuses[static_cast<std::size_t>(place)]; };
  for (const StepMove& move : decision.moves) {
    const std::string& id = after.plan->steps[static_cast<std::size_t>(move.place)].id.value;
    Expect(at(move.place) == move.from, "step " + id + " moved behind our back");
    Expect(MayBecome(move.from, move.to),
           fmt::format("step {} went from {} to {}", id, Name(move.from), Name(move.to)));
    at(move.place) = move.to;
    if (move.to != StepStatus::kRunning || move.from != StepStatus::kReady) continue;
    for (int need : after.graph.needs[static_cast<std::size_t>(move.place)]) {
      Expect(IsSettled(at(need)), "step " + id + " started before what it needs");
      Expect(WasLookedAt(after, need), "step " + id + " started before a person looked at what it needs");
    }
    Expect(!ApprovalStale(after), "step " + id + " started on a plan that was not approved");
  }
  for (std::size_t place = 0; place < statuses.size(); ++place) {
    Expect(statuses[place] == after.steps[place].status,
           "step " + after.plan->steps[place].id.value + " moved in silence");
  }
}

// Nothing is approved that was not shown: only an answer approves, and only what its question showed, which is the plan
// as it is at that time; or a person who approves the edit that they made.
void Watch::CheckApproval(const State& before, const State& after, const Input& input) {
  if (before.approved_hash == after.approved_hash && before.approval_seen == after.approval_seen) return;
  if (const auto* started = std::get_if<Started>(&input); started != nullptr && !started->approved.empty()) {
    return Expect(after.approved_hash == started->approved, "what was approved before the run is not what it keeps");
  }
  if (TookApart(before, after, input)) return;
  if (const auto* edited = std::get_if<PlanEdited>(&input); edited != nullptr && edited->approved) {
    Expect(after.status == before.status && after.starts_left == before.starts_left, "an approval moved the run");
    return Expect(after.approved_hash == edited->plan.hash, "what was approved is not the edited plan");
  }
  const auto* answered = std::get_if<Answered>(&input);
  const bool policy = !after.start.attended;
  Expect(answered != nullptr || policy, "approved without an answer");
  const std::string plan = after.plan ? after.plan->hash : "";
  Expect(after.approved_hash == plan, "what was approved is not the plan");
  const bool shown = std::any_of(after.questions.begin(), after.questions.end(), [&](const auto& entry) {
    const Question& question = entry.second;
    const bool ours = answered == nullptr ? question.by == "policy" : question.id == answered->question;
    return ours && question.status == QuestionStatus::kAnswered && question.shows == "plan" &&
           question.hash == after.approved_hash;
  });
  Expect(shown || policy, "approved what no question showed");
}

// Work goes back at most max_iterations - 1 times by itself; a person's retry gives one round more.
void Watch::CheckRounds(const State& before, const State& after, const Input& input) {
  auto check = [&](const StepId& step, const Lane& was) {
    const Lane* is = FindLane(after, step);
    if (is == nullptr || was.pipeline < 0 || is->pipeline != was.pipeline || is->memos.size() != was.memos.size())
      return;
    const auto& stages = after.start.pipelines.pipelines[static_cast<std::size_t>(was.pipeline)].stages;
    for (std::size_t i = 0; i < was.memos.size(); ++i) {
      const int rounds = is->memos[i].rounds;
      const int more = rounds - was.memos[i].rounds;
      const std::string& name = stages[i].name;
      Expect(more <= 1 || after.start.rules < 12, "two rounds of `" + name + "` at once");
      Expect(more >= 0 || IsRetry(input), "a round of `" + name + "` was taken back");
      // A new plan sends the run to its new steps, whatever the stage says.
      const bool to_new_steps = step.empty() && before.has_new_steps && !after.has_new_steps;
      const bool sent_back = more == 1 && is->stage <= static_cast<int>(i) && !Over(*is) && !to_new_steps;
      const int most = stages[i].rounds(!step.empty() || after.start.rules >= 1);
      Expect(!sent_back || rounds < most,
             fmt::format("`{}` sent work back {} times of at most {}", name, rounds, most - 1));
    }
  };
  check({}, before.lane);
  for (std::size_t place = 0; place < before.steps.size(); ++place) {
    const StepSpec& spec = before.plan->steps[place];
    const int now = after.graph.Find(spec.id.value);
    // A step with other words, or one that was started again, has a lane of its own.
    if (now < 0 || !before.steps[place].lane || after.plan->steps[static_cast<std::size_t>(now)] != spec) continue;
    if (after.steps[static_cast<std::size_t>(now)].attempts != before.steps[place].attempts) continue;
    check(spec.id, *before.steps[place].lane);
  }
}

// What is spent is what units reported, and nothing that spends starts once a limit is reached: so the overshoot is
// what was in flight then.
void Watch::CheckSpending(const State& before, const State& after, const Input& input, const Decision& decision) {
  Usage expected = before.spent;
  if (const auto* ended = std::get_if<Ended>(&input)) expected += ended->outcome.usage;
  Expect(after.spent == expected, "spent more or less than what units reported");
  std::int64_t units = before.units_started;
  if (const auto* ended = std::get_if<Ended>(&input)) {
    const bool machine =
        ended->outcome.status == UnitStatus::kFailed && ended->outcome.error_class == ErrorClass::kMachine;
    const auto unit = before.units.find(ended->unit);
    if (machine && unit != before.units.end() && unit->second.kind != UnitKind::kGate) --units;
  }
  for (const Action& action : decision.actions) {
    const auto* start = std::get_if<StartUnit>(&action);
    if (start == nullptr || !after.units.contains(start->unit)) continue;
    const Unit& unit = after.units.at(start->unit);
    if (unit.kind == UnitKind::kGate) continue;
    const bool affordable = Within(after.limit.usd, after.spent.usd) &&
                            Within(after.limit.tokens, after.spent.tokens()) && Within(after.limit.units, units) &&
                            Within(after.limit.wall_ms, after.active_ms);
    ++units;
    Expect(affordable || !Spends(StageOf(after, unit), unit),
           fmt::format("unit {} starts beyond the budget", unit.id.value));
  }
  Expect(units == after.units_started,
         "units_started is not the number of units started, but for those that the machine failed");
}

}  // namespace forge::testing
