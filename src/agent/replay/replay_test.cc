#include "agent/replay/replay.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>

#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "text/error_class.h"

namespace forge {
namespace {

class Replay : public testing::Test {
 protected:
  void SetUp() override {
    root_ = MakeTempDirectory("forge-replay-test-").value();
    ASSERT_TRUE(MakeDirectories(At("work")));
  }
  void TearDown() override { EXPECT_TRUE(RemoveTree(root_)); }

  std::string At(std::string_view name) const { return JoinPath(root_, name); }

  std::unique_ptr<Runtime> Make(const std::string& script) {
    EXPECT_TRUE(WriteFileAtomic(At("script.toml"), script));
    auto runtime = MakeRuntime("replay:script.toml", {root_, At("state"), {}});
    EXPECT_TRUE(runtime) << Describe(runtime.error());
    return std::move(*runtime);
  }

  AgentRequest Request(const std::string& stage = "plan") {
    AgentRequest request;
    request.label.run = {1};
    request.label.unit = {++units_};
    request.label.pipeline = "task";
    request.label.stage = stage;
    request.label.role = "engineer";
    request.cwd = At("work");
    request.deadlines.wall_ms = 60'000;
    return request;
  }

  AgentAnswer Play(const std::string& script) { return Make(script)->Ask(Request(), {}); }

  std::string root_;
  std::int64_t units_ = 0;
};

TEST_F(Replay, TheFirstTurnThatMatchesAnswersOnce) {
  auto runtime = Make(R"(
[[turn]]
stage = "review"
text = "reviewed"
[[turn]]
stage = "plan"
text = "planned"
[[turn]]
stage = "plan"
text = "planned again"
[[turn]]
text = "anything"
repeat = true
)");
  EXPECT_EQ(runtime->name(), "replay");
  EXPECT_EQ(runtime->Ask(Request(), {}).text, "planned");
  EXPECT_EQ(runtime->Ask(Request(), {}).text, "planned again");
  EXPECT_EQ(runtime->Ask(Request(), {}).text, "anything");
  EXPECT_EQ(runtime->Ask(Request("review"), {}).text, "reviewed");
  EXPECT_EQ(runtime->Ask(Request("review"), {}).text, "anything");
}

TEST_F(Replay, EveryMatcherMustFit) {
  UnitLabel label{.run = {1},
                  .tree = {},
                  .unit = {1},
                  .pipeline = "p",
                  .stage = "s",
                  .role = "r",
                  .member = "m",
                  .step = "s1",
                  .iteration = 2,
                  .attempt = 3};
  ReplayTurn turn;
  EXPECT_TRUE(Matches(turn, label));
  turn.pipeline = "p";
  turn.stage = "s";
  turn.role = "r";
  turn.member = "m";
  turn.step = "s1";
  turn.iteration = 2;
  turn.attempt = 3;
  EXPECT_TRUE(Matches(turn, label));
  for (auto change :
       {+[](UnitLabel& l) { l.pipeline = "x"; }, +[](UnitLabel& l) { l.stage = "x"; },
        +[](UnitLabel& l) { l.role = "x"; }, +[](UnitLabel& l) { l.member = "x"; }, +[](UnitLabel& l) { l.step = ""; },
        +[](UnitLabel& l) { l.iteration = 1; }, +[](UnitLabel& l) { l.attempt = 1; }}) {
    UnitLabel other = label;
    change(other);
    EXPECT_FALSE(Matches(turn, other));
  }
}

TEST_F(Replay, AUnitDispatchedAgainAfterACrashGetsTheSameTurn) {
  const std::string script = "[[turn]]\ntext = \"one\"\n[[turn]]\ntext = \"two\"\n";
  AgentRequest first = Request();
  EXPECT_EQ(Make(script)->Ask(first, {}).text, "one");
  auto after = Make(script);
  EXPECT_EQ(after->Ask(first, {}).text, "one");
  EXPECT_EQ(after->Ask(Request(), {}).text, "two");
}

TEST_F(Replay, GivesTextUsageAndTheResultAsItsLastBlock) {
  AgentAnswer answer = Play(R"(
[[turn]]
text = "Done."
result = { status = "ok" }
usage = { input_tokens = 10, usd = 0.5 }
)");
  EXPECT_FALSE(answer.failed);
  EXPECT_EQ(answer.text, "Done.\n\n```json\n{\n  \"status\": \"ok\"\n}\n```\n");
  EXPECT_EQ(answer.usage.input_tokens, 10);
  EXPECT_EQ(answer.usage.usd, 0.5);
}

TEST_F(Replay, WritesDeletesAndRunsInTheUnitsDirectory) {
  ASSERT_TRUE(WriteFileAtomic(At("work/old"), "x"));
  ASSERT_TRUE(MakeDirectories(At("work/dir/below")));
  AgentAnswer answer = Play(R"(
[[turn]]
text = "ok"
[[turn.write]]
path = "src/new.txt"
content = "new"
[[turn.write]]
path = "tool"
content = "#!/bin/sh\necho $FORGE_STAGE > made\n"
executable = true
[[turn.delete]]
path = "old"
[[turn.delete]]
path = "dir"
[[turn.delete]]
path = "never-there"
[[turn.run]]
command = "./tool && cat src/new.txt >> made"
)");
  EXPECT_FALSE(answer.failed) << answer.error;
  EXPECT_EQ(ReadFile(At("work/made")).value(), "plan\nnew");
  EXPECT_FALSE(Exists(At("work/old")));
  EXPECT_FALSE(Exists(At("work/dir")));
}

TEST_F(Replay, AFailingCommandFailsTheUnitAndSaysWhichAndWhy) {
  AgentAnswer answer = Play("[[turn]]\ntext = \"ok\"\n[[turn.run]]\ncommand = \"echo broken >&2; exit 4\"\n");
  EXPECT_TRUE(answer.failed);
  EXPECT_EQ(answer.error_class, ErrorClass::kTooling);
  EXPECT_TRUE(answer.error.contains("script.toml:1: turn 1: command `echo broken >&2; exit 4`: exit 4: broken"))
      << answer.error;
}

TEST_F(Replay, AUnitWithoutATurnFailsForGoodAndIsNamed) {
  auto runtime = Make("[[turn]]\nstage = \"review\"\n");
  AgentRequest request = Request();
  request.label.step = "s1";
  request.label.iteration = 2;
  request.label.attempt = 3;
  AgentAnswer answer = runtime->Ask(request, {});
  EXPECT_TRUE(answer.failed);
  EXPECT_EQ(answer.error_class, ErrorClass::kPermanent);
  EXPECT_TRUE(answer.error.contains("stage=plan role=engineer step=s1 iteration=2 attempt=3")) << answer.error;
  EXPECT_TRUE(answer.error.contains("no turn matches"));
  EXPECT_FALSE(runtime->Ask(Request("review"), {}).failed);
  EXPECT_TRUE(runtime->Ask(Request("review"), {}).error.contains("used up"));
}

TEST_F(Replay, FailuresHaveTheirClassesAndWords) {
  const std::map<std::string, ErrorClass> classes = {
      {"garbage", ErrorClass::kMalformed},    {"empty", ErrorClass::kEmpty},
      {"rate-limit", ErrorClass::kRateLimit}, {"quota", ErrorClass::kQuota},
      {"refusal", ErrorClass::kRefusal},      {"context-overflow", ErrorClass::kContextOverflow},
      {"permanent", ErrorClass::kPermanent},  {"crash", ErrorClass::kUnknown},
  };
  for (const auto& [fail, error_class] : classes) {
    AgentAnswer answer = Play("[[turn]]\nusage = { input_tokens = 3 }\nfail = \"" + fail + "\"\n");
    EXPECT_TRUE(answer.failed) << fail;
    EXPECT_EQ(answer.error_class, error_class) << fail;
    EXPECT_FALSE(answer.error.empty()) << fail;
    EXPECT_EQ(answer.retry_at.ms, 0) << fail;
    EXPECT_EQ(answer.usage.input_tokens, 3) << fail;
    EXPECT_EQ(answer.text.empty(), fail != "garbage") << fail;
    bool providers_word = fail != "garbage" && fail != "empty" && fail != "crash";
    if (providers_word) {
      EXPECT_EQ(ClassifyError(answer.error).error_class, error_class) << answer.error;
    }
  }
}

TEST_F(Replay, AFailuresOwnTextIsItsErrorAndMaySayWhenToComeBack) {
  std::int64_t before = WallClock().ms;
  AgentAnswer answer = Play("[[turn]]\nfail = \"rate-limit\"\ntext = \"rate limit, retry after 30s\"\n");
  EXPECT_EQ(answer.error, "rate limit, retry after 30s");
  EXPECT_GE(answer.retry_at.ms, before + 30'000);
}

TEST_F(Replay, ACrashIsARealProcessThatKillsItselfAfterItsWork) {
  auto runtime = Make("[[turn]]\nfail = \"crash\"\n[[turn.write]]\npath = \"half\"\ncontent = \"done\"\n");
  AgentRequest request = Request();
  std::int64_t pid = 0;
  request.on_start = [&](std::int64_t p, std::int64_t) { pid = p; };
  AgentAnswer answer = runtime->Ask(request, {});
  EXPECT_EQ(answer.error, "crashed with signal 9");
  EXPECT_GT(pid, 0);
  EXPECT_TRUE(Exists(At("work/half")));
}

TEST_F(Replay, AHangLastsUntilStoppedOrTimedOut) {
  const std::string script = "[[turn]]\nfail = \"hang\"\nrepeat = true\n";
  AgentRequest request = Request();
  request.deadlines.wall_ms = 100;
  EXPECT_EQ(Make(script)->Ask(request, {}).error_class, ErrorClass::kTimeout);
  request.deadlines.wall_ms = 0;
  std::stop_source source;
  ProcessId child;
  request.on_start = [&](std::int64_t pid, std::int64_t start) {
    child = {pid, start};
    EXPECT_TRUE(IsAlive(child));
    source.request_stop();
  };
  EXPECT_EQ(Make(script)->Ask(request, source.get_token()).error_class, ErrorClass::kCancelled);
  EXPECT_FALSE(IsAlive(child));
}

TEST_F(Replay, ADelayEndsWithAStopOrTheUnitsTime) {
  const std::string script = "[[turn]]\ndelay_ms = 3600000\ntext = \"late\"\nrepeat = true\n";
  AgentRequest request = Request();
  request.deadlines.wall_ms = 50;
  EXPECT_EQ(Make(script)->Ask(request, {}).error_class, ErrorClass::kTimeout);
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(Make(script)->Ask(Request(), source.get_token()).error_class, ErrorClass::kCancelled);
  auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(Play("[[turn]]\ndelay_ms = 20\ntext = \"late\"\n").text, "late");
  EXPECT_GE(std::chrono::steady_clock::now() - before, std::chrono::milliseconds(20));
}

TEST_F(Replay, AMissingOrBrokenScriptIsToldBeforeAnythingStarts) {
  auto missing = MakeRuntime("replay:none.toml", {root_, At("state"), {}});
  ASSERT_FALSE(missing);
  EXPECT_TRUE(missing.error().message.contains(At("none.toml")));
  EXPECT_TRUE(missing.error().hint.contains("docs/replay.md"));
  ASSERT_TRUE(WriteFileAtomic(At("bad.toml"), "[[turn]]\nstagee = \"x\"\nfail = \"no\"\n"));
  auto bad = MakeRuntime("replay:bad.toml", {root_, At("state"), {}});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, Code::kInvalid);
  EXPECT_TRUE(bad.error().message.contains("bad.toml:2:1: unknown key `stagee`"));
  EXPECT_TRUE(bad.error().message.contains("bad.toml:3:8: `fail` of turn 1"));
  EXPECT_FALSE(Exists(At("state")));
}

}  // namespace
}  // namespace forge
