#include "engine/testing/driven.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/run_loop.h"

namespace forge::testing {

Driven::Driven(PipelineSet pipelines, std::optional<PlanRef> plan) {
  start.pipelines = std::move(pipelines);
  start.objective = "test";
  start.plan = std::move(plan);
}

Driven::~Driven() {
  if (rows().empty()) return;
  auto folded = Fold(rows());
  if (!folded) {
    ADD_FAILURE() << Describe(folded.error());
    return;
  }
  EXPECT_TRUE(*folded == state_) << "the journal folds to another state";
}

Driven& Driven::Begin() {
  Take(start);
  return *this;
}

void Driven::Complain(std::size_t from) {
  for (std::size_t i = from; i < watch_.problems().size(); ++i) ADD_FAILURE() << watch_.problems()[i];
}

Decision Driven::Take(const Input& input) {
  const std::size_t problems = watch_.problems().size();
  auto decision = watch_.Apply(state_, TimedInput{TimePoint{++now}, input});
  Complain(problems);
  EXPECT_TRUE(decision.has_value()) << KindOf(input) << " was refused: " << (decision ? "" : decision.error().message);
  return decision ? std::move(*decision) : Decision{};
}

std::string Driven::Refused(const Input& input) {
  const std::size_t problems = watch_.problems().size();
  auto decision = watch_.Apply(state_, TimedInput{TimePoint{++now}, input});
  Complain(problems);
  EXPECT_FALSE(decision.has_value()) << KindOf(input) << " was accepted";
  return decision ? "" : decision.error().message;
}

std::string Driven::NameOf(const Unit& unit) const {
  std::string name = unit.step.empty() ? "" : unit.step.value + "/";
  if (unit.kind == UnitKind::kGate) name += "?";
  name += StageOf(state_, unit).name;
  if (!unit.member.empty()) name += ":" + unit.member;
  return name;
}

std::vector<std::string> Driven::Flying() const {
  std::vector<std::string> names;
  for (const auto& [id, unit] : state_.units) names.push_back(NameOf(unit));
  return names;
}

bool Driven::Flies(const std::string& name) const {
  const auto names = Flying();
  return std::find(names.begin(), names.end(), name) != names.end();
}

const Unit& Driven::At(const std::string& name) const {
  for (const auto& [id, unit] : state_.units) {
    if (NameOf(unit) == name) return unit;
  }
  ADD_FAILURE() << "no unit " << name << " in flight";
  static const Unit kNone;
  return kNone;
}

Decision Driven::End(const std::string& name, const UnitOutcome& outcome) { return Take(Ended{At(name).id, outcome}); }

std::vector<const Question*> Driven::Open() const {
  std::vector<const Question*> open;
  for (const auto& [id, question] : state_.questions) {
    if (question.status == QuestionStatus::kOpen) open.push_back(&question);
  }
  return open;
}

const Question& Driven::TheQuestion() const {
  const auto open = Open();
  EXPECT_EQ(open.size(), 1u) << "open questions";
  static const Question kNone;
  return open.empty() ? kNone : *open.front();
}

Decision Driven::Answer(const std::string& answer, const std::string& comment) {
  Answered in;
  in.question = TheQuestion().id;
  in.answer = answer;
  in.comment = comment;
  in.shown = TheQuestion().hash;
  in.by = "ann";
  return Take(in);
}

Decision Driven::Do(ControlKind kind, const std::string& step, const std::string& reason) {
  Control in;
  in.kind = kind;
  in.step = StepId{step};
  in.reason = reason;
  return Take(in);
}

std::string Driven::Refuses(ControlKind kind, const std::string& step) {
  Control in;
  in.kind = kind;
  in.step = StepId{step};
  return Refused(in);
}

Decision Driven::BlockOn(std::int64_t run) {
  Control in;
  in.kind = ControlKind::kBlockOn;
  in.other = RunId{run};
  return Take(in);
}

Decision Driven::BlockerEnds(std::int64_t run, RunStatus status) { return Take(BlockerEnded{RunId{run}, status}); }

Decision Driven::Edit(PlanRef plan) { return Take(PlanEdited{std::move(plan)}); }

std::int64_t Driven::Fire() {
  if (state_.timers.empty()) {
    ADD_FAILURE() << "no timer is set";
    return 0;
  }
  const auto first = std::min_element(state_.timers.begin(), state_.timers.end(),
                                      [](const auto& a, const auto& b) { return a.second.due < b.second.due; });
  const std::int64_t waited = first->second.due.ms - now;
  now = std::max(now, first->second.due.ms - 1);
  Take(TimerFired{first->first});
  return waited;
}

Decision Driven::Attach() { return Take(Attached{42, "here"}); }

const StepState& Driven::StepAt(const std::string& id) const {
  const int place = state_.graph.Find(id);
  if (place < 0) {
    ADD_FAILURE() << "no step " << id;
    static const StepState kNone;
    return kNone;
  }
  return state_.steps[static_cast<std::size_t>(place)];
}

StepStatus Driven::step(const std::string& id) const { return StepAt(id).status; }

const StageMemo& Driven::Memo(const std::string& stage, const std::string& step) const {
  const Lane& lane = step.empty() ? state_.lane : *StepAt(step).lane;
  const auto& stages = state_.start.pipelines.pipelines[static_cast<std::size_t>(lane.pipeline)].stages;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (stages[i].name == stage) return lane.memos[i];
  }
  ADD_FAILURE() << "no stage " << stage;
  return lane.memos[0];
}

bool Said(const Decision& decision, const std::string& kind) {
  return std::any_of(decision.notes.begin(), decision.notes.end(), [&](const Note& note) { return note.kind == kind; });
}

const Note& NoteOf(const Decision& decision, const std::string& kind) {
  for (const Note& note : decision.notes) {
    if (note.kind == kind) return note;
  }
  ADD_FAILURE() << "nothing said of " << kind;
  static const Note kNone;
  return kNone;
}

int Starts(const Decision& decision) {
  return static_cast<int>(std::count_if(decision.actions.begin(), decision.actions.end(), [](const Action& action) {
    return std::holds_alternative<StartUnit>(action);
  }));
}

bool Stops(const Decision& decision, UnitId unit) {
  return std::any_of(decision.actions.begin(), decision.actions.end(), [&](const Action& action) {
    const auto* stop = std::get_if<StopUnit>(&action);
    return stop != nullptr && stop->unit == unit;
  });
}

}  // namespace forge::testing
