// The pure rules of the ACP client: permissions, choices, stop reasons, errors, usage, updates.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "agent/acp/acp_offers.h"
#include "agent/acp/acp_permission.h"
#include "agent/acp/acp_programs.h"
#include "agent/acp/acp_updates.h"
#include "agent/acp/acp_verdict.h"
#include "base/strings.h"

namespace forge {
namespace {

Json AcpJson(std::string_view text) { return ParseJson(text).value(); }

const char* const kAcpOptions = R"([{"optionId":"always","kind":"allow_always"},{"optionId":"go","kind":"allow_once"},
                                    {"optionId":"no","kind":"reject_once"},{"optionId":"never","kind":"reject_always"}])";

AgentRequest AcpRole(bool may_write, std::vector<std::string> tools = {}) {
  AgentRequest request;
  request.cwd = "/w/tree";
  request.may_write = may_write;
  request.tools = std::move(tools);
  return request;
}

std::string AcpRuled(const AgentRequest& request, std::string_view call) {
  const AcpRuling ruling = RuleOn(AcpJson(call), AcpJson(kAcpOptions), AcpRightsOf(request));
  return ruling.option + (ruling.why.empty() ? "" : ": " + ruling.why);
}

TEST(AcpPermission, ARoleThatReadsChangesNothingAndRunsOnlyWhatItLists) {
  const AgentRequest reader = AcpRole(false);
  EXPECT_EQ(AcpRuled(reader, R"({"kind":"read"})"), "go");
  EXPECT_EQ(AcpRuled(reader, R"({"kind":"search"})"), "go");
  EXPECT_EQ(AcpRuled(reader, R"({"kind":"think"})"), "go");
  for (const char* kind : {"edit", "delete", "move"})
    EXPECT_EQ(AcpRuled(reader, std::string(R"({"kind":")") + kind + "\"}"), "no: the role may not change files");
  EXPECT_EQ(AcpRuled(reader, R"({"kind":"execute"})"), "no: the role may not run commands");
  EXPECT_EQ(AcpRuled(AcpRole(false, {"Read", "Bash"}), R"({"kind":"execute"})"), "go");
  // Not even if its file lists it: the native tools have the same rule.
  EXPECT_EQ(AcpRuled(AcpRole(false, {"Edit"}), R"({"kind":"edit"})"), "no: the role may not change files");
  EXPECT_EQ(AcpRuled(AcpRole(true, {"Write"}), R"({"kind":"read"})"), "no: the role may not read files");
}

TEST(AcpPermission, ARoleThatWritesDoesSoInItsWorkspace) {
  const AgentRequest writer = AcpRole(true);
  EXPECT_EQ(AcpRuled(writer, R"({"kind":"edit","locations":[{"path":"/w/tree/a.c"}]})"), "go");
  EXPECT_EQ(AcpRuled(writer, R"({"kind":"edit","locations":[{"path":"a.c"}]})"), "go");
  EXPECT_EQ(AcpRuled(writer, R"({"kind":"execute"})"), "go");
  EXPECT_EQ(AcpRuled(AcpRole(true, {"Edit"}), R"({"kind":"execute"})"), "no: the role may not run commands");
  for (const char* path : {"/w/tree2/a.c", "/etc/passwd", "../a.c", "/w/tree/../a.c", "/w/tree/.git/hooks/x"}) {
    EXPECT_EQ(AcpRuled(writer, std::string(R"({"kind":"edit","locations":[{"path":")") + path + "\"}]}"),
              std::string("no: ") + path + " is not in the workspace");
    EXPECT_EQ(AcpRuled(writer, std::string(R"({"kind":"move","content":[{"type":"diff","path":")") + path + "\"}]}"),
              std::string("no: ") + path + " is not in the workspace");
  }
}

TEST(AcpPermission, PathsInTheArgumentsCountAsWell) {
  const AgentRequest writer = AcpRole(true);
  const auto ruled = [&](const std::string& input) {
    return AcpRuled(writer, R"({"kind":"edit","locations":[{"path":"/w/tree/a.c"}],"rawInput":)" + input + "}");
  };
  EXPECT_EQ(ruled(R"({"file_path":"/w/tree/a.c","old_string":"/etc/passwd","limit":5})"), "go");
  EXPECT_EQ(ruled(R"({"changes":{"/w/tree/a.c":{"content":"../x"}},"filePath":""})"), "go");
  for (const char* input : {R"({"file_path":"/etc/passwd"})", R"({"absolutePath":"/etc/passwd"})",
                            R"({"paths":["a.c","/etc/passwd"]})", R"({"edits":[{"path":"/etc/passwd","text":"x"}]})",
                            R"({"changes":{"/etc/passwd":{"type":"add"}}})", R"({"destination":"/etc/passwd"})"})
    EXPECT_EQ(ruled(input), "no: /etc/passwd is not in the workspace") << input;
  EXPECT_EQ(ruled(R"({"path":"~/.bashrc"})"), "no: ~/.bashrc is not in the workspace");
  EXPECT_EQ(ruled(R"({"uri":"file:///etc/passwd"})"), "no: file:///etc/passwd is not in the workspace");
}

TEST(AcpPermission, NothingIsAllowedByDefault) {
  EXPECT_EQ(AcpRuled(AcpRole(false), "{}"), "no: the role may not call a tool of an unknown kind");
  EXPECT_EQ(AcpRuled(AcpRole(false), R"({"kind":"teleport"})"), "no: the role may not call a tool of an unknown kind");
  EXPECT_EQ(AcpRuled(AcpRole(true), R"({"kind":"switch_mode"})"), "no: Forge chooses the mode");
  EXPECT_EQ(AcpRuled(AcpRole(true), R"({"kind":"other"})"), "go");
  const AcpRights rights = AcpRightsOf(AcpRole(true));
  const AcpRuling none =
      RuleOn(AcpJson(R"({"kind":"edit"})"), AcpJson(R"([{"optionId":"x","kind":"reject_always"}])"), rights);
  EXPECT_FALSE(none.allowed);
  EXPECT_EQ(none.option, "x");
  EXPECT_EQ(RuleOn(AcpJson(R"({"kind":"edit"})"), Json(), rights).option, "");
}

TEST(AcpPermission, AToolOfTheUnitsServersMayBeCalled) {
  AgentRequest reader = AcpRole(false);
  McpServerSpec box;
  box.name = "box";
  box.tools = {"add"};
  reader.servers = {box};
  EXPECT_EQ(AcpRuled(reader, R"({"kind":"other","title":"mcp__box__add"})"), "go");
  EXPECT_EQ(AcpRuled(reader, R"({"title":"add","_meta":{"claudeCode":{"toolName":"mcp__box__add"}}})"), "go");
  EXPECT_EQ(AcpRuled(reader, R"({"kind":"other","title":"box: add x"})"), "go");
  for (const char* title : {"mcp__box__drop", "mcp__boxes__add", "rm box add", "box"}) {
    EXPECT_TRUE(AcpRuled(reader, std::string(R"({"kind":"other","title":")") + title + "\"}").starts_with("no: "))
        << title;
  }
}

TEST(AcpPermission, ATitleThatBeginsWithAServersNameIsNoToolOfIt) {
  AgentRequest reader = AcpRole(false);
  McpServerSpec box;
  box.name = "box";
  reader.servers = {box};
  const auto ruled = [&](const std::string& title) {
    return AcpRuled(reader, R"({"kind":"other","title":")" + title + "\"}");
  };
  for (const char* title : {"mcp__box__add", "mcp_box_add", "mcp.box.add", "box: add", "box: add {1}",
                            "add (box MCP Server)", "mcp__box__add (2, 3)"})
    EXPECT_EQ(ruled(title), "go") << title;
  for (const char* title :
       {"box everything up and send it", "box-cutter", "box_cutter", "box.sh", "box: send all of it",
        "mcp__box__add then rm", "box/etc", "mcp__box__", "(box MCP Server)"})
    EXPECT_TRUE(ruled(title).starts_with("no: ")) << title;
  reader.servers[0].tools = {"add"};
  EXPECT_EQ(ruled("box_add"), "go");
  EXPECT_EQ(ruled("box/add"), "go");
  EXPECT_TRUE(ruled("box_add_all").starts_with("no: "));
  EXPECT_TRUE(ruled("drop (box MCP Server)").starts_with("no: "));
}

TEST(AcpOffers, BothWaysOfChoosingAreUnderstood) {
  const AcpOffers lists(
      AcpJson(R"({"models":{"currentModelId":"auto","availableModels":[{"modelId":"auto","name":"Auto"},
      {"modelId":"gpt-5.5[high]","name":"GPT"}]},"modes":{"currentModeId":"default","availableModes":[{"id":"default"},{"id":"plan"}]}})"));
  auto pick = lists.Find(AcpChoice::kModel, {"gpt-5.5"});
  ASSERT_TRUE(pick);
  EXPECT_EQ(pick->method + pick->params.Dump(), R"(session/set_model{"modelId":"gpt-5.5[high]"})");
  EXPECT_TRUE(lists.Find(AcpChoice::kMode, {"default"})->is_now);
  EXPECT_EQ(lists.Find(AcpChoice::kMode, {"full", "plan"})->params.Dump(), R"({"modeId":"plan"})");
  EXPECT_FALSE(lists.Find(AcpChoice::kModel, {"other"}));

  const AcpOffers options(AcpJson(R"({"configOptions":[{"id":"m","category":"model","currentValue":"sonnet","options":
      [{"group":"g","name":"G","options":[{"value":"sonnet","name":"Sonnet"},{"value":"opus","name":"Opus 4"}]}]},
      {"id":"reasoning","category":"thought_level","options":[{"value":"high","name":"High"}]}]})"));
  pick = options.Find(AcpChoice::kModel, {"claude-opus-4-8"});
  ASSERT_TRUE(pick);
  EXPECT_EQ(pick->method + pick->params.Dump(), R"(session/set_config_option{"configId":"m","value":"opus"})");
  EXPECT_EQ(options.Current(AcpChoice::kModel), "sonnet");
  EXPECT_EQ(options.Find(AcpChoice::kEffort, {"high"})->params.Dump(), R"({"configId":"reasoning","value":"high"})");
  EXPECT_FALSE(options.Find(AcpChoice::kMode, {"plan"}));
}

TEST(AcpVerdict, EveryStopReasonHasItsClass) {
  EXPECT_FALSE(AcpStopped("end_turn").failed);
  EXPECT_EQ(AcpStopped("max_tokens").error_class, ErrorClass::kContextOverflow);
  EXPECT_EQ(AcpStopped("max_turn_requests").error_class, ErrorClass::kTimeout);
  EXPECT_EQ(AcpStopped("refusal").error_class, ErrorClass::kRefusal);
  EXPECT_EQ(AcpStopped("cancelled").error_class, ErrorClass::kStream);
  EXPECT_EQ(AcpStopped("").error_class, ErrorClass::kStream);
  EXPECT_TRUE(AcpStopped("bored").error.ends_with("`bored`"));
}

// As gemini, opencode and codex reported a refused key.
TEST(AcpVerdict, ErrorsOfTheProviderAreClassed) {
  const auto failed = [](std::string_view error) { return AcpFailed(AcpJson(error), "session/prompt", "agent login"); };
  EXPECT_EQ(failed(R"({"code":401,"message":"{\"error\":{\"message\":\"invalid x-api-key\"}}"})").error_class,
            ErrorClass::kPermanent);
  EXPECT_EQ(failed(R"({"code":-32603,"message":"Internal error: invalid x-api-key","data":{"errorName":"APIError"}})")
                .error_class,
            ErrorClass::kPermanent);
  const AgentAnswer login = failed(R"({"code":-32000,"message":"Authentication required"})");
  EXPECT_EQ(login.error_class, ErrorClass::kPermanent);
  EXPECT_TRUE(login.error.ends_with("log in: agent login")) << login.error;
  EXPECT_EQ(
      failed(R"({"code":-32603,"message":"Internal error","data":{"details":"429 Too Many Requests"}})").error_class,
      ErrorClass::kRateLimit);
  EXPECT_EQ(failed(R"({"code":-32601,"message":"Method not found"})").error_class, ErrorClass::kTooling);
  EXPECT_EQ(failed("{}").error, "session/prompt failed");
}

std::string AcpCounted(std::string_view result, const std::string& kind = "exact") {
  AcpProgram program;
  program.usage = kind;
  const AcpUsage used = AcpUsageOf(AcpJson(result), 0.5, program);
  return ToJson(used.usage).Dump() + (used.doubt.empty() ? "" : " ?");
}

TEST(AcpVerdict, UsageIsExactOrSaysThatItIsNot) {
  // claude counts the cached tokens apart, codex within the input: the total tells.
  EXPECT_EQ(
      AcpCounted(
          R"({"usage":{"inputTokens":5100,"outputTokens":260,"cachedReadTokens":2000,"cachedWriteTokens":500,"totalTokens":7860}})"),
      R"({"input_tokens":5100,"output_tokens":260,"cache_read_tokens":2000,"cache_write_tokens":500,"usd":0.5})");
  EXPECT_EQ(
      AcpCounted(R"({"usage":{"inputTokens":5260,"outputTokens":206,"cachedReadTokens":1200,"totalTokens":5466}})"),
      R"({"input_tokens":4060,"output_tokens":206,"cache_read_tokens":1200,"usd":0.5})");
  EXPECT_TRUE(AcpCounted(R"({"usage":{"inputTokens":1,"outputTokens":2}})", "partial").ends_with(" ?"));
  EXPECT_EQ(AcpCounted(R"({"_meta":{"quota":{"token_count":{"input_tokens":7100,"output_tokens":260}}}})"),
            R"({"input_tokens":7100,"output_tokens":260,"usd":0.5} ?)");
  EXPECT_TRUE(AcpCounted("{}").ends_with(" ?"));
  EXPECT_EQ(AcpCounted(R"({"usage":{"inputTokens":-5,"outputTokens":-1}})"), R"({"usd":0.5})");
}

struct AcpStory {
  AgentRequest request;
  std::string told;
  AcpUpdates updates;
  AcpStory() : updates(request, [](const std::string& id) { return "output of " + id; }) {
    request.on_event = [this](const AgentEvent& event) {
      told += std::string(Name(event.kind)) + "|" + event.text + "|" + event.data.Dump() + "\n";
    };
  }
  void Take(std::string_view update) { updates.Take(AcpJson(update)); }
};

TEST(AcpUpdates, TheLastMessageIsPutTogetherFromItsChunks) {
  AcpStory story;
  story.Take(R"({"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"I wr"}})");
  story.Take(R"({"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":""}})");
  story.Take(R"({"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"ite."}})");
  EXPECT_EQ(story.updates.text(), "I write.");
  story.Take(R"({"sessionUpdate":"tool_call","toolCallId":"a","kind":"edit","title":"Write a","rawInput":{}})");
  story.Take(R"({"sessionUpdate":"agent_thought_chunk","content":{"type":"text","text":"well"}})");
  story.Take(R"({"sessionUpdate":"agent_message_chunk","messageId":"2","content":{"type":"text","text":"Do"}})");
  story.Take(R"({"sessionUpdate":"agent_message_chunk","messageId":"2","content":{"type":"text","text":"ne."}})");
  EXPECT_EQ(story.updates.text(), "Done.");
  EXPECT_NE(story.told.find("thinking|well|null\ntext|Do|{\"delta\":true}\n"), std::string::npos) << story.told;
}

TEST(AcpUpdates, ACallIsToldOnceWithItsArgumentsAndItsResult) {
  AcpStory story;
  story.Take(
      R"({"sessionUpdate":"tool_call","toolCallId":"a","kind":"execute","title":"`make`","status":"pending","rawInput":{}})");
  EXPECT_EQ(story.told, "");
  story.Take(R"({"sessionUpdate":"tool_call_update","toolCallId":"a","rawInput":{"command":"make test"}})");
  story.Take(
      R"({"sessionUpdate":"tool_call_update","toolCallId":"a","status":"failed","content":[{"type":"content","content":{"type":"text","text":"red"}},{"type":"terminal","terminalId":"t"}]})");
  story.Take(R"({"sessionUpdate":"tool_call_update","toolCallId":"a","status":"failed"})");
  EXPECT_EQ(story.told, "tool-call|Bash|{\"command\":\"make test\"}\ntool-result|red\noutput of t|{\"error\":true}\n");
}

// As opencode does.
TEST(AcpUpdates, ACommandIsToldWhenItIsKnown) {
  AcpStory story;
  story.Take(
      R"({"sessionUpdate":"tool_call","toolCallId":"a","kind":"execute","title":"bash","rawInput":{"cwd":"/w"}})");
  story.Take(R"({"sessionUpdate":"tool_call_update","toolCallId":"a","status":"in_progress"})");
  EXPECT_EQ(story.told, "");
  story.Take(R"({"sessionUpdate":"tool_call_update","toolCallId":"a","rawInput":{"command":"make"}})");
  EXPECT_EQ(story.told, "tool-call|Bash|{\"command\":\"make\"}\n");
}

TEST(AcpUpdates, PlansAndMoneyAreToldAndWhatIsUnknownIsNot) {
  AcpStory story;
  story.Take(
      R"({"sessionUpdate":"plan","entries":[{"content":"one","status":"completed"},{"content":"two","status":"in_progress"},{"content":"three","status":"pending"}]})");
  EXPECT_EQ(story.told, "thinking|Plan:\n[x] one\n[>] two\n[ ] three|null\n");
  story.told.clear();
  story.Take(R"({"sessionUpdate":"usage_update","used":900,"size":200000,"cost":{"amount":0.02,"currency":"USD"}})");
  story.Take(R"({"sessionUpdate":"usage_update","used":10,"cost":{"amount":-5,"currency":"USD"}})");
  story.Take(R"({"sessionUpdate":"available_commands_update"})");
  story.Take(R"({"sessionUpdate":7})");
  EXPECT_EQ(story.told, "");
  EXPECT_DOUBLE_EQ(story.updates.usd(), 0.02);
  EXPECT_EQ(story.updates.context(), 900);
}

TEST(AcpPrograms, AProgramIsKnownByItsNameAndByItsPath) {
  EXPECT_EQ(ReadAcpCommand("gemini", "/base")->argv, (std::vector<std::string>{"gemini", "--acp"}));
  EXPECT_EQ(ReadAcpCommand("/opt/bin/gemini", "/base")->argv, (std::vector<std::string>{"/opt/bin/gemini", "--acp"}));
  EXPECT_EQ(ReadAcpCommand("/opt/bin/gemini --acp --debug", "/base")->known.name, "gemini");
  const AcpCommand own = ReadAcpCommand("./agent --speak acp", "/base").value();
  EXPECT_EQ(own.argv, (std::vector<std::string>{"/base/./agent", "--speak", "acp"}));
  EXPECT_EQ(own.name, "acp:agent");
  EXPECT_TRUE(own.known.name.empty());
  EXPECT_TRUE(ReadAcpCommand("X=1 agent | tee log", "/base")->shell);
  EXPECT_NE(ReadAcpCommand(" ", "/base").error().hint.find("acp:gemini"), std::string::npos);
  for (const AcpProgram& program : AcpPrograms()) {
    EXPECT_FALSE(program.command.empty() || program.install.empty() || program.tested.empty()) << program.name;
    EXPECT_NE(program.vendor(), nullptr) << program.name;
  }
}

}  // namespace
}  // namespace forge
