#include "agent/replay/replay_script.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace forge {
namespace {

std::string Problems(std::string_view text) {
  std::string all;
  for (const Problem& problem : ParseReplayScript(text, "s.toml").problems) all += Describe(problem) + "\n";
  return all;
}

TEST(ReplayScript, ReadsEverythingATurnMaySay) {
  ParsedReplayScript parsed = ParseReplayScript(R"(
[[turn]]
pipeline = "forge"
stage = "plan"
role = "planner"
member = "skeptic"
step = ""
iteration = 2
attempt = 3
repeat = true
text = "Done."
delay_ms = 5
usage = { input_tokens = 1, output_tokens = 2, cache_read_tokens = 3, cache_write_tokens = 4, usd = 0.5 }
result = { status = "ok", list = [1, 2.5, true, { a = "b" }] }

[[turn.write]]
path = "src/a b.txt"
content = ""

[[turn.write]]
path = "run.sh"
content = "#!/bin/sh\n"
executable = true

[[turn.delete]]
path = "old"

[[turn.run]]
command = "make test"

[[turn]]
fail = "context-overflow"
)",
                                                "s.toml");
  ASSERT_TRUE(parsed.problems.empty()) << Describe(parsed.problems[0]);
  ASSERT_EQ(parsed.script.turns.size(), 2u);
  const ReplayTurn& turn = parsed.script.turns[0];
  EXPECT_EQ(turn.pos.line, 2);
  EXPECT_EQ(turn.pipeline, "forge");
  EXPECT_EQ(turn.stage, "plan");
  EXPECT_EQ(turn.role, "planner");
  EXPECT_EQ(turn.member, "skeptic");
  EXPECT_EQ(turn.step, "");
  EXPECT_EQ(turn.iteration, 2);
  EXPECT_EQ(turn.attempt, 3);
  EXPECT_TRUE(turn.repeat);
  EXPECT_EQ(turn.text, "Done.");
  EXPECT_EQ(turn.delay_ms, 5);
  EXPECT_EQ(
      turn.usage,
      (Usage{.input_tokens = 1, .output_tokens = 2, .cache_read_tokens = 3, .cache_write_tokens = 4, .usd = 0.5}));
  EXPECT_EQ(turn.result.Dump(), R"({"status":"ok","list":[1,2.5,true,{"a":"b"}]})");
  ASSERT_EQ(turn.writes.size(), 2u);
  EXPECT_EQ(turn.writes[0].path, "src/a b.txt");
  EXPECT_EQ(turn.writes[0].content, "");
  EXPECT_FALSE(turn.writes[0].executable);
  EXPECT_TRUE(turn.writes[1].executable);
  EXPECT_EQ(turn.deletes, std::vector<std::string>{"old"});
  EXPECT_EQ(turn.runs, std::vector<std::string>{"make test"});
  const ReplayTurn& second = parsed.script.turns[1];
  EXPECT_EQ(second.fail, ReplayFail::kContextOverflow);
  EXPECT_FALSE(second.stage || second.step || second.iteration || second.repeat);
}

TEST(ReplayScript, KnowsEveryFailure) {
  for (const char* word :
       {"crash", "hang", "garbage", "empty", "rate-limit", "quota", "refusal", "context-overflow", "permanent"}) {
    ParsedReplayScript parsed = ParseReplayScript(std::string("[[turn]]\nfail = \"") + word + "\"\n", "s");
    EXPECT_TRUE(parsed.problems.empty()) << word;
    EXPECT_NE(parsed.script.turns.at(0).fail, ReplayFail::kNone) << word;
  }
}

TEST(ReplayScript, ReportsAllProblemsAtOnceWithTheirPlaces) {
  std::string problems = Problems(R"(
[[turn]]
stagee = "plan"
role = 3
iteration = 0
delay_ms = -1
fail = "crsh"
usage = { tokens = 1, usd = "free" }
result = { when = 2024-01-01 }
)");
  EXPECT_TRUE(problems.contains("s.toml:3:1: unknown key `stagee` in turn 1\n  hint: did you mean `stage`?"))
      << problems;
  EXPECT_TRUE(problems.contains("s.toml:4:8: `role` of turn 1 must be a string, not")) << problems;
  EXPECT_TRUE(problems.contains("s.toml:5:13: `iteration` of turn 1 is 0")) << problems;
  EXPECT_TRUE(problems.contains("s.toml:6:12: `delay_ms` of turn 1 must be 0 to")) << problems;
  EXPECT_TRUE(problems.contains("s.toml:7:8: `fail` of turn 1 cannot be `crsh`\n  hint: did you mean `crash`?"))
      << problems;
  EXPECT_TRUE(problems.contains("unknown key `tokens` in usage of turn 1")) << problems;
  EXPECT_TRUE(problems.contains("`usd` of usage of turn 1 must be a number")) << problems;
  EXPECT_TRUE(problems.contains("`result.when` of turn 1 is a date")) << problems;
}

TEST(ReplayScript, RefusesPathsThatLeaveTheDirectory) {
  for (const char* path : {"/etc/passwd", "../x", "a/../../x", "a/..", ".", "./", ""}) {
    std::string script = std::string("[[turn]]\n[[turn.write]]\npath = \"") + path + "\"\ncontent = \"\"\n";
    EXPECT_TRUE(Problems(script).contains("s.toml:3:8: `path` of write of turn 1")) << path << "\n" << Problems(script);
    script = std::string("[[turn]]\n[[turn.delete]]\npath = \"") + path + "\"\n";
    EXPECT_TRUE(Problems(script).contains("s.toml:3:8: `path` of delete of turn 1")) << path;
  }
  EXPECT_EQ(Problems("[[turn]]\n[[turn.delete]]\npath = \"a..b/...\"\n"), "");
}

TEST(ReplayScript, RefusesTablesThatAreIncompleteOrNoTables) {
  EXPECT_TRUE(Problems("[[turn]]\n[[turn.write]]\npath = \"a\"\n").contains("write of turn 1 has no `content`"));
  EXPECT_TRUE(Problems("[[turn]]\n[[turn.run]]\n").contains("run of turn 1 has no `command`"));
  EXPECT_TRUE(Problems("[[turn]]\nrun = [\"make\"]\n").contains("hint: write [[turn.run]]"));
  EXPECT_TRUE(Problems("turn = [1]\n").contains("turn 1 must be a table"));
  EXPECT_TRUE(Problems("[turn]\nstage = \"x\"\n").contains("a list of tables: [[turn]]"));
  EXPECT_TRUE(Problems("[[turn]]\nfail = \"crash\"\nresult = { a = 1 }\n").contains("has both `fail` and `result`"));
}

TEST(ReplayScript, AnEmptyOrUnreadableScriptIsAProblem) {
  EXPECT_TRUE(Problems("").contains("the script has no turns"));
  EXPECT_TRUE(Problems("[[turn]\n").contains("s.toml:1:"));
  EXPECT_TRUE(Problems("name = \"x\"\n[[turn]]\n").contains("unknown key `name` in the script"));
  EXPECT_FALSE(Problems(std::string("\0\xff\x01", 3)).empty());
}

}  // namespace
}  // namespace forge
