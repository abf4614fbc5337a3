// Recorded streams of the four programs (testdata/NAME.jsonl), in any chunking, give the events and the answer in
// NAME.expected. FORGE_ACCEPT=1 writes those; the table below says what each must mean.
#include "agent/vendors/cli_stream.h"
#include "base/testing/source_dir.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "agent/vendors/cli_program.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/system.h"

namespace forge {
namespace {

const std::string kData = SourceDir() + "/src/agent/vendors/testdata/";

struct Played {
  std::string events;
  AgentAnswer answer;
  bool over = false;
};

struct Ending {
  ProcessEnd end = ProcessEnd::kExited;
  int exit_code = 0;
  std::string err = {};
};

Played Play(const std::string& program, std::string_view stream, std::size_t chunk, const Ending& ending,
            AgentRequest request = {}) {
  Played played;
  request.on_event = [&](const AgentEvent& event) {
    played.events += fmt::format("{}: {}", Name(event.kind), ReplaceAll(event.text, "\n", "\\n"));
    played.events += event.data.is_null() ? "\n" : " " + event.data.Dump() + "\n";
  };
  std::unique_ptr<CliStream> parser = FindCliProgram(program)->stream(request);
  for (std::size_t at = 0; at < stream.size(); at += chunk) parser->Feed(stream.substr(at, chunk));
  played.over = parser->over();
  ProcessResult result;
  result.end = ending.end;
  result.exit_code = ending.exit_code;
  result.err = ending.err;
  played.answer = parser->Finish(result);
  return played;
}

std::string Describe(const Played& played) {
  const AgentAnswer& answer = played.answer;
  std::string text = played.events + "----\n";
  text += fmt::format("text: {}\nusage: {}\nsession: {}\nmodel: {}\nstop: {}\n", ReplaceAll(answer.text, "\n", "\\n"),
                      ToJson(answer.usage).Dump(), answer.session, answer.model, answer.stop_reason);
  for (const LimitState& limit : answer.limits) {
    text += fmt::format("limit: {} {} {}\n", limit.window, limit.used, limit.resets_at.ms);
  }
  if (answer.failed) text += fmt::format("failed: {}: {}\n", Name(answer.error_class), answer.error);
  return text;
}

struct Recording {
  const char* name;
  const char* text;
  const char* error_class;  // empty: success
  Ending ending = {};
};

std::span<const Recording> Recordings() {
  static const Recording cases[] = {
      {"claude-success", "All done.", ""},
      {"claude-two-results", "It ended.", ""},
      {"claude-subagent", "Mine.", ""},
      {"claude-structured", "```json\n{\n  \"ok\": true\n}\n```\n", ""},
      {"claude-rate-limit", "", "rate-limit", {ProcessEnd::kExited, 1}},
      {"claude-overloaded", "", "server", {ProcessEnd::kExited, 1}},
      {"claude-auth", "", "permanent", {ProcessEnd::kExited, 1}},
      {"claude-not-logged-in", "", "permanent", {ProcessEnd::kExited, 1}},
      {"claude-too-long", "", "context-overflow", {ProcessEnd::kExited, 1}},
      {"claude-max-output", "", "context-overflow", {ProcessEnd::kExited, 1}},
      {"claude-refusal", "", "refusal", {ProcessEnd::kExited, 1}},
      {"claude-max-turns", "So far.", "timeout", {ProcessEnd::kExited, 1}},
      {"claude-interrupt", "I was", "unknown"},
      {"claude-limit", "", "quota", {ProcessEnd::kExited, 1}},
      {"claude-terminated", "Half an answ", "unknown", {ProcessEnd::kExited, 143}},
      {"claude-credit", "", "permanent", {ProcessEnd::kExited, 1}},
      {"codex-success", "All done.", ""},
      {"codex-rate-limit", "", "rate-limit", {ProcessEnd::kExited, 1}},
      {"codex-auth", "", "permanent", {ProcessEnd::kExited, 1}},
      {"codex-limit", "", "quota", {ProcessEnd::kExited, 1}},
      {"codex-overflow", "", "context-overflow", {ProcessEnd::kExited, 1}},
      {"codex-cut-off", "", "context-overflow", {ProcessEnd::kExited, 1}},
      {"codex-server", "", "server", {ProcessEnd::kExited, 1}},
      {"codex-refusal", "", "empty"},
      {"codex-interrupt", "I was about", "unknown", {ProcessEnd::kExited, 1}},
      {"codex-bad-config", "", "unknown", {ProcessEnd::kExited, 1, "invalid value"}},
      {"gemini-success", "All done.", ""},
      {"gemini-loop", "again again", "unknown"},
      {"gemini-blocked", "", "empty"},
      {"gemini-api-error", "", "server", {ProcessEnd::kExited, 17}},
      {"gemini-rate-limit", "", "rate-limit", {ProcessEnd::kExited, 173}},
      {"gemini-auth", "", "permanent", {ProcessEnd::kExited, 145}},
      {"gemini-interrupt", "I was", "unknown"},
      {"gemini-no-start", "", "permanent", {ProcessEnd::kExited, 41, "Invalid auth method selected."}},
      {"opencode-success", "All done.", ""},
      {"opencode-rejected", "", "tooling"},
      {"opencode-length", "Once upon", "context-overflow"},
      {"opencode-filter", "", "refusal"},
      {"opencode-auth", "", "permanent", {ProcessEnd::kExited, 1}},
      {"opencode-rate-limit", "", "rate-limit", {ProcessEnd::kExited, 1}},
      {"opencode-overflow", "", "context-overflow", {ProcessEnd::kExited, 1}},
      {"opencode-server", "Half", "server", {ProcessEnd::kExited, 1}},
      {"opencode-endless", "", "stream", {ProcessEnd::kCancelled}},
      {"opencode-interrupt", "I was", "unknown", {ProcessEnd::kSignalled}},
  };
  return cases;
}

std::string ProgramOf(std::string_view name) { return std::string(name.substr(0, name.find('-'))); }
std::string StreamOf(const std::string& name) { return ReadFile(kData + name + ".jsonl").value(); }

TEST(CliStream, EveryRecordedStreamMeansWhatItMust) {
  for (const Recording& c : Recordings()) {
    Played played = Play(ProgramOf(c.name), StreamOf(c.name), 1 << 20, c.ending);
    EXPECT_EQ(played.answer.text, c.text) << c.name;
    EXPECT_EQ(played.answer.failed ? std::string(Name(played.answer.error_class)) : "", c.error_class)
        << c.name << ": " << played.answer.error;
    EXPECT_EQ(played.answer.failed, !played.answer.error.empty()) << c.name;
  }
}

TEST(CliStream, EveryRecordedStreamGivesItsEventsInAnyChunking) {
  const bool accept = Environment("FORGE_ACCEPT").has_value();
  for (const Recording& c : Recordings()) {
    const std::string stream = StreamOf(c.name);
    const std::string whole = Describe(Play(ProgramOf(c.name), stream, stream.size(), c.ending));
    const std::string file = kData + c.name + ".expected";
    if (accept) {
      ASSERT_TRUE(WriteFileAtomic(file, whole));
    }
    EXPECT_EQ(whole, ReadFile(file).value_or("(none)")) << c.name;
    for (std::size_t chunk : {1U, 7U, 4096U}) {
      EXPECT_EQ(Describe(Play(ProgramOf(c.name), stream, chunk, c.ending)), whole) << c.name << " by " << chunk;
    }
  }
}

TEST(CliStream, NoStreamIsRecordedWithoutATest) {
  const std::vector<std::string> files = ListDirectory(kData).value();
  for (const std::string& file : files) {
    if (!file.ends_with(".jsonl")) continue;
    const std::string name = file.substr(0, file.size() - 6);
    EXPECT_TRUE(std::any_of(Recordings().begin(), Recordings().end(), [&](const Recording& c) {
      return name == c.name;
    })) << name;
  }
}

TEST(CliStream, CutAnywhereAStreamNeverBreaksUsAndNeverSucceedsWithoutItsEnd) {
  for (const Recording& c : Recordings()) {
    if (std::string_view(c.error_class) != "" || ProgramOf(c.name) == "opencode") continue;
    const std::string stream = StreamOf(c.name);
    const std::size_t last = stream.rfind('\n', stream.size() - 2);
    for (std::size_t size = 0; size < stream.size(); size += 13) {
      Played played = Play(ProgramOf(c.name), stream.substr(0, size), 512, {ProcessEnd::kSignalled});
      const bool ended_before = size >= last || std::string_view(c.name) == "claude-two-results";
      EXPECT_TRUE(played.answer.failed || ended_before) << c.name << " at " << size;
    }
  }
}

TEST(CliStream, GarbageIsANoticeAndNotTheEnd) {
  std::string stream = "Warning: something\n{\"type\":\n\xff\xfe\x00garbage\n[1,2]\n";
  stream += std::string(3000, '[') + "\n{\"type\":5,\"message\":[]}\n" + StreamOf("claude-success");
  Played played = Play("claude", stream, 100, {});
  EXPECT_FALSE(played.answer.failed) << played.answer.error;
  EXPECT_EQ(played.answer.text, "All done.");
  EXPECT_NE(played.events.find("notice: Warning: something"), std::string::npos) << played.events;
}

TEST(CliStream, AHugeLineIsPassedOverInBoundedMemory) {
  AgentRequest request;
  std::string notices;
  request.on_event = [&](const AgentEvent& event) {
    if (event.kind == AgentEvent::Kind::kNotice) notices += event.text + "\n";
  };
  auto parser = FindCliProgram("codex")->stream(request);
  const std::string chunk(std::size_t{1} << 20, 'x');
  for (int i = 0; i < 40; ++i) parser->Feed(chunk);
  parser->Feed("\n" + StreamOf("codex-success"));
  EXPECT_EQ(parser->Finish({}).text, "All done.");
  EXPECT_NE(notices.find("skipped a line of 41943040 bytes"), std::string::npos) << notices;
}

TEST(CliStream, CountersThatGoOnWithASessionAreCountedOnce) {
  AgentRequest request;
  request.session = "s";
  request.session_usage = {
      .input_tokens = 200, .output_tokens = 30, .cache_read_tokens = 500, .cache_write_tokens = 0, .usd = 0.2};
  // Codex: tokens of the whole thread.
  Usage codex = Play("codex", StreamOf("codex-success"), 4096, {}, request).answer.usage;
  EXPECT_EQ(codex.input_tokens, 100);
  EXPECT_EQ(codex.output_tokens, 20);
  EXPECT_EQ(codex.cache_read_tokens, 100);
  EXPECT_EQ(codex.cache_write_tokens, 100);
  // Claude: the cost of the whole session, the tokens of this run.
  Usage claude = Play("claude", StreamOf("claude-success"), 4096, {}, request).answer.usage;
  EXPECT_EQ(claude.input_tokens, 150);
  EXPECT_NEAR(claude.usd, 0.05, 1e-9);
  // And a session that began anew in spite of its name.
  request.session_usage.usd = 9;
  EXPECT_NEAR(Play("claude", StreamOf("claude-success"), 4096, {}, request).answer.usage.usd, 0.25, 1e-9);
}

TEST(CliStream, TwoResultsAreOneAnswerWithBothUsages) {
  Usage usage = Play("claude", StreamOf("claude-two-results"), 4096, {}).answer.usage;
  EXPECT_EQ(usage.input_tokens, 300);
  EXPECT_NEAR(usage.usd, 0.31, 1e-9);
}

TEST(CliStream, AUsedUpWindowSaysWhenItResets) {
  AgentAnswer answer = Play("claude", StreamOf("claude-limit"), 4096, {ProcessEnd::kExited, 1}).answer;
  EXPECT_EQ(answer.retry_at.ms, 1900000000000);
  ASSERT_EQ(answer.limits.size(), 2U);
  EXPECT_EQ(answer.limits[1], (LimitState{"seven_day", 0.4, {1900500000000}}));
}

TEST(CliStream, TooManyTurnsEndTheProgram) {
  AgentRequest request;
  request.max_turns = 1;
  for (const char* name : {"claude-success", "codex-success", "gemini-success", "opencode-success"}) {
    Played played = Play(ProgramOf(name), StreamOf(name), 64, {ProcessEnd::kCancelled}, request);
    EXPECT_TRUE(played.over) << name;
    EXPECT_EQ(played.answer.error_class, ErrorClass::kTimeout) << name;
    EXPECT_NE(played.answer.error.find("turns"), std::string::npos) << played.answer.error;
  }
}

TEST(CliStream, ADeadlineKeepsTheTextAndSaysWhichOneActed) {
  AgentRequest request;
  request.deadlines = {.wall_ms = 60'000, .start_ms = 0, .first_event_ms = 5'000, .silence_ms = 30'000};
  const std::string half = StreamOf("claude-terminated");
  Played wall = Play("claude", half, 64, {ProcessEnd::kTimedOut}, request);
  EXPECT_EQ(wall.answer.text, "Half an answ");
  EXPECT_EQ(wall.answer.error, "no answer within 1m00s");
  EXPECT_EQ(Play("claude", half, 64, {ProcessEnd::kSilent}, request).answer.error,
            "no output and no change in its workspace for 30.0s");
  EXPECT_EQ(Play("claude", "", 64, {ProcessEnd::kNoFirstOutput}, request).answer.error, "no output within 5.0s");
  EXPECT_EQ(Play("claude", half, 64, {ProcessEnd::kCancelled}, request).answer.error_class, ErrorClass::kCancelled);
}

TEST(CliStream, WhoLingersAfterItsLastWordHasAnswered) {
  Played late = Play("codex", StreamOf("codex-success"), 64, {ProcessEnd::kTimedOut});
  EXPECT_FALSE(late.answer.failed) << late.answer.error;
  Played stopped = Play("codex", StreamOf("codex-success"), 64, {ProcessEnd::kCancelled});
  EXPECT_EQ(stopped.answer.error_class, ErrorClass::kCancelled);
}

TEST(CliStream, GeminisSuccessIsDoubtedWhenItsLogSpeaksOfAFilterOrALimit) {
  const std::string stream = StreamOf("gemini-success");
  EXPECT_EQ(Play("gemini", stream, 64, {ProcessEnd::kExited, 0, "finishReason: SAFETY"}).answer.error_class,
            ErrorClass::kRefusal);
  EXPECT_EQ(Play("gemini", stream, 64, {ProcessEnd::kExited, 0, "stopped: MAX_TOKENS"}).answer.error_class,
            ErrorClass::kContextOverflow);
}

TEST(CliStream, GeminisExitCodesAreStatuses) {
  const std::map<int, ErrorClass> classes = {
      {144, ErrorClass::kPermanent}, {145, ErrorClass::kPermanent}, {147, ErrorClass::kPermanent},
      {173, ErrorClass::kRateLimit}, {244, ErrorClass::kServer},    {17, ErrorClass::kServer},
      {41, ErrorClass::kPermanent},  {53, ErrorClass::kTimeout},    {55, ErrorClass::kPermanent}};
  for (const auto& [code, error_class] : classes) {
    EXPECT_EQ(Play("gemini", "", 64, {ProcessEnd::kExited, code, "it failed"}).answer.error_class, error_class) << code;
  }
}

}  // namespace
}  // namespace forge
