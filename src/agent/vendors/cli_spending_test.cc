// What the streams of the programs tell of their usage, and where a program is stopped for it.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "agent/vendors/cli_program.h"
#include "agent/vendors/cli_stream.h"
#include "agent/vendors/command_runtime.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

struct Spent {
  AgentAnswer answer;
  bool over = false;
  std::string notices;
};

// `session`: what the program adds to its own record before it prints the stream.
Spent PlaySpending(const std::string& program, const std::string& session, const std::string& stream,
                   std::int64_t tokens, const ProcessResult& ended = {}) {
  Spent spent;
  AgentRequest request;
  request.on_event = [&](const AgentEvent& event) {
    if (event.kind == AgentEvent::Kind::kNotice) spent.notices += event.text + "\n";
  };
  request.on_spent = [&](const Usage& total, const std::string&) {
    return total.tokens() >= tokens ? std::optional<std::string>("used up") : std::nullopt;
  };
  std::unique_ptr<CliStream> parser = FindCliProgram(program)->stream(request);
  parser->FeedSession(session);
  parser->Feed(stream);
  spent.over = parser->over();
  spent.answer = parser->Finish(ended);
  return spent;
}

std::string ClaudePart(const std::string& part) {
  return R"({"type":"stream_event","parent_tool_use_id":null,"event":)" + part + "}\n";
}

std::string ClaudeMessage(const std::string& id, const std::string& stop) {
  return ClaudePart(R"({"type":"message_start","message":{"id":")" + id +
                    R"(","usage":{"input_tokens":100,"cache_read_input_tokens":50,"output_tokens":1}}})") +
         R"({"type":"assistant","message":{"id":")" + id +
         R"(","content":[{"type":"text","text":"So."}],"usage":{"input_tokens":100,"output_tokens":1}}})" + "\n" +
         ClaudePart(R"({"type":"message_delta","delta":{"stop_reason":")" + stop +
                    R"("},"usage":{"output_tokens":20}})");
}

TEST(CliSpending, ClaudeIsStoppedByTheMessageThatUsesUpItsShare) {
  const Spent spent =
      PlaySpending("claude", "", ClaudeMessage("m1", "tool_use") + ClaudeMessage("m2", "tool_use"), 240);
  EXPECT_TRUE(spent.over);
  EXPECT_EQ(spent.answer.error_class, ErrorClass::kBudget);
  EXPECT_EQ(spent.answer.error, "used up");
  EXPECT_EQ(spent.answer.usage, (Usage{.input_tokens = 200, .output_tokens = 40, .cache_read_tokens = 100}));
  EXPECT_FALSE(PlaySpending("claude", "", ClaudeMessage("m1", "tool_use"), 121).over);
  EXPECT_FALSE(PlaySpending("claude", "", ClaudeMessage("m1", "end_turn"), 1).over) << "it may be the last one";
  EXPECT_TRUE(PlaySpending("claude", "", ClaudeMessage("m1", "end_turn") + ClaudeMessage("m2", "end_turn"), 1).over);
}

TEST(CliSpending, AnAnswerThatUsesUpTheShareAndEndsCounts) {
  const std::string result =
      R"({"type":"result","subtype":"success","is_error":false,"stop_reason":"end_turn","result":"So.",)"
      R"("usage":{"input_tokens":100,"output_tokens":20},"total_cost_usd":0.5})";
  const Spent spent = PlaySpending("claude", "", ClaudeMessage("m1", "end_turn") + result + "\n", 1);
  EXPECT_FALSE(spent.answer.failed) << spent.answer.error;
  EXPECT_EQ(spent.answer.usage, (Usage{.input_tokens = 100, .output_tokens = 20, .usd = 0.5})) << "counted once";
}

TEST(CliSpending, ClaudesOwnLimitIsTheBudgets) {
  const std::string result =
      R"({"type":"result","subtype":"error_max_budget_usd","is_error":true,"terminal_reason":"budget_exhausted",)"
      R"("errors":["Reached maximum budget"],"usage":{"input_tokens":5},"total_cost_usd":0.02})";
  ProcessResult ended;
  ended.exit_code = 1;
  EXPECT_EQ(PlaySpending("claude", "", result + "\n", 1'000, ended).answer.error_class, ErrorClass::kBudget);
}

// It holds the limit against the total of the session.
TEST(CliSpending, ClaudesOwnLimitHasRoomForWhatItsSessionCostBefore) {
  const auto limit = [](const AgentRequest& request) {
    const std::vector<std::string> args = FindCliProgram("claude")->line(request, {}, "/scratch").args;
    const auto flag = std::ranges::find(args, "--max-budget-usd");
    return flag == args.end() ? "none" : *(flag + 1);
  };
  AgentRequest request;
  request.session_usage.usd = 0.5;
  EXPECT_EQ(limit(request), "none");
  request.share.usd = 0.04;
  EXPECT_EQ(limit(request), "0.040000") << "a new session";
  request.session = "s1";
  EXPECT_EQ(limit(request), "0.540000");
}

TEST(CliSpending, CodexAndGeminiAreStoppedByTheirRecords) {
  const std::string codex =
      R"({"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":300,)"
      R"("cached_input_tokens":100,"output_tokens":40}}}})";
  const std::string command = R"({"type":"item.started","item":{"type":"command_execution","command":"ls"}})";
  const Spent stopped = PlaySpending("codex", codex + "\n", command + "\n", 240);
  EXPECT_TRUE(stopped.over);
  EXPECT_EQ(stopped.answer.usage, (Usage{.input_tokens = 200, .output_tokens = 40, .cache_read_tokens = 100}));
  EXPECT_FALSE(PlaySpending("codex", codex + "\n", command + "\n", 241).over);

  const std::string message =
      R"({"id":"a","type":"gemini","tokens":{"input":100,"output":20,"cached":10,"thoughts":5}})";
  const std::string other = R"({"id":"b","type":"gemini","tokens":{"input":100,"output":20,"cached":0,"thoughts":0}})";
  const std::string tool = R"({"type":"tool_use","tool_name":"read_file","tool_id":"1","parameters":{}})";
  const Spent gemini = PlaySpending("gemini", message + "\n" + message + "\n" + other + "\n", tool + "\n", 235);
  EXPECT_TRUE(gemini.over);
  EXPECT_EQ(gemini.answer.usage, (Usage{.input_tokens = 190, .output_tokens = 45, .cache_read_tokens = 10}));
}

TEST(CliSpending, OpencodeIsStoppedByItsSteps) {
  const auto step = [](const char* reason) {
    return std::string(R"({"type":"step_finish","sessionID":"s","part":{"reason":")") + reason +
           R"(","tokens":{"input":100,"output":15,"reasoning":5,"cache":{"read":0,"write":0}},"cost":0.1}})" + "\n";
  };
  EXPECT_TRUE(PlaySpending("opencode", "", step("tool-calls") + step("tool-calls"), 240).over);
  EXPECT_FALSE(PlaySpending("opencode", "", step("tool-calls"), 240).over);
  EXPECT_FALSE(PlaySpending("opencode", "", step("stop"), 1).answer.failed);
}

TEST(CliSpending, OpencodesModelIsInItsLog) {
  const Spent spent = PlaySpending("opencode", "",
                                   R"({"type":"step_start","sessionID":"ses_1","part":{}})"
                                   "\n",
                                   1000);
  EXPECT_EQ(spent.answer.model, "");
  AgentRequest request;
  std::unique_ptr<CliStream> parser = FindCliProgram("opencode")->stream(request);
  parser->Feed(R"({"type":"step_start","sessionID":"ses_1","part":{}})"
               "\n");
  parser->FeedSession(
      "level=INFO message=stream providerID=fake modelID=title session.id=ses_1 small=true agent=title\n"
      "level=INFO message=stream providerID=fake modelID=other session.id=ses_2 small=false agent=build\n"
      "level=INFO message=stream providerID=fake modelID=fake-model session.id=ses_1 small=false agent=build\n");
  EXPECT_EQ(parser->Finish({}).model, "fake/fake-model");
}

TEST(CliSpending, NonsenseIsRefusedAndSaid) {
  const std::string claude =
      R"({"type":"result","subtype":"success","is_error":false,"stop_reason":"end_turn","result":"So.",)"
      R"("usage":{"input_tokens":-500,"output_tokens":20},"total_cost_usd":-5})";
  const std::string codex = R"({"type":"item.completed","item":{"type":"agent_message","text":"So."}})"
                            "\n"
                            R"({"type":"turn.completed","usage":{"input_tokens":-500,"output_tokens":20}})";
  const std::string gemini = R"({"type":"message","role":"assistant","content":"So."})"
                             "\n"
                             R"({"type":"result","status":"success","stats":{"input_tokens":-500,"output_tokens":20}})";
  const std::string opencode =
      R"({"type":"step_finish","sessionID":"s","part":{"reason":"stop","tokens":{"input":-500,"output":20},"cost":1e300}})";
  for (const auto& [program, stream] :
       {std::pair("claude", claude), {"codex", codex}, {"gemini", gemini}, {"opencode", opencode}}) {
    const Spent spent = PlaySpending(program, "", stream + "\n", 1'000'000);
    EXPECT_FALSE(spent.answer.failed) << program << ": " << spent.answer.error;
    EXPECT_EQ(spent.answer.usage, Usage{.output_tokens = 20}) << program;
    EXPECT_NE(spent.notices.find("is not counted: "), std::string::npos) << program << spent.notices;
    EXPECT_NE(spent.notices.find("input_tokens -500"), std::string::npos) << program << spent.notices;
  }
}

TEST(CliSpending, ACommandTellsWhatItUsedAsItWorks) {
  TempDirectory place;
  const auto ask = [&](const std::string& line, std::int64_t tokens) {
    Spent spent;
    AgentRequest request;
    request.cwd = place.path();
    request.deadlines.wall_ms = 20'000;
    request.on_event = [&](const AgentEvent& event) {
      if (event.kind == AgentEvent::Kind::kNotice) spent.notices += event.text + "\n";
    };
    request.on_spent = [&](const Usage& total, const std::string&) {
      return total.tokens() >= tokens ? std::optional<std::string>("used up") : std::nullopt;
    };
    spent.answer = (*MakeCommandRuntime(line, place.path()))->Ask(request, {});
    return spent;
  };
  const std::string first = R"(echo one; echo 'FORGE-USAGE {"output_tokens": 5}'; )";
  const Spent stopped = ask(first + "exec sleep infinity", 5);
  EXPECT_EQ(stopped.answer.error_class, ErrorClass::kBudget) << stopped.answer.error;
  EXPECT_EQ(stopped.answer.usage.output_tokens, 5);
  const Spent whole = ask(first + R"(echo two; echo 'FORGE-USAGE {"output_tokens": 7, "input_tokens": -1}')", 100);
  EXPECT_FALSE(whole.answer.failed) << whole.answer.error;
  EXPECT_EQ(whole.answer.text, "one\ntwo\n");
  EXPECT_EQ(whole.answer.usage, Usage{.output_tokens = 7});
  EXPECT_NE(whole.notices.find("input_tokens -1"), std::string::npos) << whole.notices;
}

}  // namespace
}  // namespace forge
