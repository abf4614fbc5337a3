// Journals that were written once fold to the same state for ever. tests/journals/NAME.jsonl holds the inputs of a run,
// NAME.state.json what they fold to; FORGE_ACCEPT=1 writes the second anew, and the first where it is missing. Those of
// one version of the rules (input.h) have NAME.way.txt too: what was in flight and asked after each input.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "base/strings.h"
#include "base/testing/seed.h"
#include "base/testing/source_dir.h"
#include "engine/run_loop.h"
#include "engine/state_rows.h"
#include "engine/testing/compose.h"
#include "engine/testing/driven.h"
#include "engine/testing/sim.h"
#include "pipeline/load.h"
#include "pipeline/testing/builtin_library.h"

namespace forge::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kJournals = fs::path(SourceDir()) / "tests" / "journals";

bool Accepting() {
  const char* accept = std::getenv("FORGE_ACCEPT");
  return accept != nullptr && std::string_view(accept) == "1";
}

std::string ReadAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void WriteAll(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string Lines(const std::vector<JournalRow>& rows) {
  std::string text;
  for (const JournalRow& row : rows) {
    const Json line = Json::MakeObject()
                          .Set("seq", row.seq)
                          .Set("at", row.at.ms)
                          .Set("kind", row.kind)
                          .Set("data", ParseJson(row.data).value());
    text += line.Dump() + "\n";
  }
  return text;
}

std::vector<JournalRow> Rows(const std::string& text) {
  std::vector<JournalRow> rows;
  for (std::string_view line : forge::Lines(text)) {
    const Json json = ParseJson(line).value();
    JournalRow row;
    row.seq = json["seq"].AsInt();
    row.at = TimePoint{json["at"].AsInt()};
    row.kind = json["kind"].AsString();
    row.is_input = true;
    row.data = json["data"].Dump();
    rows.push_back(std::move(row));
  }
  return rows;
}

Json Describe(const StageMemo& memo) {
  Json json = Json::MakeObject().Set("entered", memo.entered).Set("rounds", memo.rounds);
  if (memo.skipped) json.Set("skipped", true);
  if (memo.verdict) json.Set("verdict", Name(*memo.verdict));
  if (!memo.spent.empty()) json.Set("spent", ToJson(memo.spent));
  for (const MemberMemo& member : memo.members) {
    if (member.verdict) json.Set(member.name, Name(*member.verdict));
  }
  return json;
}

Json Describe(const Lane& lane) {
  Json memos = Json::MakeArray();
  for (const StageMemo& memo : lane.memos) memos.Append(Describe(memo));
  return Json::MakeObject()
      .Set("pipeline", lane.pipeline)
      .Set("stage", lane.stage)
      .Set("phase", static_cast<int>(lane.phase))
      .Set("attempt", lane.attempt)
      .Set("snapshot", lane.snapshot)
      .Set("memos", std::move(memos));
}

Json DescribeSteps(const State& state) {
  Json steps = Json::MakeArray();
  for (int place = 0; place < static_cast<int>(state.steps.size()); ++place) {
    const StepRow row = MakeStepRow(state, place);
    const auto& lane = state.steps[static_cast<std::size_t>(place)].lane;
    Json step = Json::MakeObject()
                    .Set("id", row.id.value)
                    .Set("status", Name(row.status))
                    .Set("attempts", row.attempts)
                    .Set("reason", row.reason);
    if (lane) step.Set("lane", Describe(*lane));
    steps.Append(std::move(step));
  }
  return steps;
}

Json DescribeInFlight(const State& state) {
  Json units = Json::MakeArray();
  for (const auto& [id, unit] : state.units) {
    units.Append(Json::MakeObject()
                     .Set("id", id.value)
                     .Set("kind", Name(unit.kind))
                     .Set("step", unit.step.value)
                     .Set("stage", StageOf(state, unit).name)
                     .Set("member", unit.member)
                     .Set("iteration", unit.iteration)
                     .Set("attempt", unit.attempt));
  }
  return units;
}

Json DescribeQuestions(const State& state) {
  Json questions = Json::MakeArray();
  for (const auto& [id, question] : state.questions) {
    questions.Append(Json::MakeObject()
                         .Set("id", id.value)
                         .Set("kind", Name(question.kind))
                         .Set("status", Name(question.status))
                         .Set("step", question.step.value)
                         .Set("stage", question.stage)
                         .Set("hash", question.hash)
                         .Set("answer", question.answer));
  }
  return questions;
}

// Everything a later version of Forge must read out of an old journal. New members of State are not in it: they must
// not change what the old ones say.
Json Describe(const State& state) {
  Json timers = Json::MakeArray();
  for (const auto& [id, timer] : state.timers) timers.Append(Json::MakeObject().Set("id", id).Set("due", timer.due.ms));
  Json blockers = Json::MakeArray();
  for (RunId run : state.blockers) blockers.Append(run.value);
  Json artifacts = Json::MakeObject();
  for (const auto& [name, artifact] : state.artifacts) artifacts.Set(name, artifact.sha256);
  return Json::MakeObject()
      .Set("status", Name(state.status))
      .Set("outlook", Name(Outlook(state)))
      .Set("reason", state.reason)
      .Set("plan", state.plan ? state.plan->hash : "")
      .Set("approved", state.approved_hash)
      .Set("lane", Describe(state.lane))
      .Set("steps", DescribeSteps(state))
      .Set("settled", state.settled)
      .Set("units", DescribeInFlight(state))
      .Set("timers", std::move(timers))
      .Set("questions", DescribeQuestions(state))
      .Set("blockers", std::move(blockers))
      .Set("artifacts", std::move(artifacts))
      .Set("answers", state.answers)
      .Set("spent", ToJson(state.spent))
      .Set("limit", ToJson(state.limit))
      .Set("units_started", state.units_started)
      .Set("active_ms", state.active_ms)
      .Set("next_unit", state.next_unit)
      .Set("next_question", state.next_question);
}

// The first run by seed in which enough happens.
std::vector<JournalRow> SimulatedPreset(const char* name, int wild_events, std::size_t rows) {
  Started start;
  start.pipelines = Resolve(name, BuiltinLibrary()).set;
  start.objective = std::string("a recorded run of ") + name;
  start.size = "complex";
  start.budget.usd = 50;
  SimOptions options;
  options.real_gates = true;
  options.wild_events = wild_events;
  for (std::uint64_t seed = 1;; ++seed) {
    SimReport report = Sim(seed, options).Run(start);
    if (report.rows.size() >= rows && report.status == RunStatus::kCompleted) return report.rows;
  }
}

// A run stopped in the middle: units and a timer in flight, a question open, a blocker.
std::vector<JournalRow> Interrupted() {
  Stage gates = Panel("gates", Aggregate::kLenses, {"a", "b", "c"}, "plan");
  Driven run(Pipelines({Agent("plan"), gates, Ask("approve", "plan"), Each("build", 3)},
                       {Agent("work"), Review("review", "work", 2)}),
             LoosePlan("h1", 5));
  run.start.budget.usd = 20;
  run.Begin();
  run.End("plan", Costs(1, 100));
  run.End("gates:a", Approved());
  run.End("gates:b", Revision());
  run.End("gates:c", Approved());
  run.Edit(LoosePlan("h2", 4));
  run.Answer("yes");
  run.End("s0/work", Costs(2, 300));
  run.End("s0/review", Revision(1, "tests are missing"));
  run.End("s1/work", Failed(ErrorClass::kNetwork));
  run.End("s2/work", Done());
  run.End("s2/review", Revision());
  run.End("s2/work", Done());
  run.End("s2/review", Revision());
  run.Do(ControlKind::kPause, "", "lunch");
  run.BlockOn(12);
  run.Do(ControlKind::kResume);
  return run.rows();
}

UnitOutcome Resulting(UnitOutcome outcome, const char* result) {
  outcome.result = ParseJson(result).value();
  return outcome;
}

Stage Once(Stage stage) {
  stage.retry = 0;
  return stage;
}

// A question is about something that exists, a comparison needs its comparator and is told in the question, reasons of
// retries and last errors reach the next attempt, also past a baseline, and a unit begins when an engine takes it up.
std::vector<JournalRow> OfRules3() {
  Stage design = Agent("design");
  design.when = "require run.size == complex";
  design.produces = "DESIGN.md";
  Stage compare = Once(Panel("compare", Aggregate::kCompare, {"simpler", "comparator"}));
  compare.result = true;
  compare.produces = "COMPARISON.md";
  compare.members[1].after = {"simpler"};
  Stage before = Check("before", "", CheckMode::kBaseline);
  before.commands = {"project"};
  Driven run(Pipelines({design, Ask("agree", "DESIGN.md"), compare, Ask("decide", "COMPARISON.md"), Each("build", 2),
                        Once(Agent("after"))},
                       {before, Once(Agent("work"))}),
             LoosePlan("h", 2));
  run.start.rules = 3;
  run.Begin();
  run.End("?design", Gated(false, true));
  run.End("compare:simpler", Done());
  run.End("compare:comparator", Failed(ErrorClass::kPermanent));
  run.Do(ControlKind::kRetry, "", "it is needed");
  run.End("compare:simpler", Done());
  run.End("compare:comparator", Resulting(Done(), R"({"recommendation":"standard"})"));
  run.Answer("yes");
  run.End("s0/before", Done());
  run.End("s1/before", Done());
  run.End("s0/work", Failed(ErrorClass::kPermanent));
  run.End("s1/work", Done());
  run.Do(ControlKind::kRetry, "s0", "the port is 80");
  run.End("s0/before", Done());
  run.End("s0/work", Done());
  run.End("after", Failed(ErrorClass::kPermanent));
  run.Do(ControlKind::kRetry);
  run.now += 60'000;
  run.Attach();
  return run.rows();
}

StepSpec Prior(StepSpec step, const char* priority) {
  step.extra = Json::MakeObject().Set("priority", priority);
  return step;
}

// Steps start by their priority; one that five later ones have overtaken is next; and of a step that reads or audits
// nothing is checked or reviewed.
std::vector<JournalRow> OfRules4() {
  StepSpec look = Prior(Step("look"), "high");
  look.kind = "read";
  std::vector<StepSpec> steps = {Prior(Step("last"), "low"), Step("waits"), look};
  for (int i = 0; i < 8; ++i) {
    const std::string number = std::to_string(i);
    steps.push_back(Step("c" + number, i == 0 ? std::vector<std::string>{} : std::vector{"c" + std::to_string(i - 1)}));
  }
  StepSpec audit = Step("audit", {"last"});
  audit.kind = "audit";
  steps.push_back(audit);
  Driven run(Pipelines({Each("build", 1)}, {Agent("work"), Check("verify", "work"), Review("review", "work")}),
             Plan("h", steps));
  run.start.rules = 4;
  run.Begin();
  while (!run.Flying().empty()) {
    const std::string unit = run.Flying().front();
    run.End(unit, unit.ends_with("verify") ? Checked(true) : unit.ends_with("review") ? Approved() : Done());
  }
  return run.rows();
}

// Who stopped as blocked reads its own words with the answer, a check without progress says what still fails, and a
// panel asks again only who wants a change.
std::vector<JournalRow> OfRules5() {
  Stage lenses = Panel("lenses", Aggregate::kLenses, {"a", "b", "c"}, "plan");
  lenses.result = true;
  lenses.asks_again = AsksAgain::kUnconvinced;
  Stage verify = Check("verify", "work");
  verify.converge = Converge::kDecreasing;
  verify.max_iterations = 5;
  Driven run(Pipelines({Agent("plan"), lenses, Each("build", 1)}, {Agent("work"), verify}));
  run.start.rules = 5;
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("lenses:a",
          Resulting(Revision(), R"({"findings":[{"file":"x","line":15,"severity":"high","text":"wrong"}]})"));
  run.End("lenses:b", Resulting(Approved(), R"({"findings":[{"file":"x","line":13,"severity":"low","text":"odd"}]})"));
  run.End("lenses:c", Resulting(Approved(), R"({"findings":[]})"));
  run.End("plan", Planned(LoosePlan("h2", 1)));
  run.End("lenses:a", Resulting(Approved(), R"({"findings":[]})"));
  UnitOutcome blocked = Failed(ErrorClass::kExternal);
  blocked.reasons = {"which port?"};
  run.End("s0/work", blocked);
  run.Answer("retry", "80");
  run.End("s0/work", Done());
  UnitOutcome fails = Checked(false, 2);
  fails.summary = "make test (exit 2)";
  run.End("s0/verify", fails);
  run.End("s0/work", Done());
  run.End("s0/verify", fails);
  return run.rows();
}

// Why a person retried a panel was told to the next stage too, and an agent was asked to repair what a person had
// changed in a step that reads.
std::vector<JournalRow> OfRules6() {
  StepSpec look = Step("s0");
  look.kind = "read";
  Driven run(Pipelines({Once(Panel("gates", Aggregate::kAllPass, {"a", "b"})), Agent("after"), Each("build", 1)},
                       {Agent("work"), Check("verify", "work")}),
             Plan("h", {look}));
  run.start.rules = 6;
  run.Begin();
  run.End("gates:a", Failed(ErrorClass::kPermanent));
  run.End("gates:b", Approved());
  run.Do(ControlKind::kRetry, "", "the key is new");
  run.End("gates:a", Approved());
  run.End("after", Done());
  run.Do(ControlKind::kStop);
  run.End("s0/work", Stopped());
  const Holder holder{7, 1, "boot", "here", ""};
  StepTaken taken;
  taken.step = StepId{"s0"};
  taken.holder = holder;
  run.Take(taken);
  run.Do(ControlKind::kResume);
  StepGivenBack back;
  back.step = StepId{"s0"};
  back.holder = holder;
  back.as = GiveBack::kDone;
  back.snapshot = "c9";
  back.unmerged = true;
  back.work = "work";
  run.Take(back);
  run.End("s0/verify", Checked(false, 1));
  return run.rows();
}

// A reviewer was asked again about what it had approved, and a check sent work back that came back as it was.
std::vector<JournalRow> OfRules7() {
  const auto leaves = [](const char* snapshot) {
    UnitOutcome outcome = Done();
    outcome.snapshot = snapshot;
    outcome.unmerged = true;
    return outcome;
  };
  Driven run(Pipelines({Agent("work"), Review("review", "work"), Check("proof", "work"), Agent("end")}));
  run.start.rules = 7;
  run.Begin();
  run.End("work", leaves("c1"));
  run.End("review", Revision());
  run.End("work", leaves("c1"));
  run.End("review", Approved());
  run.End("proof", Checked(false, 1));
  run.End("work", leaves("c1"));
  run.End("review", Approved());
  run.End("proof", Checked(false, 1));
  run.End("work", leaves("c2"));
  return run.rows();
}

// A review sent work back to one that had approved it: neither agent was asked again, and two rounds were counted.
std::vector<JournalRow> OfRules11() {
  const auto leaves = [](const char* snapshot) {
    UnitOutcome outcome = Done();
    outcome.snapshot = snapshot;
    outcome.unmerged = true;
    return outcome;
  };
  Driven run(Pipelines({Agent("work"), Review("first", "work", 2), Review("second", "first"),
                        Panel("gates", Aggregate::kAllPass, {"a", "b"}, "second"), Agent("end")}));
  run.start.rules = 11;
  run.Begin();
  run.End("work", leaves("c1"));
  run.End("first", Approved());
  run.End("second", Revision(1, "the tests are hollow"));
  run.Answer("retry");
  run.End("second", Approved());
  run.End("gates:a", Approved());
  run.End("gates:b", Revision());
  run.Answer("accept");
  return run.rows();
}

// A unit that was stopped at a budget was started again while another one had the rest of it in hand.
std::vector<JournalRow> OfRules11Budget() {
  UnitOutcome stopped = Failed(ErrorClass::kBudget);
  stopped.usage.usd = 4;
  stopped.snapshot = "c1";
  stopped.unmerged = true;
  stopped.used_up = {"run"};
  Driven run(Pipelines({Each("build", 2)}, {Agent("work")}), LoosePlan("h", 3));
  run.start.rules = 11;
  run.start.budget.usd = 10;
  run.Begin();
  run.End("s0/work", stopped);
  run.End("s0/work", stopped);
  run.End("s1/work", Costs(3));
  run.Answer("extend");
  return run.rows();
}

// What is recorded where no journal is there yet.
std::vector<JournalRow> RecordNew(const std::string& name) {
  if (name == "forge-friendly") return SimulatedPreset("forge", 0, 40);
  if (name == "gated-wild") return SimulatedPreset("gated", 200, 150);
  if (name == "modules-wild") return SimulatedPreset("modules", 200, 150);
  if (name == "sprint-wild") return SimulatedPreset("sprint", 150, 120);
  if (name == "rules-3") return OfRules3();
  if (name == "rules-4") return OfRules4();
  if (name == "rules-5") return OfRules5();
  if (name == "rules-6") return OfRules6();
  if (name == "rules-7") return OfRules7();
  if (name == "rules-11") return OfRules11();
  if (name == "rules-11-budget") return OfRules11Budget();
  return Interrupted();
}

std::string Quoted(const std::string& text) { return "\"" + ReplaceAll(text, "\n", "\\n") + "\""; }

// One line after each input: the run, its units in flight with what they are told, its open questions.
std::string DescribeWay(const std::vector<JournalRow>& rows) {
  std::string way;
  for (std::size_t count = 1; count <= rows.size(); ++count) {
    const auto state = Fold({rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count)});
    if (!state) return way + forge::Describe(state.error()) + "\n";
    std::string line = std::to_string(rows[count - 1].seq) + " " + rows[count - 1].kind + ": ";
    line += Name(Outlook(*state));
    for (const auto& [id, unit] : state->units) {
      line += ", " + unit.step.value + (unit.step.empty() ? "" : "/") + StageOf(*state, unit).name;
      if (!unit.member.empty()) line += ":" + unit.member;
      line += " at " + std::to_string(unit.started.ms);
      if (!unit.note.empty()) line += " told " + Quoted(unit.note);
    }
    for (const auto& [id, question] : state->questions) {
      if (question.status == QuestionStatus::kOpen) line += ", asks " + Quoted(question.text);
    }
    way += line + "\n";
  }
  return way;
}

class Golden : public ::testing::TestWithParam<const char*> {};

TEST_P(Golden, FoldsToTheStateItAlwaysDid) {
  const fs::path journal = kJournals / (std::string(GetParam()) + ".jsonl");
  const fs::path expected = kJournals / (std::string(GetParam()) + ".state.json");
  if (Accepting() && !fs::exists(journal)) WriteAll(journal, Lines(RecordNew(GetParam())));
  const std::vector<JournalRow> rows = Rows(ReadAll(journal));
  ASSERT_FALSE(rows.empty()) << journal;
  auto folded = Fold(rows);
  ASSERT_TRUE(folded.has_value()) << forge::Describe(folded.error());
  const std::string actual = Describe(*folded).Dump(2) + "\n";
  if (Accepting()) WriteAll(expected, actual);
  EXPECT_EQ(ReadAll(expected), actual);
}

class GoldenRules : public ::testing::TestWithParam<const char*> {};  // rules-NUMBER, and what it is about

TEST_P(GoldenRules, EveryInputLeadsWhereItAlwaysDid) {
  const std::string name = GetParam();
  const fs::path expected = kJournals / (name + ".way.txt");
  const std::vector<JournalRow> rows = Rows(ReadAll(kJournals / (name + ".jsonl")));
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(ParseJson(rows[0].data).value()["rules"].AsInt(), std::stoi(name.substr(name.find('-') + 1)));
  const std::string actual = DescribeWay(rows);
  if (Accepting()) WriteAll(expected, actual);
  EXPECT_EQ(ReadAll(expected), actual);
}

INSTANTIATE_TEST_SUITE_P(Journals, GoldenRules,
                         ::testing::Values("rules-3", "rules-4", "rules-5", "rules-6", "rules-7", "rules-11",
                                           "rules-11-budget"));

void ChangeBytes(std::vector<JournalRow>& rows, Dice& dice) {
  std::string& data = rows[static_cast<std::size_t>(dice.Below(static_cast<int>(rows.size())))].data;
  for (int change = dice.Between(1, 3); change > 0; --change) {
    char& byte = data[static_cast<std::size_t>(dice.Below(static_cast<int>(data.size())))];
    byte = dice.Chance(70) ? static_cast<char>('0' + dice.Below(10)) : static_cast<char>(dice.Below(256));
  }
}

void LoseDoubleOrSwapRows(std::vector<JournalRow>& rows, Dice& dice) {
  const auto place = [&] { return rows.begin() + dice.Below(static_cast<int>(rows.size())); };
  for (int change = dice.Between(1, 3); change > 0; --change) {
    if (dice.Chance(40)) {
      rows.erase(place());
    } else if (dice.Chance(50)) {
      std::iter_swap(place(), place());
    } else {
      const JournalRow again = *place();
      rows.insert(place(), again);
    }
  }
}

// Whatever became of the disk: a state or an error, never a crash.
TEST_P(Golden, DamagedFoldsOrSaysWhyNot) {
  const std::vector<JournalRow> rows = Rows(ReadAll(kJournals / (std::string(GetParam()) + ".jsonl")));
  ASSERT_FALSE(rows.empty());
  const unsigned seed = TestSeed();
  SCOPED_TRACE("FORGE_SEED=" + std::to_string(seed));
  Dice dice(seed);
  for (const auto damage : {ChangeBytes, LoseDoubleOrSwapRows}) {
    int refused = 0;
    for (int i = 0; i < 200; ++i) {
      std::vector<JournalRow> bad = rows;
      damage(bad, dice);
      if (!Fold(bad)) ++refused;
    }
    EXPECT_GT(refused, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Journals, Golden,
                         ::testing::Values("forge-friendly", "gated-wild", "modules-wild", "sprint-wild", "interrupted",
                                           "rules-3", "rules-4", "rules-5", "rules-6", "rules-7", "rules-11",
                                           "rules-11-budget"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace forge::testing
