#include "agent/tool_loop.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>

namespace forge {
namespace {

using std::chrono::milliseconds;

constexpr int kMost = 15;

// Plays calls with their results, a second each.
class Agent {
 public:
  explicit Agent(ToolLoop::Changed changed = {}, int most = kMost) : loop_(most, std::move(changed)) {}

  std::optional<LoopSign> Does(const std::string& command, const std::string& result) {
    EXPECT_FALSE(Hears(AgentEvent::Kind::kToolCall, "Bash", Json::MakeObject().Set("command", command)));
    return Hears(AgentEvent::Kind::kToolResult, result, {});
  }
  std::optional<LoopSign> Hears(AgentEvent::Kind kind, const std::string& text, Json data) {
    now_ += milliseconds(500);
    return loop_.Take({kind, text, std::move(data)}, now_);
  }

 private:
  ToolLoop loop_;
  milliseconds now_{0};
};

TEST(ToolLoop, TheSameCallWithTheSameResultWarnsOnceAndThenEnds) {
  Agent agent;
  for (int i = 1; i < kMost; ++i) {
    const auto sign = agent.Does("make test", "2 failed");
    ASSERT_EQ(sign.has_value(), i == 8) << i;
    if (!sign) continue;
    EXPECT_FALSE(sign->ends);
    EXPECT_EQ(sign->text, R"(made the same call 8 times with the same result: Bash {"command":"make test"})");
  }
  const auto end = agent.Does("make test", "2 failed");
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->ends);
  EXPECT_EQ(end->text, R"(made the same call 15 times with the same result: Bash {"command":"make test"})");
}

TEST(ToolLoop, TwoToFourCallsInTurnAreACircle) {
  for (int length = 2; length <= 4; ++length) {
    Agent agent;
    int warned = 0, calls = 0;
    bool ended = false;
    while (!ended && calls < 100) {
      const auto sign = agent.Does("cat " + std::to_string(calls++ % length), "same");
      if (sign && !sign->ends) ++warned;
      ended = sign && sign->ends;
    }
    EXPECT_EQ(calls, kMost) << length;
    EXPECT_EQ(warned, 1) << length;
  }
}

TEST(ToolLoop, WorkThatGoesOnIsNoCircle) {
  Agent agent;
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(agent.Does("edit line " + std::to_string(i), "done"));
    EXPECT_FALSE(agent.Does("make test", "2 failed"));
  }
}

TEST(ToolLoop, OneOtherResultBeginsAnew) {
  Agent agent;
  for (int i = 0; i < 7; ++i) EXPECT_FALSE(agent.Does("make test", "2 failed"));
  EXPECT_FALSE(agent.Does("make test", "1 failed"));
  for (int i = 0; i < 7; ++i) EXPECT_FALSE(agent.Does("make test", "2 failed")) << i;
}

TEST(ToolLoop, OtherResultsCountOnlyIfNothingChangedMeanwhile) {
  bool changes = true;
  milliseconds asked{0};
  Agent agent([&](milliseconds within) {
    asked = within;
    return changes;
  });
  int time = 0;
  const auto look = [&] { return agent.Does("date", std::to_string(++time)); };
  for (int i = 0; i < 4 * kMost; ++i) EXPECT_FALSE(look());
  EXPECT_GE(asked, milliseconds(29'000)) << "since the first of thirty calls";
  EXPECT_LE(asked, milliseconds(31'000));
  changes = false;
  for (int i = 1; i < kMost; ++i) EXPECT_FALSE(look()) << i;
  const auto end = look();
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->ends);
  EXPECT_EQ(end->text,
            R"(made the same call 75 times while nothing in its workspace changed: Bash {"command":"date"})");
}

TEST(ToolLoop, OtherResultsWarnHalfWay) {
  Agent agent([](milliseconds) { return false; });
  for (int i = 1; i < kMost; ++i) EXPECT_FALSE(agent.Does("date", std::to_string(i))) << i;
  const auto sign = agent.Does("date", "now");
  ASSERT_TRUE(sign);
  EXPECT_FALSE(sign->ends);
}

TEST(ToolLoop, WhoChangesFilesWorks) {
  Agent agent([](milliseconds) { return true; });
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(agent.Does("patch a.c", "completed")) << i;
}

TEST(ToolLoop, CallsWithoutResultsSayNothing) {
  Agent agent;
  for (int i = 0; i < 5000; ++i) EXPECT_FALSE(agent.Hears(AgentEvent::Kind::kToolCall, "Read", {}));
}

TEST(ToolLoop, ZeroIsNever) {
  Agent agent([](milliseconds) { return false; }, 0);
  for (int i = 0; i < 200; ++i) EXPECT_FALSE(agent.Does("make", "x"));
}

}  // namespace
}  // namespace forge
