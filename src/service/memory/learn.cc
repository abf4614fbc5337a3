#include "service/memory/learn.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/display.h"
#include "base/strings.h"
#include "memory/secrets.h"
#include "memory/witness.h"
#include "os/system.h"
#include "service/forge.h"
#include "service/memory/subsystems.h"
#include "service/report/triage.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "service/unit/run_files.h"
#include "text/first_line.h"
#include "text/plan/contracts.h"
#include "verify/signature.h"

namespace forge {
namespace {

constexpr std::size_t kLongestCause = 300;
constexpr int kMostFailures = 10;  // patterns one run may leave behind

// All that its journal says of a run, in the shape that lessons are drawn from.
struct Course {
  RunRecord record;
  std::string witness;  // the run's family
  std::set<std::string> passed_commands, failed_commands;
  std::set<std::string> project_commands;  // as far as they were run before the work
  std::set<std::string> plan_commands;     // of the steps and contracts of its plans, also of those that were revised
  struct Failure {
    std::string stage, step, why;
    int attempts = 0;
  };
  std::vector<Failure> failures;
};

void CountGate(std::vector<GateCount>& gates, const std::string& name, bool passed) {
  auto it = std::find_if(gates.begin(), gates.end(), [&](const GateCount& gate) { return gate.gate == name; });
  if (it == gates.end()) it = gates.insert(gates.end(), GateCount{name, 0, 0});
  ++(passed ? it->passed : it->failed);
}

void NoteCommands(const Json& evidence, Course& course) {
  for (const Json& result : evidence["results"].AsArray()) {
    const std::string command = result["command"].AsString();
    if (command.empty()) continue;
    (result["passed"].AsBool() ? course.passed_commands : course.failed_commands).insert(command);
  }
}

// Whether a failure may say something about the repository. That an agent could not be started or reached, that its
// provider refused it, or that its answer had the wrong form are matters of Forge and of this machine.
bool Teaches(ErrorClass error) {
  switch (error) {
    case ErrorClass::kPermanent:
    case ErrorClass::kRateLimit:
    case ErrorClass::kQuota:
    case ErrorClass::kNetwork:
    case ErrorClass::kServer:
    case ErrorClass::kStream:
    case ErrorClass::kContextOverflow:
    case ErrorClass::kRefusal:
    case ErrorClass::kTooling:
    case ErrorClass::kMachine:
    case ErrorClass::kEmpty:
    case ErrorClass::kMalformed:
    case ErrorClass::kBudget:
    case ErrorClass::kCancelled: return false;
    case ErrorClass::kExternal:
    case ErrorClass::kTimeout:
    case ErrorClass::kUnknown: return true;
  }
  return true;
}

void NoteFailure(const UnitRow& unit, const std::string& why, Course& course) {
  for (Course::Failure& failure : course.failures) {
    if (failure.stage != unit.stage || failure.step != unit.step.value) continue;
    ++failure.attempts;
    failure.why = why;
    return;
  }
  course.failures.push_back({unit.stage, unit.step.value, why, 1});
}

void NoteOutcome(const UnitRow& unit, const UnitOutcome& outcome, Course& course) {
  if (outcome.status == UnitStatus::kCancelled) return;
  if (unit.attempt > 1) ++course.record.retries;
  course.record.iterations = std::max<std::int64_t>(course.record.iterations, unit.iteration);
  if (outcome.status == UnitStatus::kFailed) {
    if (Teaches(outcome.error_class)) NoteFailure(unit, outcome.error, course);
    return;
  }
  if (unit.kind == UnitKind::kCheck && outcome.result["baseline"].AsBool()) {
    // Before a step its own commands are tried.
    for (const Json& result : outcome.result["results"].AsArray()) {
      if (unit.step.empty()) course.project_commands.insert(result["command"].AsString());
    }
    return;
  }
  if (unit.kind == UnitKind::kCheck) {
    CountGate(course.record.gates, unit.stage, outcome.passed);
    NoteCommands(outcome.result, course);
    // What a check of a document found was about the plan of that day.
    const bool ran_commands =
        !outcome.result["results"].AsArray().empty() || !outcome.result["evidence"]["criteria"].AsArray().empty();
    if (!outcome.passed && ran_commands) NoteFailure(unit, outcome.summary, course);
  } else if (outcome.verdict) {
    CountGate(course.record.gates, unit.stage, *outcome.verdict == Verdict::kApproved);
  }
}

// The longest chain of steps that wait for each other.
std::int64_t DepthOf(const StepGraph& graph) {
  std::vector<std::int64_t> depth(static_cast<std::size_t>(graph.size()), 0);
  std::function<std::int64_t(int)> of = [&](int place) -> std::int64_t {
    std::int64_t& mine = depth[static_cast<std::size_t>(place)];
    if (mine != 0) return mine;
    mine = 1;  // a cycle ends here
    std::int64_t below = 0;
    for (int need : graph.needs[static_cast<std::size_t>(place)]) below = std::max(below, of(need));
    return mine = below + 1;
  };
  std::int64_t longest = 0;
  for (int place = 0; place < graph.size(); ++place) longest = std::max(longest, of(place));
  return longest;
}

std::vector<std::string> TouchedPaths(const State& state) {
  std::vector<std::string> paths;
  if (!state.plan) return paths;
  for (const StepSpec& step : state.plan->steps) {
    paths.insert(paths.end(), step.writes.begin(), step.writes.end());
    paths.insert(paths.end(), step.files.begin(), step.files.end());
  }
  return paths;
}

void NotePlan(const std::optional<PlanRef>& plan, Course& course) {
  if (!plan) return;
  for (const StepSpec& step : plan->steps) course.plan_commands.insert(step.verify.begin(), step.verify.end());
}

void NoteContracts(const Project& project, const RunRow& row, Course& course) {
  const auto text = RunFiles(project, row.id, row.slug).ReadPlan().value_or(std::nullopt);
  if (!text) return;
  for (const Contract& contract : FindContracts(ParsePlan(*text)).contracts)
    course.plan_commands.insert(contract.command);
}

bool PipelineLearns(const State& state) {
  for (const Pipeline& pipeline : state.start.pipelines.pipelines) {
    for (const Stage& stage : pipeline.stages) {
      if (stage.kind == StageKind::kLearn) return true;
    }
  }
  return false;
}

Result<Course> ReadCourse(Store& store, const Project& project, const RunRow& row, const State& state) {
  Course course;
  std::map<UnitId, UnitRow> units;
  for (UnitRow& unit : TRY(store.ListUnits(row.id))) units.emplace(unit.id, std::move(unit));
  for (const JournalRow& line : TRY(store.ReadJournal(row.id, {.after = 0, .limit = -1, .inputs_only = true}))) {
    if (line.kind != "ended") continue;
    auto input = InputFromJson(line.kind, TRY(ParseJson(line.data)));
    const auto* ended = input ? std::get_if<Ended>(&*input) : nullptr;
    const auto unit = ended != nullptr ? units.find(ended->unit) : units.end();
    if (unit == units.end()) continue;
    NotePlan(ended->outcome.plan, course);
    NoteOutcome(unit->second, ended->outcome, course);
  }
  NotePlan(state.plan, course);
  if (PipelineLearns(state)) NoteContracts(project, row, course);  // only its facts ask for them
  course.witness = FamilyWitness(project.root, TRY(RootOf(store, row.id)));
  RunRecord& record = course.record;
  record.run = row.id;
  record.objective = FirstLine(row.objective, kLongestCause);
  record.pipeline = row.pipeline;
  record.status = row.status;
  record.lesson = FirstLine(row.reason, kLongestCause);
  record.subsystems = SubsystemsOf(TRY(LoadSubsystems(project)), TouchedPaths(state));
  record.steps = row.steps_total;
  record.depth = DepthOf(state.graph);
  record.tokens = row.tokens;
  record.usd = row.usd;
  record.active_ms = state.active_ms;
  record.ended = row.updated;
  return course;
}

NewFact FromEngine(const Course& course, FactCategory category, std::string key, std::string text) {
  NewFact fact;
  fact.text = std::move(text);
  fact.category = category;
  fact.key = std::move(key);
  fact.from.voice = Voice::kEngine;
  fact.from.who = "forge";
  fact.from.run = course.record.run;
  fact.from.witness = course.witness;
  return fact;
}

std::string FailureKey(const Course::Failure& failure) {
  return fmt::format("failure:{}:{}", failure.stage, Signature(failure.why));
}

std::string FailureText(const Course::Failure& failure, const RunRow& row) {
  std::string text = fmt::format(
      "Stage {}{} failed{}: {}", failure.stage, failure.step.empty() ? "" : " of step " + failure.step,
      failure.attempts > 1 ? fmt::format(" {} times", failure.attempts) : "", FirstLine(failure.why, kLongestCause));
  return text + fmt::format(" (while working on: {})", FirstLine(row.objective, kLongestCause));
}

// The project's own commands. A command of the plan proves one change, and is false where that change has not landed.
std::set<std::string> CommandsToRemember(const Course& course) {
  std::set<std::string> own = course.passed_commands;
  std::erase_if(own, [&](const std::string& command) {
    return course.plan_commands.contains(command) && !course.project_commands.contains(command);
  });
  return own;
}

// How long a run took is in its record: no fact that an agent should read. The shape of its plan is one.
// A pipeline without a `learn` stage leaves only why its run failed, so that the third failure is noticed.
std::vector<NewFact> FactsOf(const Course& course, const RunRow& row, const State& state) {
  std::vector<NewFact> facts;
  const bool learns = PipelineLearns(state);
  if (!learns && row.status == RunStatus::kCompleted) return facts;
  const std::set<std::string> commands = learns ? CommandsToRemember(course) : std::set<std::string>();
  for (const std::string& command : commands) {
    NewFact fact = FromEngine(course, FactCategory::kTestCommand, "command:" + command,
                              fmt::format("`{}` passes here: it proved work of earlier runs", command));
    fact.from.commit = state.tip;
    facts.push_back(std::move(fact));
  }
  for (const Course::Failure& failure : course.failures) {
    if (facts.size() > commands.size() + kMostFailures) break;
    facts.push_back(FromEngine(course, FactCategory::kFailurePattern, FailureKey(failure), FailureText(failure, row)));
  }
  return facts;
}

// A failure that three runs have seen is no accident: a person decides whether it is worth a warning.
std::vector<NewFact> GotchasOf(const Course& course, const std::vector<Result<Saved>>& saved) {
  constexpr std::int64_t kSeenAgain = 2;
  std::vector<NewFact> gotchas;
  for (const Result<Saved>& one : saved) {
    if (!one || one->fact.category != FactCategory::kFailurePattern || one->fact.hits < kSeenAgain) continue;
    const std::string& key = one->fact.key;
    const auto failure =
        std::ranges::find_if(course.failures, [&](const Course::Failure& each) { return FailureKey(each) == key; });
    if (failure == course.failures.end()) continue;
    NewFact gotcha = FromEngine(
        course, FactCategory::kGotcha, "gotcha:" + key,
        fmt::format("Stage {} fails again and again: {}", failure->stage, FirstLine(failure->why, kLongestCause)));
    gotcha.from.source = one->fact.from.source;
    gotcha.derived_from = {one->fact.id};
    gotcha.proposed = true;
    gotchas.push_back(std::move(gotcha));
  }
  return gotchas;
}

std::string DiaryLine(const RunRow& row, const Course& course) {
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  for (const GateCount& gate : course.record.gates) {
    passed += gate.passed;
    failed += gate.failed;
  }
  std::string line =
      fmt::format("run {} ({}) {}: {}; {} steps, {} checks passed, {} failed", row.id.value, row.pipeline,
                  Name(row.status), course.record.objective, row.steps_total, passed, failed);
  if (!course.record.lesson.empty()) line += "; " + course.record.lesson;
  return line;
}

Status WriteDiary(HistoryStore& history, const RunRow& row, const Course& course, TimePoint now) {
  const std::string start = fmt::format("run {} (", row.id.value);
  DiaryEntry entry{0, now, row.id, "forge", DiaryLine(row, course)};
  for (const DiaryEntry& other : TRY(history.ListDiary(50))) {
    if (other.run == row.id && other.who == "forge" && other.text == TidyText(entry.text)) return {};
  }
  if (FindSecret(entry.text)) entry.text = fmt::format("{}{}) {}", start, row.pipeline, Name(row.status));
  TRY(history.AddDiary(entry));
  return {};
}

void CountLearned(const std::vector<Result<Saved>>& saved, Lessons& lessons) {
  for (const Result<Saved>& one : saved) {
    if (!one || one->kind == SaveKind::kRejected) {
      ++lessons.turned_away;
    } else if (one->fact.status == FactStatus::kDraft) {
      ++lessons.drafts;
    } else {
      ++lessons.facts;
    }
  }
}

}  // namespace

bool UsesMemory(const Started& start) { return start.flags["no-memory"].AsString() != "true"; }

std::string ToText(const Lessons& lessons) {
  std::vector<std::string> parts;
  if (lessons.facts > 0) parts.push_back(Counted(lessons.facts, "fact") + " saved");
  if (lessons.drafts > 0) parts.push_back(Counted(lessons.drafts, "fact") + " proposed (review: forge memory triage)");
  if (lessons.turned_away > 0) parts.push_back(fmt::format("{} rejected", lessons.turned_away));
  std::string text = parts.empty() ? "nothing new" : Join(parts, ", ");
  for (const std::string& warning : lessons.warnings) text += "; warning: " + warning;
  return text;
}

Lessons KeepProposals(Memory& memory, const Json& result, const Provenance& from, bool failed, TimePoint now) {
  Lessons lessons;
  auto work = [&]() -> Status {
    std::map<FactScope, std::vector<NewFact>> facts;
    for (const Json& json : result["facts"].AsArray()) {
      NewFact fact;
      fact.text = json["text"].AsString();
      fact.category = ParseFactCategory(json["category"].AsString()).value_or(FactCategory::kConvention);
      if (failed) fact.category = FactCategory::kFailurePattern;
      if (json["confidence"].is_number()) fact.confidence = json["confidence"].AsDouble();
      fact.from = from;
      fact.from.source = json["source"].AsString();
      FactScope scope = ParseFactScope(json["scope"].AsString()).value_or(FactScope::kProject);
      if (scope == FactScope::kGlobal && memory.global() == nullptr) scope = FactScope::kProject;
      facts[scope].push_back(std::move(fact));
    }
    for (const auto& [scope, list] : facts) CountLearned(TRY(TRY(memory.In(scope))->facts().Save(list, now)), lessons);
    KnowledgeStore& knowledge = TRY(memory.In(FactScope::kProject))->knowledge();
    for (const Json& json : result["spikes"].AsArray()) {
      const std::string word = json["result"].AsString();
      Spike spike{0,
                  json["assumption"].AsString(),
                  word == "confirmed",
                  json["actual"].AsString(),
                  json["technology"].AsString(),
                  json["permanent"].AsBool(),
                  now,
                  from,
                  {}};
      const bool fits = word == "confirmed" || word == "refuted";
      if (!fits || !knowledge.AddSpike(spike)) ++lessons.turned_away;
    }
    for (const Json& json : result["triples"].AsArray()) {
      Triple triple;
      triple.subject = json["subject"].AsString();
      triple.predicate = json["predicate"].AsString();
      triple.object = json["object"].AsString();
      triple.from = from;
      ++(knowledge.AddTriple(triple, false, now) ? lessons.drafts : lessons.turned_away);
    }
    for (const Json& json : result["no_longer"].AsArray()) {
      const TripleFilter gone{
          json["subject"].AsString(), json["predicate"].AsString(), json["object"].AsString(), true, false, {}};
      const auto doubted = knowledge.DoubtTriples(gone, {now, from.who, from.run, json["why"].AsString()});
      ++(doubted && *doubted > 0 ? lessons.drafts : lessons.turned_away);
    }
    if (const std::string text = result["diary"].AsString(); !text.empty()) {
      const bool kept =
          TRY(memory.In(FactScope::kProject))->history().AddDiary({0, now, from.run, from.who, text}).has_value();
      lessons.turned_away += kept ? 0 : 1;
    }
    return {};
  };
  if (Status done = work(); !done) lessons.warnings.push_back(done.error().message);
  return lessons;
}

Lessons LearnFromRun(Memory& memory, Store& store, const Project& project, const RunRow& row, const State& state,
                     TimePoint now) {
  Lessons lessons;
  lessons.warnings = memory.warnings();
  auto work = [&]() -> Status {
    MemoryStore* mine = TRY(memory.In(FactScope::kProject));
    const Course course = TRY(ReadCourse(store, project, row, state));
    TRY(mine->history().RecordRun(course.record));
    TRY(WriteDiary(mine->history(), row, course, now));
    const auto saved = TRY(mine->facts().Save(FactsOf(course, row, state), now));
    CountLearned(saved, lessons);
    CountLearned(TRY(mine->facts().Save(GotchasOf(course, saved), now)), lessons);
    return {};
  };
  if (Status done = work(); !done)
    lessons.warnings.push_back("the run's lessons were not saved: " + done.error().message);
  return lessons;
}

namespace {

// What a person, or the pipeline's rule, left for later when the run asked.
Status KeepFollowUps(Forge& forge, Memory& memory, const RunRow& run, const State& state) {
  const bool asked = std::ranges::any_of(state.questions, [](const auto& entry) {
    return std::ranges::find(entry.second.options, "follow-up") != entry.second.options.end();
  });
  if (!asked || state.status != RunStatus::kCompleted) return {};
  const RunFiles files(forge.project(), run.id, run.slug);
  const auto spawn = [&](const RunFinding& found) { return StartFollowUp(forge, run.id, found); };
  TRY(CarryOutTriage(forge.store(), memory, run.id, files, spawn, WallClock()));
  return {};
}

}  // namespace

// The run's end is already recorded: no error here may change it.
void KeepLessons(Forge& forge, RunId run, const State& state, const std::function<void(const std::string&)>& warn) {
  if (!IsEnd(state.status) && state.status != RunStatus::kFailed) return;
  if (!UsesMemory(state.start)) return;
  const auto row = forge.store().FindRun(run);
  if (!row || !*row) return;
  Lessons lessons;
  if (auto memory = Memory::Open(forge.machine(), forge.project(), true)) {
    lessons = LearnFromRun(*memory, forge.store(), forge.project(), **row, state, WallClock());
    if (const Status left = KeepFollowUps(forge, *memory, **row, state); !left)
      lessons.warnings.push_back("what was left for later was not saved: " + left.error().message);
  } else {
    lessons.warnings.push_back("the run's lessons were not saved: " + memory.error().message);
  }
  for (const std::string& warning : lessons.warnings) {
    if (warn) warn(warning);
  }
}

}  // namespace forge
