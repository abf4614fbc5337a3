// Inputs as the journal holds them.
#include "engine/input.h"
#include "base/testing/source_dir.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "engine/testing/compose.h"

namespace forge::testing {
namespace {

// Every member set to something, so that one left out shows.
std::vector<Input> Full() {
  Started started;
  started.pipelines = Pipelines({Agent("plan"), Review("review", "plan"), Each("build", 2)}, {Agent("work")});
  started.objective = "do it\nwell";
  started.parent = RunId{3};
  started.parent_step = StepId{"s1"};
  started.budget.usd = 1.5;
  started.budget.units = 7;
  started.role_budgets["engineer"].tokens = 900;
  started.day = {20'000, {.tokens = 5, .usd = 2.5, .wall_ms = {}, .units = {}}, {.usd = 1}};
  started.attended = false;
  started.size = "quick";
  started.flags = Json::MakeObject().Set("full", "true");
  started.settings = Json::MakeObject().Set("agent", "replay:x");
  started.plan = LoosePlan("h", 2);
  UnitOutcome outcome = Revision(3, "no");
  outcome.artifacts = {{"A.md", "abc", 5}};
  outcome.plan = LoosePlan("h2", 1);
  outcome.usage.usd = 0.25;
  outcome.result = Json::MakeObject().Set("x", 1);
  Control control;
  control.kind = ControlKind::kSkip;
  control.step = StepId{"s1"};
  control.reason = "because";
  control.other = RunId{9};
  control.by = "ann";
  return {started,
          Attached{12, "host"},
          Began{UnitId{4}, 5, 6},
          Ended{UnitId{4}, outcome},
          TimerFired{8},
          Answered{QuestionId{2}, "yes", "comment", "hash", "ann"},
          control,
          BlockerEnded{RunId{5}, RunStatus::kAbandoned},
          PlanEdited{LoosePlan("h3", 1), true, "ada"},
          DayLimit{20'000, started.budget, outcome.usage},
          GitDiffers{"text", {"redo", "abandon"}, "b", "t", 7, {StepId{"s1"}}, true},
          StepTaken{StepId{"s1"}, {3, 4, "boot", "host", "pid:[1]"}, {2, 1, "boot", "host", ""}, true, "ann"},
          StepGivenBack{StepId{"s1"},
                        {3, 4, "boot", "host", "pid:[1]"},
                        GiveBack::kHandBack,
                        "note",
                        "c1",
                        true,
                        "work",
                        "ann",
                        "7/s1/hand-1",
                        {"a.txt"},
                        3}};
}

TEST(Inputs, ComeBackFromTheJournalAsTheyWere) {
  const std::vector<Input> inputs = Full();
  ASSERT_EQ(inputs.size(), std::variant_size_v<Input>) << "one of each kind";
  for (const Input& input : inputs) {
    const std::string line = ToJson(input).Dump();
    auto back = InputFromJson(KindOf(input), ParseJson(line).value());
    ASSERT_TRUE(back.has_value()) << line;
    EXPECT_EQ(back->index(), input.index());
    EXPECT_EQ(ToJson(*back).Dump(), line);
  }
  auto started = InputFromJson("started", ToJson(inputs[0]));
  EXPECT_EQ(std::get<Started>(*started), std::get<Started>(inputs[0]));
}

TEST(Inputs, AreOnThePageWithTheirMembers) {
  std::ifstream file(SourceDir() + "/docs/events.md");
  const std::string events{std::istreambuf_iterator<char>(file), {}};
  for (const Input& input : Full()) {
    const std::size_t at = events.find("\n| `" + std::string(KindOf(input)) + "` |");
    ASSERT_NE(at, std::string::npos) << KindOf(input);
    const std::string row = events.substr(at + 1, events.find('\n', at + 1) - at);
    const Json data = ToJson(input);
    for (const auto& [key, value] : data.AsObject()) {
      EXPECT_NE(row.find("`" + key + "`"), std::string::npos) << KindOf(input) << " has `" << key << "`";
    }
  }
}

TEST(Inputs, ThatCannotBeReadAreCorrupt) {
  EXPECT_EQ(InputFromJson("dreamt", Json::MakeObject()).error().code, Code::kCorrupt);
  EXPECT_EQ(InputFromJson("control", Json::MakeObject().Set("control", "dance")).error().code, Code::kCorrupt);
  EXPECT_EQ(InputFromJson("blocker-ended", Json::MakeObject().Set("status", "gone")).error().code, Code::kCorrupt);
  EXPECT_FALSE(InputFromJson("ended", Json::MakeObject().Set("outcome", Json::MakeObject().Set("status", "gone"))));
  EXPECT_FALSE(InputFromJson("started", Json::MakeObject().Set("pipelines", 3)));
}

TEST(Inputs, CommandsHaveNamesAndComeBackFromThem) {
  for (int i = 0; i <= static_cast<int>(ControlKind::kAuto); ++i) {
    const auto kind = static_cast<ControlKind>(i);
    EXPECT_EQ(ParseControlKind(Name(kind)), kind);
  }
  EXPECT_EQ(ParseControlKind("dance"), std::nullopt);
}

}  // namespace
}  // namespace forge::testing
