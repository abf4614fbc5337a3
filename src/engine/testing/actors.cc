#include "engine/testing/actors.h"

#include <fmt/core.h>

#include <algorithm>

#include "engine/testing/compose.h"
#include "engine/testing/random_run.h"
#include "model/repair.h"
#include "text/gates.h"

namespace forge::testing {
namespace {

ErrorClass RandomClass(Dice& dice) {
  return static_cast<ErrorClass>(dice.Below(static_cast<int>(ErrorClass::kUnknown) + 1));
}

Usage RandomUsage(Dice& dice) {
  Usage usage;
  if (dice.Chance(30)) return usage;
  usage.usd = 0.125 * dice.Below(12);
  usage.input_tokens = dice.Below(300);
  usage.output_tokens = dice.Below(100);
  return usage;
}

// The way the service does it, with artifacts that exist in the state only.
UnitOutcome Evaluate(const State& state, const Unit& unit) {
  const Stage& stage = StageOf(state, unit);
  GateFacts facts;
  facts.records = Records(state, unit.lane);
  facts.variables = {{"run", "1"}, {"step", unit.step.value}};
  facts.file_size = [&](const std::string& path) -> std::optional<std::int64_t> {
    if (path == "plan") return state.plan ? std::optional<std::int64_t>(1000) : std::nullopt;
    const ArtifactRef* artifact = FindArtifact(state, unit.lane, path);
    return artifact == nullptr ? std::nullopt : std::optional(artifact->bytes);
  };
  facts.verdict = [&](const std::string& phase) -> std::optional<std::string> {
    for (const char* record : {"step", "run"}) {
      const Json* verdict = facts.records[record]["verdicts"].Find(phase);
      if (verdict != nullptr) return verdict->AsString();
    }
    return std::nullopt;
  };
  UnitOutcome outcome;
  outcome.applies = EvaluateGate(ParseGate(stage.when).gate, facts).empty();
  if (!outcome.applies) return outcome;
  for (const GateFailure& failure : EvaluateGate(ParseGate(stage.gate).gate, facts))
    outcome.reasons.push_back(failure.text);
  outcome.holds = outcome.reasons.empty();
  return outcome;
}

// Something in every field that a preset asks for.
Json ResultFor(Dice& dice, Mood mood) {
  Json result = Json::MakeObject();
  result.Set("status", mood == Mood::kWild && dice.Chance(10) ? "blocked" : "done");
  result.Set("route", dice.Chance(50) ? "A" : "B");
  result.Set("classification", dice.Chance(80) ? "stuck" : "blocked");
  result.Set("approved", dice.Chance(80));
  if (dice.Chance(30)) result.Set("left_out", Json::MakeArray().Append("a.cc: nobody needs it").Append("b.cc: later"));
  return result;
}

// What a check that failed saw: of every kind something, so that every way to repair is gone.
void AddSignals(Dice& dice, Json& result) {
  RepairSignals signals;
  if (dice.Chance(40)) signals.missing.emplace_back("a.cc: does not exist");
  if (dice.Chance(30)) signals.hollow.emplace_back("b.cc: is empty");
  if (dice.Chance(20)) signals.unwired.emplace_back("c.cc: is not wired");
  if (dice.Chance(40)) signals.commands = 1;
  if (dice.Chance(5)) signals.outside = 1;
  if (dice.Chance(5)) signals.disabled.emplace_back("a.cc: a test was switched off");
  result.Set("signals", ToJson(signals));
  result.Set("issues", Json::MakeArray().Append(dice.Chance(50) ? "this" : "that"));
}

void AddArtifact(Dice& dice, const Unit& unit, const std::string& name, UnitOutcome& outcome) {
  const std::string path = unit.step.empty() ? name : unit.step.value + "/" + name;
  outcome.artifacts.push_back({path, "sha" + std::to_string(dice.Below(1000)), 1000});
}

// The traces that work leaves, whatever became of it.
void AddTraces(Dice& dice, Mood mood, const State& state, const Unit& unit, UnitOutcome& outcome) {
  const Stage& stage = StageOf(state, unit);
  outcome.usage = RandomUsage(dice);
  outcome.result = ResultFor(dice, mood);
  if (unit.kind == UnitKind::kCheck && !outcome.passed) AddSignals(dice, outcome.result);
  if (dice.Chance(30)) outcome.snapshot = "c" + std::to_string(dice.Below(1000));
  // Of each other one the branch has everything. No dice: the seeds of other tests keep their meaning.
  outcome.unmerged = unit.kind == UnitKind::kAgent && !outcome.snapshot.empty() && outcome.snapshot.back() % 2 == 1;
  if (stage.produces == "plan" && outcome.status == UnitStatus::kDone)
    outcome.plan = SoundPlan(dice, dice.Between(1, 8));
  if (stage.splits() && outcome.status == UnitStatus::kDone && state.plan)
    outcome.plan = TakenApart(dice, *state.plan, unit.step);
  if (!stage.produces.empty() && stage.produces != "plan" && !stage.splits())
    AddArtifact(dice, unit, stage.produces, outcome);
  if (!stage.verdict.empty()) AddArtifact(dice, unit, stage.verdict, outcome);
  if (mood == Mood::kFriendly) return;
  if (dice.Chance(15)) AddArtifact(dice, unit, dice.Pick(ArtifactNames()), outcome);
  if (dice.Chance(8)) outcome.plan = RandomPlan(dice, state.plan ? &*state.plan : nullptr);
}

UnitOutcome WildOutcome(Dice& dice, const Unit& unit, TimePoint now) {
  UnitOutcome outcome;
  const int roll = dice.Below(100);
  if (roll < 15) {
    outcome = Failed(RandomClass(dice));
    if (dice.Chance(30)) outcome.retry_at = TimePoint{now.ms + dice.Below(3'600'000)};
    if (outcome.error_class == ErrorClass::kExternal) outcome.reasons = {"what is the password?"};
    if (outcome.error_class == ErrorClass::kBudget) outcome.used_up = {"run", "role engineer", "day"};
    return outcome;
  }
  if (unit.kind == UnitKind::kGate) return Gated(dice.Chance(85), dice.Chance(85), {"because"});
  outcome.passed = dice.Chance(60);
  outcome.failures = dice.Below(5);
  outcome.summary = "something";
  if (roll < 60) outcome.verdict = Verdict::kApproved;
  if (roll >= 60 && roll < 88) outcome.verdict = Verdict::kRevision;
  if (roll >= 88 && roll < 95) outcome.verdict = Verdict::kMalformed;
  return outcome;
}

const Question* AnyQuestion(Dice& dice, const State& state) {
  if (state.questions.empty()) return nullptr;
  auto it = state.questions.begin();
  std::advance(it, dice.Below(static_cast<int>(state.questions.size())));
  return &it->second;
}

Input AnswerAtRandom(Dice& dice, const State& state) {
  Answered in;
  in.by = "ann";
  const Question* question = nullptr;
  if (!state.open.empty() && dice.Chance(80)) {
    auto it = state.open.begin();
    std::advance(it, dice.Below(static_cast<int>(state.open.size())));
    question = &state.questions.at(*it);
  } else {
    question = AnyQuestion(dice, state);
  }
  if (question == nullptr) {
    in.question = QuestionId{dice.Below(5)};
    in.answer = "yes";
    return in;
  }
  in.question = question->id;
  in.answer = dice.Chance(90) ? dice.Pick(question->options) : "perhaps";
  const bool ends_run = in.answer == "no" || in.answer == "stop" || in.answer == "abandon";
  if (ends_run && dice.Chance(80)) in.answer = question->options[0];
  in.shown = dice.Chance(50) ? question->hash : dice.Chance(50) ? "" : "h123";
  if (dice.Chance(30)) in.comment = dice.Chance(50) ? std::to_string(dice.Below(10)) : "do it better";
  return in;
}

Input CommandAtRandom(Dice& dice, const State& state) {
  // Those that end a run are rare: there would be nothing left to see.
  static const std::vector<ControlKind> kKinds = {
      ControlKind::kPause,  ControlKind::kPause,   ControlKind::kStop,  ControlKind::kResume,
      ControlKind::kResume, ControlKind::kResume,  ControlKind::kPark,  ControlKind::kSkip,
      ControlKind::kSkip,   ControlKind::kRetry,   ControlKind::kRetry, ControlKind::kRetry,
      ControlKind::kRetry,  ControlKind::kBlockOn, ControlKind::kFocus, ControlKind::kAuto};
  static const std::vector<ControlKind> kEnds = {ControlKind::kCancel, ControlKind::kComplete, ControlKind::kAbandon};
  Control in;
  in.kind = dice.Chance(5) ? dice.Pick(kEnds) : dice.Pick(kKinds);
  if (in.kind == ControlKind::kBlockOn) in.other = RunId{dice.Below(4)};
  if (dice.Chance(60) && state.plan && !state.plan->steps.empty()) in.step = dice.Pick(state.plan->steps).id;
  if (dice.Chance(3)) in.step = StepId{"nobody"};
  if (in.kind == ControlKind::kFocus) in.steps = dice.Below(3);
  const bool names_step =
      in.kind == ControlKind::kSkip || in.kind == ControlKind::kRetry || in.kind == ControlKind::kFocus;
  if (!names_step) in.step = {};
  if (dice.Chance(30)) in.reason = "because";
  in.by = "ann";
  return in;
}

// A step is on the branch only behind the steps that it depends on.
std::vector<StepId> MergedAtRandom(Dice& dice, const State& state) {
  std::vector<StepId> merged;
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    const StepSpec& step = state.plan->steps[place];
    const bool may = std::ranges::all_of(step.depends, [&](const StepId& id) {
      const int at = state.graph.Find(id.value);
      const bool settled = at >= 0 && IsSettled(state.steps[static_cast<std::size_t>(at)].status);
      return settled || std::ranges::find(merged, id) != merged.end();
    });
    // Few steps wait for a person at such a moment: those that do are mostly there.
    const bool waits = state.steps[place].status == StepStatus::kWaiting;
    if (may && dice.Chance(waits ? 95 : 60)) merged.push_back(step.id);
  }
  return merged;
}

Input GitAtRandom(Dice& dice, const State& state) {
  GitDiffers in;
  in.text = "git differs";
  const bool ahead = dice.Chance(60);
  in.options = {ahead ? "adopt" : "restore", ahead ? "redo" : "keep", "abandon"};
  in.target = dice.Chance(50) ? "c1" : "";
  in.last_unit = dice.Below(static_cast<int>(state.next_unit) + 3);
  if (ahead) in.merged = MergedAtRandom(dice, state);
  in.stop = dice.Chance(30);
  return in;
}

// A person opens a step, or gives one back.
Input HandoverAtRandom(Dice& dice, const State& state) {
  constexpr GiveBack kWays[] = {GiveBack::kDone, GiveBack::kHandBack, GiveBack::kAsItWas};
  if (!state.holds.empty() && dice.Chance(50)) {
    const auto& [step, hold] = *state.holds.begin();
    StepGivenBack in{step, hold.holder, kWays[dice.Below(3)], "by hand", "", false, "", "ann"};
    if (dice.Chance(60)) in.snapshot = "h" + std::to_string(dice.Below(1000));
    in.unmerged = !in.snapshot.empty() && dice.Chance(50);
    return in;
  }
  StepTaken in;
  in.step = state.plan && !state.plan->steps.empty() ? dice.Pick(state.plan->steps).id : StepId{"nobody"};
  in.holder.pid = dice.Between(2, 9);
  in.alone = dice.Chance(20);
  in.by = "ann";
  const auto hold = state.holds.find(in.step);
  if (hold != state.holds.end() && dice.Chance(50)) in.instead_of = hold->second.holder;
  return in;
}

Control Command(ControlKind kind, StepId step = {}) {
  Control in;
  in.kind = kind;
  in.step = std::move(step);
  return in;
}

Answered HelpfulAnswer(const Question& question) {
  const auto has = [&](const char* option) {
    return std::ranges::find(question.options, option) != question.options.end();
  };
  Answered in;
  in.question = question.id;
  in.shown = question.hash;
  in.answer = question.options[0];
  if (question.kind == QuestionKind::kBudget) in.comment = "1000000";
  if (question.kind == QuestionKind::kEscalation && has("skip")) in.answer = "skip";
  if (question.kind == QuestionKind::kEscalation && has("accept")) in.answer = "accept";
  return in;
}

std::optional<StepId> GivenUp(const State& state) {
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    const StepStatus status = state.steps[place].status;
    if (status == StepStatus::kFailed || status == StepStatus::kBlocked) return state.plan->steps[place].id;
  }
  return std::nullopt;
}

Input HelpAFailedRun(Dice& dice, const State& state, int tries) {
  const Stage& stage = state.start.pipelines.pipelines[0].stages[static_cast<std::size_t>(state.lane.stage)];
  const bool needs_plan = stage.kind == StageKind::kEach && (state.steps.empty() || !state.graph.cycles.empty());
  if (needs_plan) return PlanEdited{SoundPlan(dice, 3)};
  if (tries % 4 != 3) return Command(ControlKind::kRetry);
  if (auto step = GivenUp(state)) return Command(ControlKind::kSkip, *step);
  return Command(ControlKind::kSkip);
}

}  // namespace

UnitOutcome Behave(Dice& dice, Mood mood, bool real_gates, const State& state, const Unit& unit, TimePoint now) {
  if (unit.kind == UnitKind::kGate && (real_gates || mood == Mood::kFriendly)) {
    return real_gates ? Evaluate(state, unit) : Gated(true, true);
  }
  UnitOutcome outcome = mood == Mood::kFriendly ? Approved() : WildOutcome(dice, unit, now);
  if (unit.kind != UnitKind::kGate) AddTraces(dice, mood, state, unit, outcome);
  return outcome;
}

Input Meddle(Dice& dice, const State& state) {
  const int roll = dice.Below(100);
  if (roll < 35) return AnswerAtRandom(dice, state);
  if (roll < 75) return CommandAtRandom(dice, state);
  if (roll < 85) return PlanEdited{RandomPlan(dice, state.plan ? &*state.plan : nullptr)};
  if (roll < 92) {
    constexpr RunStatus kEnds[] = {RunStatus::kCompleted, RunStatus::kCompleted, RunStatus::kCancelled,
                                   RunStatus::kAbandoned, RunStatus::kFailed};
    return BlockerEnded{RunId{dice.Below(4)}, kEnds[dice.Below(5)]};
  }
  if (roll < 94) return GitAtRandom(dice, state);
  if (roll < 95) return TimerFired{dice.Below(20)};
  if (roll < 97) return HandoverAtRandom(dice, state);
  if (roll < 98) return Ended{UnitId{dice.Below(50) + 1000}, Done()};
  if (roll < 99 && !state.day.limit.empty()) {
    return DayLimit{
        dice.Below(2), {.tokens = {}, .usd = dice.Below(20), .wall_ms = {}, .units = {}}, RandomUsage(dice)};
  }
  return Attached{7, "there"};
}

std::optional<Input> Help(Dice& dice, const State& state, int tries) {
  // Who has a step open when the run ends keeps the files; there is nothing to give back to.
  if (!state.holds.empty() && !IsEnd(state.status)) {
    const auto& [step, hold] = *state.holds.begin();
    const bool late = IsSettled(state.steps[static_cast<std::size_t>(state.graph.Find(step.value))].status);
    return StepGivenBack{step, hold.holder, late ? GiveBack::kAsItWas : GiveBack::kDone, "", "", false, "", "ann"};
  }
  if (!state.open.empty()) return HelpfulAnswer(state.questions.at(*state.open.begin()));
  switch (state.status) {
    case RunStatus::kPaused:
    case RunStatus::kParked: return Command(ControlKind::kResume);
    case RunStatus::kBlocked: return BlockerEnded{*state.blockers.begin(), RunStatus::kCompleted};
    case RunStatus::kFailed: return HelpAFailedRun(dice, state, tries);
    case RunStatus::kActive:
    case RunStatus::kWaiting:
    case RunStatus::kCompleted:
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace forge::testing
