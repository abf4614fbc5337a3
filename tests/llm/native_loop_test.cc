// Conversations with a provider: the normal case and edge cases.
#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/strings.h"
#include "native_fixture.h"
#include "os/sandbox.h"
#include "os/system.h"

namespace forge::llm {
namespace {

using NativeLoopTest = NativeTest;
using Kind = AgentEvent::Kind;
using Words = std::vector<std::string>;

INSTANTIATE_TEST_SUITE_P(EachApi, NativeLoopTest, kEachApi, ApiName);

TEST_P(NativeLoopTest, ToolsRunAndTheirResultsGoBack) {
  Put("a.txt", "one\ntwo\n");
  Serve(R"({"a":[
    {"thinking":"let me see","text":"I look.","tools":[{"name":"Read","args":{"file_path":"a.txt"}},
                                                         {"name":"Grep","args":{"pattern":"two"}}]},
    {"tools":[{"name":"Edit","args":{"file_path":"a.txt","old_string":"two","new_string":"2"}},
              {"name":"Read","args":{"file_path":"a.txt"}},
              {"name":"Bash","args":{"command":"echo $FORGE_STAGE; cat a.txt"}}]},
    {"text":"Done.","usage":{"input":100,"output":7,"cache_read":50,"cache_write":20}}]})");
  AgentRequest request = Request();
  request.label.stage = "build";
  const AgentAnswer answer = Ask(GetParam(), "a", request);
  ASSERT_FALSE(answer.failed) << answer.error;
  EXPECT_EQ(answer.text, "Done.");
  EXPECT_EQ(answer.model, "scripted");
  EXPECT_EQ(Text("a.txt"), "one\n2\n");
  EXPECT_EQ(answer.usage.input_tokens, 10 + 10 + 100);
  EXPECT_EQ(answer.usage.output_tokens, 5 + 5 + 7);
  EXPECT_EQ(answer.usage.cache_read_tokens, 50);
  EXPECT_EQ(EventsOf(Kind::kToolCall), (Words{"Read", "Grep", "Edit", "Read", "Bash"}));
  EXPECT_EQ(EventsOf(Kind::kThinking), Words{"let me see"});
  EXPECT_EQ(EventsOf(Kind::kText), (Words{"I look.", "Done."}));
  Words results;
  for (const AgentEvent& event : events_) {
    if (event.kind == Kind::kToolResult) results.push_back(event.text + ": " + event.data["output"].AsString());
  }
  ASSERT_EQ(results.size(), 5U);
  EXPECT_NE(results[4].find("Bash: build\none\n2\n"), std::string::npos) << "a transcript has what came back";
  const std::string last = server_->Requests().back()["body"].Dump();
  EXPECT_NE(last.find("build\\none\\n2\\n"), std::string::npos) << last;
  EXPECT_NE(last.find("     1\\tone\\n     2\\t2"), std::string::npos) << "a read after an edit must see it";
}

TEST_P(NativeLoopTest, NoKeyIsWrittenAnywhereAndNoneReachesACommand) {
  Serve(R"({"a":[{"tools":[{"name":"Bash","args":{"command":"env"}}]},{"text":"ok"}]})");
  ::setenv("OPENAI_API_KEY", "sk-in-the-environment", 1);
  ::setenv("ANTHROPIC_API_KEY", "sk-in-the-environment", 1);
  AgentRequest request = Request();
  request.withheld = {"OPENAI_API_KEY", "ANTHROPIC_API_KEY"};
  EXPECT_EQ(Ask(GetParam(), "a", request).text, "ok");
  ::unsetenv("OPENAI_API_KEY");
  ::unsetenv("ANTHROPIC_API_KEY");
  EXPECT_EQ(server_->Requests().back()["body"].Dump().find("sk-in-the-environment"), std::string::npos);
}

TEST_P(NativeLoopTest, ASecretThatAToolPrintsIsNotSent) {
  Serve(R"({"a":[{"tools":[{"name":"Bash","args":{"command":"printf s3cr; printf et-word"}}]},{"text":"ok"}]})");
  AgentRequest request = Request();
  request.hide = [](std::string_view text) { return ReplaceAll(text, "s3cret-word", "<secret>"); };
  EXPECT_EQ(Ask(GetParam(), "a", request).text, "ok");
  const std::string sent = server_->Requests().back()["body"].Dump();
  EXPECT_EQ(sent.find("s3cret-word"), std::string::npos);
  EXPECT_NE(sent.find("<secret>"), std::string::npos);
}

TEST_P(NativeLoopTest, ABrokenOrUnknownCallIsToldToTheModel) {
  Serve(R"({"a":[{"tools":[{"name":"Read","raw_args":"{\"file_path\":"},{"name":"Fly","args":{}}]},{"text":"ok"}]})");
  EXPECT_EQ(Ask(GetParam(), "a", Request()).text, "ok");
  const std::string last = server_->Requests().back()["body"].Dump();
  EXPECT_NE(last.find("not a JSON object"), std::string::npos);
  EXPECT_NE(last.find("There is no tool Fly. The tools are Read, Write, Edit, Glob, Grep, Bash, BashOutput, "
                      "KillBash, TodoWrite."),
            std::string::npos);
}

TEST_P(NativeLoopTest, ALongAnswerIsGoneOnWithThreeTimes) {
  const std::string length = length_word();
  Serve(R"({"a":[{"text":"one ","stop":")" + length + R"("},{"text":"two ","stop":")" + length +
        R"("},{"text":"three"}],"b":[{"text":"x","stop":")" + length + R"(","times":-1}]})");
  EXPECT_EQ(Ask(GetParam(), "a", Request()).text, "one two three");
  const AgentAnswer answer = Ask(GetParam(), "b", Request());
  EXPECT_EQ(answer.error_class, ErrorClass::kContextOverflow);
  EXPECT_EQ(answer.text, "xxxx");
  EXPECT_EQ(server_->RequestCount(), 3U + 4U);
}

TEST_F(NativeLoopTest, APausedTurnGoesOnAndAFullContextIsItsOwnError) {
  Serve(R"({"a":[{"text":"one ","stop":"pause_turn"},{"text":"two"}],
            "b":[{"text":"x","stop":"model_context_window_exceeded"}]})");
  EXPECT_EQ(Ask("anthropic", "a", Request()).text, "one two");
  EXPECT_EQ(Ask("anthropic", "b", Request()).error_class, ErrorClass::kContextOverflow);
}

TEST_P(NativeLoopTest, TurnsAreLimited) {
  Serve(R"({"a":[{"tools":[{"name":"Glob","args":{"pattern":"*"}}],"times":-1}]})");
  AgentRequest request = Request();
  request.max_turns = 4;
  const AgentAnswer answer = Ask(GetParam(), "a", request);
  EXPECT_EQ(answer.error_class, ErrorClass::kTimeout);
  EXPECT_EQ(server_->RequestCount(), 4U);
}

TEST_P(NativeLoopTest, AModelThatGoesInCirclesIsTold) {
  Serve(R"({"a":[{"tools":[{"name":"Glob","args":{"pattern":"*"}}],"times":-1}]})");
  AgentRequest request = Request();
  request.max_repeats = 6;
  request.max_turns = 4;
  Ask(GetParam(), "a", request);
  const auto told = [&](std::size_t place) {
    const std::string body = server_->Requests()[place]["body"].Dump();
    return body.find("you made the same call 3 times with the same result: Glob") != std::string::npos;
  };
  EXPECT_FALSE(told(2));
  EXPECT_TRUE(told(3)) << "half-way";
  std::set<std::string> results;
  for (const AgentEvent& event : events_) {
    if (event.kind == AgentEvent::Kind::kToolResult) results.insert(event.data.Dump());
  }
  EXPECT_EQ(results.size(), 1U) << "with the warning in them, the engine would not see that they are the same";
}

TEST_P(NativeLoopTest, ReadOnlyRolesGetNoToolThatWrites) {
  Serve(R"({"a":[{"tools":[{"name":"Write","args":{"file_path":"x","content":"y"}},
                           {"name":"Bash","args":{"command":"touch z"}}]},{"text":"ok"}]})");
  AgentRequest request = Request();
  request.may_write = false;
  EXPECT_EQ(Ask(GetParam(), "a", request).text, "ok");
  EXPECT_EQ(server_->Requests().front()["body"]["tools"].AsArray().size(), 3U);
  EXPECT_TRUE(ListDirectory(workspace_).value().empty());
}

// The loop itself still reaches the server that its model's command cannot reach.
TEST_P(NativeLoopTest, ACommandOfARoleWithoutNetworkCannotConnect) {
  if (!FindSandboxPowers().refuses_network()) GTEST_SKIP() << DescribeSandbox(FindSandboxPowers());
  Serve(
      R"({"a":[{"tools":[{"name":"Bash","args":{"command":"true; exec 3<>/dev/tcp/127.0.0.1/$PORT && echo got through"}}]},
                 {"text":"ok"}]})");
  for (const bool network : {true, false}) {
    AgentRequest request = Request();
    request.env["PORT"] = std::to_string(server_->port());
    request.sandbox = Sandbox{};
    request.sandbox->read = SystemPaths();
    request.sandbox->write = {workspace_};
    request.sandbox->network = network;
    EXPECT_EQ(Ask(GetParam(), network ? "a" : "a@2", request).text, "ok");
    const std::string last = server_->Requests().back()["body"].Dump();
    EXPECT_EQ(last.find("\"got through") != std::string::npos, network) << last;
  }
}

TEST_F(NativeLoopTest, ThinkingGoesBackWithItsSignatureAndTheCacheIsMarked) {
  Serve(R"({"a":[{"thinking":"hm","text":"I look","tools":[{"name":"Glob","args":{"pattern":"*"}}]},{"text":"ok"}]})");
  AgentRequest request = Request();
  request.model = "claude-opus-5-5";
  request.effort = "max";
  EXPECT_EQ(Ask("anthropic", "a", request).text, "ok");
  const Json body = server_->Requests().back()["body"];
  const Json& said = body["messages"].AsArray()[1]["content"].AsArray()[0];
  EXPECT_EQ(said["thinking"].AsString(), "hm");
  EXPECT_FALSE(said["signature"].AsString().empty());
  EXPECT_EQ(body["thinking"]["type"].AsString(), "adaptive");
  EXPECT_EQ(body["output_config"]["effort"].AsString(), "max");
  EXPECT_TRUE(body["system"].AsArray()[0].Has("cache_control"));
  EXPECT_TRUE(body["messages"].AsArray()[0]["content"].AsArray()[0].Has("cache_control"));
  EXPECT_TRUE(body["messages"].AsArray()[2]["content"].AsArray().back().Has("cache_control"));
  // Everything except the moving mark is the same in each request.
  const Json first = server_->Requests().front()["body"];
  EXPECT_EQ(first["tools"], body["tools"]);
  EXPECT_EQ(first["messages"].AsArray()[0], body["messages"].AsArray()[0]);
}

TEST_F(NativeLoopTest, EffortIsClampedByModel) {
  Serve(R"({"a":[{"text":"ok","times":-1}]})");
  AgentRequest request = Request();
  request.effort = "max";
  request.model = "claude-sonnet-5-5";
  (void)Ask("anthropic", "a", request);
  EXPECT_EQ(server_->Requests().back()["body"]["output_config"]["effort"].AsString(), "medium");
  request.model = "claude-sonnet-4-20250514";
  (void)Ask("anthropic", "a", request);
  EXPECT_EQ(server_->Requests().back()["body"]["thinking"]["budget_tokens"].AsInt(), 8192);
  request.model = "claude-3-5-haiku-20241022";
  (void)Ask("anthropic", "a", request);
  EXPECT_FALSE(server_->Requests().back()["body"].Has("thinking"));
  request.model = "gpt-5.5";
  (void)Ask("openai", "a", request);
  EXPECT_EQ(server_->Requests().back()["body"]["reasoning_effort"].AsString(), "high");
  request.model = "llama3";
  (void)Ask("openai", "a", request);
  EXPECT_FALSE(server_->Requests().back()["body"].Has("reasoning_effort"));
}

constexpr const char* kSchema =
    R"({"type":"object","required":["ok"],"properties":{"ok":{"type":"boolean"}},"additionalProperties":false})";

TEST_P(NativeLoopTest, AMissingResultIsAskedForThroughTheApi) {
  const std::string given =
      is_anthropic() ? R"({"tools":[{"name":"Result","args":{"ok":true}}]})" : R"({"text":"{\"ok\":true}"})";
  Serve(R"({"a":[{"text":"All is well."},)" + given + R"(],"b":[{"text":"Fine.\n{\"ok\":false}"}],
            "c":[{"text":"As said."},{"fault":"400"}]})");
  AgentRequest request = Request();
  request.result_schema = ParseJson(kSchema).value();
  EXPECT_EQ(Ask(GetParam(), "a", request).text, "All is well.\n\n```json\n{\n  \"ok\": true\n}\n```\n");
  const Json forced = server_->Requests().back()["body"];
  if (is_anthropic()) {
    EXPECT_EQ(forced["tool_choice"]["name"].AsString(), "Result");
  } else if (GetParam() == "openai") {
    EXPECT_EQ(forced["response_format"]["json_schema"]["schema"], request.result_schema);
  } else {
    EXPECT_EQ(forced["text"]["format"]["schema"], request.result_schema);
  }
  EXPECT_EQ(Ask(GetParam(), "b", request).text, "Fine.\n{\"ok\":false}");
  const AgentAnswer refused = Ask(GetParam(), "c", request);
  EXPECT_FALSE(refused.failed);
  EXPECT_EQ(refused.text, "As said.");
}

TEST_F(NativeLoopTest, AResultGivenByItselfEndsTheWorkWhenItFits) {
  Serve(R"({"a":[{"text":"done","tools":[{"name":"Result","args":{"ok":"yes"}}]},
                 {"tools":[{"name":"Result","args":{"ok":true}}]}]})");
  AgentRequest request = Request();
  request.result_schema = ParseJson(kSchema).value();
  EXPECT_EQ(Ask("anthropic", "a", request).text, "done\n\n```json\n{\n  \"ok\": true\n}\n```\n");
  EXPECT_NE(server_->Requests().back()["body"].Dump().find("It does not match the schema"), std::string::npos);
}

TEST_P(NativeLoopTest, TwoThousandTurnsAndAFiftyMegabyteOutputFit) {
  ServerOptions options;
  options.keep_bodies = false;
  Serve(R"({"a":{"rules":[{"when":{"contains":"close to your limit"},"text":"I read a file again and again."}],"turns":[
                 {"tools":[{"name":"Bash","args":{"command":"head -c 50000000 /dev/zero | tr '\\0' x"}}]},
                 {"text":"looking","tools":[{"name":"Read","args":{"file_path":"a.txt"}}],"times":1999},
                 {"text":"done"}]}})",
        options);
  std::string lines;
  for (int i = 0; i < 20; ++i) lines += "some line of a file\n";
  Put("a.txt", lines);
  AgentRequest request = Request();
  request.max_turns = 3000;
  request.deadlines.wall_ms = 120'000;
  request.on_event = {};
  NativeSettings settings = Settings();
  settings.context_tokens = 20'000;
  const AgentAnswer answer = Ask(GetParam(), "a", request, settings);
  EXPECT_EQ(answer.text, "done") << answer.error;
  EXPECT_GT(server_->RequestCount(), 2001U) << "summaries";
  EXPECT_LE(server_->RequestCount(), 2001U + 200U) << "at most one in ten answers";
  for (const Json& asked : server_->Requests()) {
    EXPECT_LT(ParseInt(asked["headers"]["content-length"].AsString()).value_or(0), 150'000);
  }
}

TEST_F(NativeLoopTest, AServerThatDoesNotStreamIsUnderstood) {
  Serve(R"({"a":[{"fault":"status","status":200,
     "body":"{\"choices\":[{\"message\":{\"content\":\"whole\"},\"finish_reason\":\"stop\"}]}"}],
            "b":[{"fault":"status","status":200,
     "body":"{\"content\":[{\"type\":\"text\",\"text\":\"whole\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":3}}"}]})");
  EXPECT_EQ(Ask("openai", "a", Request()).text, "whole");
  const AgentAnswer answer = Ask("anthropic", "b", Request());
  EXPECT_EQ(answer.text, "whole") << answer.error;
  EXPECT_EQ(answer.usage.input_tokens, 3);
}

TEST_P(NativeLoopTest, LimitsInHeadersAreReported) {
  Serve(R"({"a":[{"text":"ok","headers":{"anthropic-ratelimit-requests-limit":"50",
     "anthropic-ratelimit-requests-remaining":"5","anthropic-ratelimit-requests-reset":"2030-01-01T00:00:00Z"}}]})");
  const AgentAnswer answer = Ask(GetParam(), "a", Request());
  ASSERT_EQ(answer.limits.size(), 1U);
  EXPECT_NEAR(answer.limits[0].used, 0.9, 1e-9);
  EXPECT_EQ(EventsOf(Kind::kLimit), Words{"requests"});
}

TEST_F(NativeLoopTest, TheRuntimesAreMadeFromTheirNamesAndKeys) {
  Serve(R"({"a":[{"text":"ok","times":-1}]})");
  const RuntimePlaces places{"", "", {{"ANTHROPIC_API_KEY", kSecret}, {"FORGE_MODEL", "my-model"}}};
  auto runtime = MakeRuntime("anthropic:" + server_->Url("a"), places);
  ASSERT_TRUE(runtime) << Describe(runtime.error());
  AgentRequest request = Request();
  request.model.clear();
  EXPECT_EQ((*runtime)->Ask(request, {}).text, "ok");
  EXPECT_EQ(server_->Requests().back()["body"]["model"].AsString(), "my-model");
  EXPECT_EQ(server_->Requests().back()["headers"]["x-api-key"].AsString(), "<redacted>");
  EXPECT_EQ((*runtime)->name(), "anthropic");

  auto local = MakeRuntime("openai:" + server_->Url("a"), {"", "", {}});
  ASSERT_TRUE(local) << Describe(local.error());
  EXPECT_EQ((*local)->Ask(request, {}).text, "ok");
  EXPECT_FALSE(server_->Requests().back()["headers"].Has("authorization"));

  EXPECT_FALSE(MakeRuntime("anthropic", {"", "", {}}));
  EXPECT_FALSE(MakeRuntime("openai", {"", "", {}}));
  EXPECT_FALSE(MakeRuntime("openai:localhost", {"", "", {}}));
  EXPECT_TRUE(MakeRuntime("anthropic", {"", "", {{"ANTHROPIC_AUTH_TOKEN", kSecret}}}));
}

TEST_P(NativeLoopTest, AMissingWorkspaceIsTooling) {
  Serve(R"({})");
  AgentRequest request = Request();
  request.cwd = workspace_ + "/nothing";
  EXPECT_EQ(Ask(GetParam(), "a", request).error_class, ErrorClass::kTooling);
  EXPECT_EQ(server_->RequestCount(), 0U);
}

}  // namespace
}  // namespace forge::llm
