// The ACP client against a scripted agent: a shell script that reads our messages and answers as its case says, with
// every fault that a real one can have.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "agent/acp/acp_runtime.h"
#include "agent/vendors/installed.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

// next: reads a message of ours. say: writes a line. result, error: answer the last request. update: reports something.
// permit KIND PATH: asks for permission. open: answers until the prompt has come.
constexpr std::string_view kAcpWords = R"(#!/bin/sh
log=$(dirname "$0")/log
next() { IFS= read -r line || exit 0; printf '%s\n' "$line" >>"$log"; id=${line#*'"id":'}; id=${id%%[,\}]*}; }
say() { printf '%s\n' "$1"; }
result() { say '{"jsonrpc":"2.0","id":'"$id"',"result":'"$1"'}'; }
error() { say '{"jsonrpc":"2.0","id":'"$id"',"error":'"$1"'}'; }
update() { say '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":'"$1"'}}'; }
text() { update '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"'"$1"'"}}'; }
ask() { say '{"jsonrpc":"2.0","id":'"$1"',"method":"'"$2"'","params":'"$3"'}'; prompt=$id; next; id=$prompt; }
permit() {
  ask 0 session/request_permission '{"sessionId":"s1","options":[{"optionId":"yes","kind":"allow_once"},{"optionId":"no","kind":"reject_once"}],"toolCall":{"toolCallId":"t1","title":"Write","kind":"'"$1"'","locations":[{"path":"'"$2"'"}]}}'
}
greet() { next; result '{"protocolVersion":1,"agentCapabilities":{"loadSession":true,"mcpCapabilities":{"http":true}},"authMethods":[]}'; }
open() { greet; next; result '{"sessionId":"s1"}'; next; }
end() { result '{"stopReason":"'"${1:-end_turn}"'","usage":{"inputTokens":10,"outputTokens":4,"cachedReadTokens":3,"totalTokens":17}}'; }
)";

class AcpRuntimeTest : public ::testing::Test {
 protected:
  AcpRuntimeTest() {
    EXPECT_TRUE(MakeDirectories(base_ / "work"));
    request_.prompt = "the prompt";
    request_.cwd = base_ / "work";
    request_.may_write = true;
    request_.deadlines.wall_ms = 60'000;
    request_.on_event = [this](const AgentEvent& event) {
      events_ += std::string(Name(event.kind)) + "|" + event.text + "|" + event.data.Dump() + "\n";
    };
  }

  AgentAnswer Ask(const std::string& script, std::stop_token stop = {}) {
    const std::string program = base_ / "agent";
    EXPECT_TRUE(WriteFileAtomic(program, std::string(kAcpWords) + script, true));
    auto runtime = MakeAcpRuntime(program, {"/", "", WholeEnvironment()});
    EXPECT_TRUE(runtime);
    return (*runtime)->Ask(request_, stop);
  }
  // What the agent got from us.
  std::string Log() const { return ReadFile(base_ / "log").value_or(""); }
  bool Got(std::string_view text) const { return Log().find(text) != std::string::npos; }
  bool Told(std::string_view text) const { return events_.find(text) != std::string::npos; }

  TempDirectory base_;
  AgentRequest request_;
  std::string events_;
};

TEST_F(AcpRuntimeTest, ATurnIsAnAnswerWithTextUsageAndSession) {
  const AgentAnswer answer = Ask("open; text 'Hel'; text 'lo.'; end");
  EXPECT_FALSE(answer.failed) << answer.error;
  EXPECT_EQ(answer.text, "Hello.");
  EXPECT_EQ(answer.session, "s1");
  EXPECT_EQ(answer.stop_reason, "end_turn");
  EXPECT_EQ(ToJson(answer.usage).Dump(), R"({"input_tokens":10,"output_tokens":4,"cache_read_tokens":3})");
  EXPECT_TRUE(Got(
      R"("method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":true},"terminal":true})"));
  EXPECT_TRUE(Got(R"("prompt":[{"type":"text","text":"the prompt"}])")) << Log();
  EXPECT_TRUE(Got("\"cwd\":\"" + request_.cwd + "\""));
}

TEST_F(AcpRuntimeTest, PermissionIsAnsweredByTheRole) {
  const std::string script = "open; permit edit $PWD/a.c; text done; end";
  EXPECT_FALSE(Ask(script).failed);
  EXPECT_TRUE(Got(R"({"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}})")) << Log();
  EXPECT_TRUE(Told("tool-call|Edit|{\"file_path\":\"" + request_.cwd + "/a.c\"}")) << events_;
  EXPECT_FALSE(Told("refused"));

  (void)RemoveFile(base_ / "log");
  request_.may_write = false;
  EXPECT_FALSE(Ask(script).failed);
  EXPECT_TRUE(Got(R"("optionId":"no")")) << Log();
  EXPECT_TRUE(Told("notice|refused: Write: the role may not change files")) << events_;
  EXPECT_TRUE(Got(R"("terminal":false)"));
}

TEST_F(AcpRuntimeTest, FilesAreConfinedToTheWorkspace) {
  ASSERT_TRUE(WriteFileAtomic(base_ / "work/in.txt", "one\ntwo\nthree\n"));
  ASSERT_TRUE(WriteFileAtomic(base_ / "secret", "sesame"));
  ASSERT_TRUE(MakeSymlink(base_ / "secret", base_ / "work/link"));
  const AgentAnswer answer = Ask(R"(open
ask 10 fs/read_text_file '{"sessionId":"s1","path":"'$PWD'/in.txt","line":2,"limit":1}'
ask 11 fs/read_text_file '{"sessionId":"s1","path":"'$PWD'/../secret"}'
ask 12 fs/read_text_file '{"sessionId":"s1","path":"'$PWD'/link"}'
ask 13 fs/read_text_file '{"sessionId":"s1","path":"'$PWD'/none"}'
ask 14 fs/write_text_file '{"sessionId":"s1","path":"'$PWD'/new/out.txt","content":"hi"}'
ask 15 fs/write_text_file '{"sessionId":"s1","path":"'$PWD'/../out.txt","content":"hi"}'
ask 16 fs/write_text_file '{"sessionId":"s1","path":"'$PWD'/.git/hooks/x","content":"hi"}'
ask '"x"' fs/delete '{}'
end)");
  EXPECT_FALSE(answer.failed) << answer.error;
  EXPECT_TRUE(Got(R"("id":10,"result":{"content":"two\n"})")) << Log();
  for (int id : {11, 12, 15, 16}) EXPECT_TRUE(Got(fmt::format("\"id\":{},\"error\":{{\"code\":-32602", id))) << Log();
  EXPECT_TRUE(Got(R"("id":13,"error":{"code":-32002)")) << Log();
  EXPECT_TRUE(Got(R"("id":"x","error":{"code":-32601)")) << Log();
  EXPECT_FALSE(Got("sesame"));
  EXPECT_EQ(ReadFile(base_ / "work/new/out.txt").value_or(""), "hi");
  EXPECT_FALSE(Exists(base_ / "out.txt"));

  request_.may_write = false;
  (void)Ask(R"(open; ask 17 fs/write_text_file '{"path":"'$PWD'/b","content":"x"}'; end)");
  EXPECT_TRUE(Got(R"("id":17,"error":{"code":-32602,"message":"the role may not change files"})")) << Log();
  EXPECT_FALSE(Exists(base_ / "work/b"));
}

TEST_F(AcpRuntimeTest, TerminalsRunInTheWorkspaceAndEndWithTheUnit) {
  const AgentAnswer answer = Ask(R"(open
ask 20 terminal/create '{"sessionId":"s1","command":"pwd; echo $WORD; exit 3","env":[{"name":"WORD","value":"sesame"}]}'
ask 21 terminal/wait_for_exit '{"terminalId":"terminal-1"}'
ask 22 terminal/output '{"terminalId":"terminal-1"}'
ask 23 terminal/create '{"command":"printf","args":["%s","1234567890"],"outputByteLimit":4}'
ask 24 terminal/wait_for_exit '{"terminalId":"terminal-2"}'
ask 25 terminal/output '{"terminalId":"terminal-2"}'
ask 26 terminal/create '{"command":"sleep 1000"}'
ask 27 terminal/kill '{"terminalId":"terminal-3"}'
ask 28 terminal/wait_for_exit '{"terminalId":"terminal-3"}'
ask 29 terminal/create '{"command":"true","cwd":"/"}'
ask 30 terminal/create '{"command":"echo $$ >pid; echo up; exec sleep 1000"}'
until [ -s pid ]; do :; done
ask 31 terminal/output '{"terminalId":"terminal-9"}'
end)");
  EXPECT_FALSE(answer.failed) << answer.error;
  EXPECT_TRUE(Got(R"("id":21,"result":{"exitCode":3,"signal":null})")) << Log();
  EXPECT_TRUE(Got("\"output\":\"" + request_.cwd + "\\nsesame\\n\",\"truncated\":false")) << Log();
  EXPECT_TRUE(Got(R"("id":25,"result":{"output":"7890","truncated":true)")) << Log();
  EXPECT_TRUE(Got(R"("id":28,"result":{"exitCode":null,"signal":"SIGTERM"})")) << Log();
  EXPECT_TRUE(Got("\"id\":29,\"error\"")) << Log();
  EXPECT_TRUE(Got(R"("id":31,"error":{"code":-32002)")) << Log();
  const auto pid = ParseInt(Trim(ReadFile(base_ / "work/pid").value_or("")));
  ASSERT_TRUE(pid);
  EXPECT_FALSE(FindProcess(*pid));
}

TEST_F(AcpRuntimeTest, ASessionGoesOnOrANewOneBegins) {
  request_.session = "old";
  EXPECT_EQ(
      Ask("greet; next; text past; result '{}'; next; say "
          R"('{"method":"session/update","params":{"sessionId":"old","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"now"}}}}'; end)")
          .text,
      "now");
  EXPECT_TRUE(Got(R"("method":"session/load","params":{"sessionId":"old")")) << Log();
  EXPECT_FALSE(Got("session/new"));
  // As gemini does: it goes on with the past after its answer.
  const std::string old =
      R"('{"method":"session/update","params":{"sessionId":"old","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"TEXT"}}}}')";
  EXPECT_EQ(Ask("greet; next; result '{}'; say " + ReplaceAll(old, "TEXT", "past") + "; next; say " +
                ReplaceAll(old, "TEXT", "now") + "; end")
                .text,
            "now");

  const AgentAnswer fresh = Ask(
      R"(greet; next; error '{"code":-32002,"message":"no such session"}'; next; result '{"sessionId":"s1"}'; next; text hi; end)");
  EXPECT_EQ(fresh.session, "s1") << fresh.error;
  EXPECT_TRUE(Told("continuing without the earlier conversation: no such session")) << events_;
}

TEST_F(AcpRuntimeTest, ModelModeAndServersAreHandedOver) {
  request_.model = "opus";
  McpServerSpec box, web, none;
  box.name = "box";
  box.command = {"sh", "-c", "true"};
  box.env = {{"KEY", "sesame"}};
  web.name = "web";
  web.url = "http://localhost:1/mcp";
  web.headers = {{"X-A", "b"}};
  none.name = "none";
  none.command = {"no-such-program-at-all"};
  request_.servers = {box, web, none};
  const AgentAnswer answer = Ask(R"(
session='{"sessionId":"s1","models":{"currentModelId":"sonnet","availableModels":[{"modelId":"sonnet"},{"modelId":"opus"}]}}'
greet; next; result "$session"; next; result '{}'; next; text hi; end)");
  EXPECT_EQ(answer.model, "opus") << answer.error;
  EXPECT_TRUE(Got(R"("method":"session/set_model","params":{"modelId":"opus","sessionId":"s1"})")) << Log();
  EXPECT_TRUE(Got(R"("args":["-c","true"],"env":[{"name":"KEY","value":"sesame"}])")) << Log();
  EXPECT_TRUE(
      Got(R"({"type":"http","name":"web","url":"http://localhost:1/mcp","headers":[{"name":"X-A","value":"b"}]})"))
      << Log();
  EXPECT_TRUE(Told("without the MCP server `none`")) << events_;
}

TEST_F(AcpRuntimeTest, SilenceEndsAtADeadlineThatSaysWhere) {
  request_.deadlines.first_event_ms = 300;
  const struct {
    const char* script;
    const char* says;
  } cases[] = {
      {"next; next", "no answer to `initialize` within 300ms"},
      {"greet; next; next", "no session within 300ms"},
      // As an adapter that retries a refused key and tells no one.
      {"open; update '{\"sessionUpdate\":\"available_commands_update\"}'; next", "no sign of work within 300ms"}};
  for (const auto& one : cases) {
    const AgentAnswer answer = Ask(one.script);
    EXPECT_EQ(answer.error_class, ErrorClass::kTimeout) << one.script;
    EXPECT_TRUE(answer.error.starts_with(one.says)) << answer.error;
  }
  // After the first sign of work only the engine's own deadlines count.
  request_.deadlines.silence_ms = 400;
  const AgentAnswer silent = Ask("open; text working; next");
  EXPECT_EQ(silent.error_class, ErrorClass::kTimeout);
  EXPECT_TRUE(silent.error.starts_with("no output and no change")) << silent.error;
  EXPECT_EQ(silent.text, "working");
}

TEST_F(AcpRuntimeTest, WhatIsNoAgentOfOurVersionSaysHowToGetOne) {
  const struct {
    const char* script;
    const char* says;
  } cases[] = {
      {"next; result '{\"protocolVersion\":2}'", "it speaks version 2 of ACP and Forge speaks version 1\n  hint: "},
      {"next; result '{}'", "it did not answer `initialize` as an ACP agent does\n  hint: "},
      {"exec cat", "it did not answer `initialize`"},
      {"exit 0", "it ended at once\n  hint: "},
      {"echo unknown option >&2; exit 2", "exit 2: unknown option\n  hint: "},
      {"greet; next; result '{}'", "`session/new` gave no session\n  hint: "}};
  for (const auto& one : cases) {
    const AgentAnswer answer = Ask(one.script);
    EXPECT_TRUE(answer.failed);
    EXPECT_EQ(answer.error_class, ErrorClass::kTooling) << one.script << ": " << answer.error;
    EXPECT_TRUE(answer.error.starts_with(one.says)) << answer.error;
  }
}

TEST_F(AcpRuntimeTest, DeathInTheMiddleKeepsWhatWasSaid) {
  AgentAnswer answer = Ask("open; text half; exit 0");
  EXPECT_TRUE(answer.failed);
  EXPECT_EQ(answer.error, "it ended before the turn did");
  EXPECT_EQ(answer.text, "half");
  EXPECT_GT(answer.usage.output_tokens + answer.usage.input_tokens, 0);
  EXPECT_TRUE(Told("the usage is estimated")) << events_;
  answer = Ask("open; text half; kill -9 $$");
  EXPECT_TRUE(answer.error.starts_with("crashed with signal 9")) << answer.error;
  answer = Ask("open; echo 'Error: 429 Too Many Requests' >&2; exit 1");
  EXPECT_EQ(answer.error_class, ErrorClass::kRateLimit) << answer.error;
}

TEST_F(AcpRuntimeTest, GarbageBetweenMessagesIsSkippedAndTold) {
  const AgentAnswer answer = Ask(
      R"(echo 'Welcome!'; open; say '{"jsonrpc":'; say '[]'; say '{"id":99,"result":{}}'; say '{"id":null,"method":5}'
update 7; say '{"jsonrpc":"2.0","method":"session/update"}'
head -c 34000000 /dev/zero | tr '\0' x; echo; text fine; end)");
  EXPECT_FALSE(answer.failed) << answer.error;
  EXPECT_EQ(answer.text, "fine");
  EXPECT_TRUE(Told("notice|Welcome!")) << events_.substr(0, 2000);
  EXPECT_TRUE(Told("skipped a line of 34000000 bytes")) << events_.substr(0, 2000);
}

TEST_F(AcpRuntimeTest, ErrorsAndRefusalsAreClassed) {
  AgentAnswer answer = Ask(R"(open; error '{"code":401,"message":"invalid x-api-key"}')");
  EXPECT_EQ(answer.error_class, ErrorClass::kPermanent) << answer.error;
  answer = Ask(R"(greet; next; error '{"code":-32000,"message":"Authentication required"}')");
  EXPECT_EQ(answer.error_class, ErrorClass::kPermanent);
  EXPECT_NE(answer.error.find("hint: log in: "), std::string::npos) << answer.error;
  answer = Ask("open; text no; end refusal");
  EXPECT_EQ(answer.error_class, ErrorClass::kRefusal);
  EXPECT_EQ(answer.text, "no");
}

TEST_F(AcpRuntimeTest, AStopIsACancelAndThenTheEndOfTheTree) {
  std::stop_source stop;
  request_.on_event = [&](const AgentEvent& event) {
    if (event.kind == AgentEvent::Kind::kText) stop.request_stop();
  };
  AgentAnswer answer = Ask("open; prompt=$id; text working; next; id=$prompt; end cancelled", stop.get_token());
  EXPECT_EQ(answer.error_class, ErrorClass::kCancelled);
  EXPECT_TRUE(Got(R"("method":"session/cancel","params":{"sessionId":"s1"})")) << Log();
  EXPECT_EQ(answer.usage.output_tokens, 4) << "it told what the turn cost";
  EXPECT_EQ(answer.text, "working");

  // One that does not answer, ignores the end of its input and leaves a process behind.
  stop = {};
  (void)RemoveFile(base_ / "log");
  answer =
      Ask("trap '' TERM; open; sh -c 'echo $$ >pid; exec sleep 1000' & until [ -s pid ]; do :; done; text "
          "working; exec sleep 1000",
          stop.get_token());
  EXPECT_EQ(answer.error_class, ErrorClass::kCancelled) << answer.error;
  const auto pid = ParseInt(Trim(ReadFile(base_ / "work/pid").value_or("")));
  ASSERT_TRUE(pid);
  EXPECT_FALSE(FindProcess(*pid));
}

// What it says comes faster than we can take it: there is no moment in which nothing comes.
TEST_F(AcpRuntimeTest, AnAgentThatNeverStopsTalkingIsStoppedAllTheSame) {
  const std::string talk = "exec yes '{\"jsonrpc\":\"2.0\",\"method\":\"session/update\"}'";
  const std::string ask = "exec yes '{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"none\"}'";  // and reads no answer
  std::stop_source stop;
  request_.on_event = [&](const AgentEvent& event) {
    if (event.kind == AgentEvent::Kind::kText) stop.request_stop();
  };
  std::int64_t began = SteadyMs();
  AgentAnswer answer = Ask("open; text working; " + ask, stop.get_token());
  EXPECT_EQ(answer.error_class, ErrorClass::kCancelled) << answer.error;
  EXPECT_LT(SteadyMs() - began, request_.deadlines.wall_ms / 2);
  // The same before the turn has begun.
  request_.deadlines.first_event_ms = 300;
  began = SteadyMs();
  answer = Ask("greet; " + talk);
  EXPECT_EQ(answer.error_class, ErrorClass::kTimeout) << answer.error;
  EXPECT_TRUE(answer.error.starts_with("no session within 300ms")) << answer.error;
  EXPECT_LT(SteadyMs() - began, request_.deadlines.wall_ms / 2);
}

// As a program with one thread: it reads our answer only after it has said everything.
TEST_F(AcpRuntimeTest, AnAgentThatTalksBeforeItReadsGetsALongAnswer) {
  constexpr int kChunks = 30'000;
  constexpr std::size_t kBytes = 1'600'000;
  ASSERT_TRUE(WriteFileAtomic(base_ / "work/big.txt", std::string(kBytes, 'x')));
  request_.deadlines.wall_ms = 20'000;
  const AgentAnswer answer = Ask(fmt::format(
      R"sh(open; prompt=$id
say '{{"jsonrpc":"2.0","id":900,"method":"fs/read_text_file","params":{{"sessionId":"s1","path":"'$PWD'/big.txt"}}}}'
yes "$(text .)" | head -n {}
head -n 1 >>"$log"; id=$prompt; end)sh",
      kChunks));
  EXPECT_FALSE(answer.failed) << answer.error;
  EXPECT_EQ(answer.text.size(), std::size_t{kChunks});
  EXPECT_GT(Log().size(), kBytes);
}

TEST_F(AcpRuntimeTest, AnAgentThatCannotHearUsFailsItsTurnAtOnce) {
  const std::int64_t began = SteadyMs();
  const AgentAnswer answer =
      Ask("open; text working; exec <&-; say '{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"none\"}'; exec sleep 1000");
  EXPECT_EQ(answer.error_class, ErrorClass::kStream);
  EXPECT_TRUE(answer.error.starts_with("it does not read what Forge sends")) << answer.error;
  EXPECT_EQ(answer.text, "working");
  EXPECT_LT(SteadyMs() - began, request_.deadlines.wall_ms / 2);
}

TEST_F(AcpRuntimeTest, AStopDoesNotWaitForAnAgentThatDoesNotRead) {
  ASSERT_TRUE(WriteFileAtomic(base_ / "work/big.txt", std::string(1'600'000, 'x')));
  std::stop_source stop;
  request_.on_event = [&](const AgentEvent& event) {
    if (event.kind == AgentEvent::Kind::kText) stop.request_stop();
  };
  const std::int64_t began = SteadyMs();
  const AgentAnswer answer = Ask(
      R"(open
say '{"jsonrpc":"2.0","id":900,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"'$PWD'/big.txt"}}'
text working; exec sleep 1000)",
      stop.get_token());
  EXPECT_EQ(answer.error_class, ErrorClass::kCancelled) << answer.error;
  EXPECT_LT(SteadyMs() - began, 9000);
}

// Its first answer uses up the share: the tool that follows would lead to another.
constexpr std::string_view kAcpWork = R"(open; prompt=$id; text working
update '{"sessionUpdate":"usage_update","used":900,"size":2000}'
update '{"sessionUpdate":"tool_call","toolCallId":"t1","kind":"execute","title":"make","rawInput":{"command":"make"}}'
update '{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}'
)";

TEST_F(AcpRuntimeTest, AShareThatIsUsedUpEndsTheTurnInside) {
  request_.on_spent = [](const Usage& total, const std::string&) {
    return total.tokens() >= 900 ? std::optional<std::string>("used up") : std::nullopt;
  };
  AgentAnswer answer = Ask(std::string(kAcpWork) + "next; id=$prompt; result '{\"stopReason\":\"cancelled\"}'");
  EXPECT_EQ(answer.error_class, ErrorClass::kBudget) << answer.error;
  EXPECT_EQ(answer.error, "used up");
  EXPECT_EQ(answer.text, "working");
  EXPECT_EQ(answer.session, "s1");
  EXPECT_EQ(answer.usage.tokens(), 900);
  EXPECT_TRUE(Got(R"("method":"session/cancel","params":{"sessionId":"s1"})")) << Log();
  // One that does not mind is ended.
  answer = Ask("trap '' TERM; " + std::string(kAcpWork) + "exec sleep 1000");
  EXPECT_EQ(answer.error_class, ErrorClass::kBudget) << answer.error;
}

TEST_F(AcpRuntimeTest, ALastAnswerThatUsesUpTheShareCounts) {
  request_.on_spent = [](const Usage&, const std::string&) { return std::optional<std::string>("used up"); };
  const AgentAnswer answer = Ask("open; update '{\"sessionUpdate\":\"usage_update\",\"used\":900}'; text done; end");
  EXPECT_FALSE(answer.failed) << answer.error;
  EXPECT_FALSE(Got("session/cancel"));
}

TEST(AcpRuntime, AMissingProgramSaysHowToInstallIt) {
  const auto missing = MakeRuntime("acp:gemini", {"/", "", {{"PATH", "/nowhere"}}});
  ASSERT_FALSE(missing);
  EXPECT_EQ(Describe(missing.error()),
            "the ACP agent gemini was not found on PATH\n  hint: npm install -g @google/gemini-cli, or give its path: "
            "acp:PATH");
  const auto unknown = MakeRuntime("acp:./none --acp", {"/base", "", {}});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "the ACP agent /base/./none does not exist or is not executable");
  EXPECT_FALSE(CheckAgentSpec("acp"));
  EXPECT_TRUE(CheckAgentSpec("acp:gemini"));
  EXPECT_TRUE(UsesServers("acp:gemini"));
  const std::vector<ListedRuntime> all = ListRuntimes({"/", "", {{"PATH", "/nowhere"}}});
  const auto listed = std::ranges::find(all, "acp:opencode", &ListedRuntime::name);
  ASSERT_NE(listed, all.end());
  EXPECT_EQ(listed->install, "npm install -g opencode-ai");
}

}  // namespace
}  // namespace forge
