// Journals that were written once fold to the same state for ever. tests/journals/NAME.jsonl holds the inputs of a run,
// NAME.state.json what they fold to; FORGE_ACCEPT=1 writes the second anew, and the first where it is missing.
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

// What is recorded where no journal is there yet.
std::vector<JournalRow> RecordNew(const std::string& name) {
  if (name == "forge-friendly") return SimulatedPreset("forge", 0, 40);
  if (name == "gated-wild") return SimulatedPreset("gated", 200, 150);
  if (name == "modules-wild") return SimulatedPreset("modules", 200, 150);
  if (name == "sprint-wild") return SimulatedPreset("sprint", 150, 120);
  return Interrupted();
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
                         ::testing::Values("forge-friendly", "gated-wild", "modules-wild", "sprint-wild",
                                           "interrupted"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace forge::testing
