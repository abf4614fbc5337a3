#include "engine/testing/sim.h"

#include <fmt/core.h>

#include <algorithm>

#include "engine/run_loop.h"
#include "engine/testing/random_run.h"
#include "pipeline/load.h"
#include "pipeline/testing/builtin_library.h"

namespace forge::testing {
namespace {

constexpr int kMostFriendlyEvents = 5000;

std::string Show(const Input& input) {
  std::string data = ToJson(input).Dump();
  if (data.size() > 300) data = data.substr(0, 300) + "...";
  return fmt::format("{} {}", KindOf(input), data);
}

std::string Show(const Action& action) {
  if (const auto* start = std::get_if<StartUnit>(&action)) return fmt::format("start {}", start->unit.value);
  if (const auto* stop = std::get_if<StopUnit>(&action)) return fmt::format("stop {}", stop->unit.value);
  if (const auto* timer = std::get_if<SetTimer>(&action))
    return fmt::format("timer {} at {}", timer->timer, timer->due.ms);
  return fmt::format("finish {}", Name(std::get<Finish>(action).status));
}

std::string PlaceOf(const Unit& unit) {
  return fmt::format("{}/{}/{}/{}/{}/{}", unit.step.value, unit.stage, unit.member, unit.iteration, unit.attempt,
                     Name(unit.kind));
}

// An answer may end a debate early: who is asked at the same time has answered by then, or is asked no more.
void TakeTurns(Stage& debate) {
  for (std::size_t i = 0; i < debate.members.size(); ++i) {
    debate.members[i].after.clear();
    if (i > 0) debate.members[i].after.push_back(debate.members[i - 1].name);
  }
}

// Takes out what makes a run's fate depend on the order in which things happen.
void Calm(Started& start) {
  start.budget = {};
  start.role_budgets.clear();
  start.day = {};
  if (start.plan) {
    for (StepSpec& step : start.plan->steps) step.max_tokens = 0;
  }
  for (Pipeline& pipeline : start.pipelines.pipelines) {
    for (Stage& stage : pipeline.stages) {
      stage.budget = {};
      stage.sees.clear();
      if (stage.shows != "plan") stage.shows.clear();
      for (Member& member : stage.members) member.sees.clear();
      if (stage.aggregate == Aggregate::kDialectic) TakeTurns(stage);
    }
  }
}

void DescribeLane(const Lane& lane, std::string& text) {
  text += fmt::format(" stage {} phase {}:", lane.stage, static_cast<int>(lane.phase));
  for (const StageMemo& memo : lane.memos) {
    text +=
        fmt::format(" {}/{}/{}/{}", memo.entered, memo.rounds, memo.skipped, memo.verdict ? Name(*memo.verdict) : "-");
  }
  text += "\n";
}

// A preset by the dice, with what a person might say about the work.
std::optional<Started> PresetStart(Dice& dice) {
  static const Library library = BuiltinLibrary();
  const std::vector<std::string> names = library.pipeline_names();
  if (names.empty()) return std::nullopt;
  auto resolved = Resolve(dice.Pick(names), library);
  if (!resolved.problems.empty()) return std::nullopt;
  Started start;
  start.objective = "simulate a preset";
  start.pipelines = std::move(resolved.set);
  start.attended = dice.Chance(80);
  start.rules = kRules;
  start.size = dice.Pick(std::vector<std::string>{"quick", "standard", "complex", "vague", ""});
  start.flags = Json::MakeObject();
  for (const char* flag : {"discuss", "plan-only", "full", "no-research", "no-visionary"}) {
    if (dice.Chance(15)) start.flags.Set(flag, "true");
  }
  if (dice.Chance(20)) start.plan = SoundPlan(dice, 4);
  return start;
}

}  // namespace

std::string Outcome(const State& state) {
  std::string text = fmt::format("{} ({}) plan {} approved {}, {} units, {:.3f} usd {} tokens\nrun", Name(state.status),
                                 state.reason, state.plan ? state.plan->hash : "-", state.approved_hash,
                                 state.units_started, state.spent.usd, state.spent.tokens());
  DescribeLane(state.lane, text);
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    const StepState& step = state.steps[place];
    text += fmt::format("{} {} after {} attempts, {}", state.plan->steps[place].id.value, Name(step.status),
                        step.attempts, step.reason);
    if (step.lane) DescribeLane(*step.lane, text);
    text += "\n";
  }
  return text + "answers " + state.answers.Dump();
}

SimReport Sim::Run() {
  if (dice_.Chance(25)) {
    if (auto start = PresetStart(dice_)) {
      options_.real_gates = true;
      return Run(std::move(*start));
    }
  }
  return Run(RandomStart(dice_));
}

SimReport Sim::Run(Started start) {
  Trace(fmt::format("== {} stages, {} steps, {}", start.pipelines.pipelines[0].stages.size(),
                    start.plan ? start.plan->steps.size() : 0, start.attended ? "attended" : "unattended"));
  std::vector<Action> actions;
  if (options_.steady) Calm(start);
  mood_ = options_.wild_events > 0 || options_.steady ? Mood::kWild : Mood::kFriendly;
  if (!Take(start, actions)) Problem("the run does not start");
  kept_ = watch_.rows().size();
  if (!Over()) Act(actions, false);
  if (!Over()) Live();
  report_.problems = watch_.problems();
  if (!problem_.empty()) report_.problems.push_back(problem_);
  report_.status = Outlook(state_);
  for (const auto& [id, question] : state_.questions) {
    ++report_.questions;
    if (question.kind == QuestionKind::kEscalation) ++report_.escalations;
  }
  report_.rows = watch_.rows();
  report_.state = std::move(state_);
  return std::move(report_);
}

void Sim::Problem(std::string what) {
  if (problem_.empty()) problem_ = std::move(what);
}

void Sim::Trace(const std::string& line) {
  if (options_.trace) options_.trace(line);
}

UnitOutcome Sim::OutcomeOf(const Unit& unit) {
  if (!options_.steady) return Behave(dice_, mood_, options_.real_gates, state_, unit, now_);
  const std::string place = PlaceOf(unit);
  Dice own(seed_ ^ HashOf(fmt::format("{} {}", place, ends_[place])));
  UnitOutcome outcome = Behave(own, mood_, options_.real_gates, state_, unit, now_);
  // What one unit does to the others depends on when it does it.
  if (!unit.step.empty() || !unit.member.empty()) outcome.plan.reset();
  outcome.snapshot.clear();
  outcome.unmerged = false;
  return outcome;
}

bool Sim::CrashNow(int percent) {
  if (mood_ != Mood::kWild) return false;
  ++report_.crash_places;
  return options_.steady ? report_.crash_places == options_.crash_at : dice_.Chance(percent);
}

void Sim::Live() {
  for (int event = 0; event < options_.wild_events && !Over() && !IsEnd(state_.status); ++event) {
    Batch(NextInputs());
    if (CrashNow(2) && !Over()) {
      Trace("-- crash at rest");
      Crash(state_);
    }
  }
  if (!Over()) Befriend();
}

// Whatever state the wild times left behind, a run that is helped comes to its end.
void Sim::Befriend() {
  Trace("== friendly from here on");
  if (!options_.steady) mood_ = Mood::kFriendly;
  for (int event = 0; event < kMostFriendlyEvents && !Over(); ++event) {
    if (IsEnd(state_.status) && state_.units.empty()) return;
    Dice helper = options_.steady ? Dice(seed_ ^ HashOf(fmt::format("help {}", commands_))) : dice_;
    std::optional<Input> input = Help(helper, state_, commands_);
    if (!options_.steady) dice_ = helper;
    if (!input) input = SomethingHappens();
    if (!input) return Problem("nothing will happen, and no input helps");
    const bool was_failed = state_.status == RunStatus::kFailed;
    Batch({*input});
    if (was_failed && state_.status == RunStatus::kFailed && commands_ > 2000)
      return Problem("help does not help: " + state_.reason);
  }
  if (!Over()) Problem("the run does not come to its end");
}

std::vector<Input> Sim::NextInputs() {
  std::vector<Input> inputs;
  for (int i = dice_.Chance(25) ? dice_.Between(2, 4) : 1; i > 0; --i) {
    const bool meddles = dice_.Chance(Settled(state_) ? 90 : 12);
    std::optional<Input> input = meddles ? std::optional<Input>(Meddle(dice_, state_)) : SomethingHappens();
    inputs.push_back(input ? *input : Meddle(dice_, state_));
  }
  return inputs;
}

std::optional<Input> Sim::SomethingHappens() {
  if (!processes_.empty() && (timers_.empty() || dice_.Chance(80))) return ProcessEnds();
  if (!timers_.empty()) return TimerDue();
  return std::nullopt;
}

Input Sim::ProcessEnds() {
  auto it = processes_.begin();
  std::advance(it, dice_.Below(static_cast<int>(processes_.size())));
  const UnitId id = it->first;
  if (mood_ == Mood::kWild && !options_.steady && dice_.Chance(10))
    return Began{id, dice_.Between(2, 30'000), dice_.Between(1, 1000)};
  const Process process = it->second;
  processes_.erase(it);
  now_ = std::max(now_, process.ends);
  UnitOutcome outcome;
  // Told to stop, and done all the same: that happens.
  if (process.stopping && dice_.Chance(80)) {
    outcome.status = UnitStatus::kCancelled;
  } else {
    outcome = OutcomeOf(state_.units.at(id));
  }
  return Ended{id, std::move(outcome)};
}

Input Sim::TimerDue() {
  auto first = std::min_element(timers_.begin(), timers_.end(),
                                [](const auto& a, const auto& b) { return a.second < b.second; });
  const std::int64_t id = first->first;
  now_ = std::max(now_, first->second);
  timers_.erase(first);
  return TimerFired{id};
}

// Decide, record, act, with a crash anywhere between.
void Sim::Batch(const std::vector<Input>& inputs) {
  const State before = state_;
  std::vector<Action> actions;
  for (const Input& input : inputs) {
    now_.ms += dice_.Below(2000);
    Take(input, actions);
    if (Over()) return;
    // The same news twice, or of a unit that is over.
    if (std::holds_alternative<Ended>(input) && dice_.Chance(5) && Take(input, actions)) {
      return Problem("a unit ended twice");
    }
  }
  if (CrashNow(2)) {
    Trace("-- crash before anything is kept");
    watch_.Forget(kept_);
    return Crash(before);
  }
  for (std::size_t i = kept_; i < watch_.rows().size(); ++i) {
    const JournalRow& row = watch_.rows()[i];
    if (row.kind == "control" || row.kind == "plan-edited") ++commands_;
    if (row.kind != "ended") continue;
    const UnitId unit{ParseJson(row.data).value()["unit"].AsInt()};
    over_.insert(unit);
    if (before.units.contains(unit)) ++ends_[PlaceOf(before.units.at(unit))];
  }
  kept_ = watch_.rows().size();
  Act(actions, true);
}

bool Sim::Take(const Input& input, std::vector<Action>& actions) {
  const auto* ended = std::get_if<Ended>(&input);
  const bool in_flight = ended != nullptr && state_.units.contains(ended->unit);
  ++report_.inputs;
  auto decision = watch_.Apply(state_, TimedInput{now_, input});
  Trace(fmt::format("{:>9} {}", now_.ms, Show(input)));
  if (!decision) {
    Trace("          refused: " + decision.error().message);
    if (in_flight) Problem("the end of a unit in flight was refused: " + decision.error().message);
    return false;
  }
  for (const Note& note : decision->notes) {
    Trace(fmt::format("          . {} {}/{} {}", note.kind, note.step.value, note.stage, note.data.Dump()));
  }
  for (const Action& action : decision->actions) {
    Trace("          > " + Show(action));
    actions.push_back(action);
  }
  return true;
}

void Sim::Act(const std::vector<Action>& actions, bool may_crash) {
  for (const Action& action : actions) {
    if (may_crash && CrashNow(1)) {
      Trace("-- crash between two actions");
      return Crash(state_);
    }
    if (const auto* start = std::get_if<StartUnit>(&action)) {
      Start(start->unit);
    } else if (const auto* stop = std::get_if<StopUnit>(&action)) {
      auto it = processes_.find(stop->unit);
      if (it == processes_.end()) continue;
      it->second.stopping = true;
      it->second.ends = now_;
    } else if (const auto* timer = std::get_if<SetTimer>(&action)) {
      timers_[timer->timer] = timer->due;
    }
  }
}

void Sim::Start(UnitId unit) {
  if (!state_.units.contains(unit)) return;  // it ended within the batch that started it
  if (over_.contains(unit)) Problem(fmt::format("unit {} runs again after its end", unit.value));
  const bool fresh = processes_.emplace(unit, Process{TimePoint{now_.ms + dice_.Below(60'000)}}).second;
  if (!fresh) Problem(fmt::format("unit {} runs twice at once", unit.value));
}

// Everything in memory is gone; what is kept gives it back.
void Sim::Crash(const State& expected) {
  ++report_.crashes;
  processes_.clear();
  timers_.clear();
  auto folded = Fold(watch_.rows());
  if (!folded) return Problem("the journal does not fold: " + Describe(folded.error()));
  if (!(*folded == expected)) return Problem("the journal folds to another state");
  state_ = std::move(*folded);
  Recover();
}

// As the loop does: what was told to stop has stopped, the rest is started again.
void Sim::Recover() {
  std::vector<Action> none;
  if (!IsEnd(state_.status) || !state_.units.empty()) Take(Attached{1, "here"}, none);
  std::vector<UnitId> stopped;
  for (const auto& [id, unit] : state_.units) {
    if (unit.stopping) stopped.push_back(id);
  }
  for (UnitId id : stopped) {
    UnitOutcome outcome;
    outcome.status = UnitStatus::kCancelled;
    Take(Ended{id, outcome}, none);
    over_.insert(id);
  }
  kept_ = watch_.rows().size();
  Act(Pending(state_), false);
}

}  // namespace forge::testing
