#include "agent/replay/replay.h"

#include <gtest/gtest.h>

#include <string>

#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

AgentRequest RequestIn(const std::string& cwd, std::int64_t unit, const std::string& stage) {
  AgentRequest request;
  request.label.run = {1};
  request.label.unit = {unit};
  request.label.pipeline = "p";
  request.label.stage = stage;
  request.cwd = cwd;
  return request;
}

void FillWorkspace(const TempDirectory& work) {
  ASSERT_TRUE(WriteFileAtomic(work / "old.txt", "old"));
  ASSERT_TRUE(WriteFileAtomic(work / "gone.txt", "gone"));
  ASSERT_TRUE(WriteFileAtomic(work / "same.txt", "same"));
}

TEST(Record, WhatACommandAnsweredAndDidIsPlayedAgain) {
  TempDirectory base, first, second;
  FillWorkspace(first);
  FillWorkspace(second);
  const std::string line =
      "case $FORGE_STAGE in make) mkdir -p a/b; printf 'one\\ntwo \"\"\" \\\\ \\t three\\n' > a/b/new.sh; "
      "chmod +x a/b/new.sh; echo new > old.txt; rm gone.txt; head -c 100000 /dev/zero > zeros.bin; "
      "mkdir -p .git node_modules; echo x > .git/x; echo y > node_modules/y; echo 'It is \"made\".'; echo; "
      "echo 'FORGE-USAGE {\"input_tokens\": 12, \"output_tokens\": 3, \"usd\": 0.5}';; "
      "*) echo '429 Too Many Requests, retry after 30s' >&2; exit 1;; esac";
  const std::string spec = "record:script.toml:command:" + line;
  auto recorder = MakeRuntime(spec, {base.path(), "", {}}).value();
  EXPECT_EQ(recorder->name(), "command");
  AgentAnswer made = recorder->Ask(RequestIn(first.path(), 1, "make"), {});
  AgentAnswer failed = recorder->Ask(RequestIn(first.path(), 2, "other"), {});
  ASSERT_FALSE(made.failed) << made.error;
  ASSERT_TRUE(failed.failed);

  const std::string script = ReadFile(base / "script.toml").value();
  auto player = MakeRuntime("replay:script.toml", {base.path(), "", {}});
  ASSERT_TRUE(player) << Describe(player.error()) << script;
  AgentAnswer again = (*player)->Ask(RequestIn(second.path(), 1, "make"), {});
  EXPECT_FALSE(again.failed) << again.error;
  EXPECT_EQ(again.text, made.text);
  EXPECT_EQ(again.usage, made.usage);
  for (const char* file : {"a/b/new.sh", "old.txt", "same.txt", "zeros.bin"}) {
    EXPECT_EQ(ReadFile(second / file).value_or("(none)"), ReadFile(first / file).value()) << file;
  }
  EXPECT_FALSE(Exists(second / "gone.txt"));
  EXPECT_FALSE(Exists(second / ".git"));
  EXPECT_FALSE(Exists(second / "node_modules"));
  AgentAnswer failed_again = (*player)->Ask(RequestIn(second.path(), 2, "other"), {});
  EXPECT_TRUE(failed_again.failed);
  EXPECT_EQ(failed_again.error_class, failed.error_class);
  EXPECT_EQ(failed_again.error, failed.error);
  EXPECT_GT(failed_again.retry_at.ms, 0);
}

TEST(Record, EveryTurnReadsBackAsItWas) {
  ReplayTurn turn;
  turn.stage = "a \"b\" \\c";
  turn.step = "";
  turn.iteration = 3;
  turn.text = "\nline\n\n\"\"\"\" \\u0041 \x01 tab\t end \"";
  turn.fail = ReplayFail::kServer;
  turn.usage = {.input_tokens = 1, .output_tokens = 2, .cache_read_tokens = 3, .cache_write_tokens = 4, .usd = 0.25};
  turn.writes = {{"x y/ä.txt", "\n\nmany\nlines\\\n", true}, {"empty", "", false}};
  turn.deletes = {"it's gone"};
  turn.runs = {"printf 'a\nb'"};
  ParsedReplayScript parsed = ParseReplayScript(FormatTurn(turn, {"big\nfile"}), "f");
  ASSERT_TRUE(parsed.problems.empty()) << Describe(parsed.problems[0]) << FormatTurn(turn, {});
  ASSERT_EQ(parsed.script.turns.size(), 1U);
  const ReplayTurn& back = parsed.script.turns[0];
  EXPECT_EQ(back.stage, turn.stage);
  EXPECT_EQ(back.step, turn.step);
  EXPECT_EQ(back.role, std::nullopt);
  EXPECT_EQ(back.iteration, turn.iteration);
  EXPECT_EQ(back.text, turn.text);
  EXPECT_EQ(back.fail, turn.fail);
  EXPECT_EQ(back.usage, turn.usage);
  EXPECT_EQ(back.deletes, turn.deletes);
  EXPECT_EQ(back.runs, turn.runs);
  ASSERT_EQ(back.writes.size(), 2U);
  EXPECT_EQ(back.writes[0].path, turn.writes[0].path);
  EXPECT_EQ(back.writes[0].content, turn.writes[0].content);
  EXPECT_TRUE(back.writes[0].executable);
}

TEST(Record, SaysWhatItNeedsBeforeAnythingStarts) {
  for (const char* spec : {"record:", "record:file", "record::command:true", "record:file:"}) {
    auto runtime = MakeRuntime(spec, {"/tmp", "", {}});
    ASSERT_FALSE(runtime) << spec;
    EXPECT_NE(runtime.error().hint.find("record:FILE:SPEC"), std::string::npos);
  }
  EXPECT_FALSE(MakeRuntime("record:f.toml:nonsense", {"/tmp", "", {}}));
  EXPECT_FALSE(MakeRuntime("record:/proc/none/f.toml:command:true", {"/tmp", "", {}}));
}

}  // namespace
}  // namespace forge
