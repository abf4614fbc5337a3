// What is special about OpenAI's Responses API.
#include "native_fixture.h"

namespace forge::llm {
namespace {

using NativeResponses = NativeTest;
constexpr const char* kKind = "openai-responses";

TEST_F(NativeResponses, NothingIsKeptAtTheProviderAndReasoningGoesBack) {
  Put("a.txt", "one\n");
  Serve(R"({"a":[{"thinking":"hm","text":"I look.","tools":[{"name":"Read","args":{"file_path":"a.txt"}},
                                                             {"name":"Fly","args":{}}]},{"text":"ok"}]})");
  AgentRequest request = Request();
  request.model = "gpt-5.5";
  request.effort = "high";
  EXPECT_EQ(Ask(kKind, "a", request).text, "ok");
  for (const Json& asked : server_->Requests()) {
    const Json& body = asked["body"];
    EXPECT_EQ(asked["path"].AsString(), "/s/a/responses");
    EXPECT_TRUE(body["store"].is_bool() && !body["store"].AsBool());
    EXPECT_FALSE(body.Has("previous_response_id"));
    EXPECT_EQ(body["include"].Dump(), R"(["reasoning.encrypted_content"])");
    EXPECT_EQ(body["reasoning"]["effort"].AsString(), "high");
    EXPECT_FALSE(body["instructions"].AsString().empty());
    EXPECT_EQ(body["tools"].AsArray().front()["name"].AsString(), "Read");
    EXPECT_EQ(body["tools"].AsArray().front()["type"].AsString(), "function");
  }
  const Json input = server_->Requests().back()["body"]["input"];
  const Json::Array& items = input.AsArray();
  ASSERT_EQ(items.size(), 7U) << input.Dump(2);
  EXPECT_EQ(items[0]["role"].AsString(), "user");
  EXPECT_EQ(items[1]["type"].AsString(), "reasoning");
  EXPECT_EQ(items[1]["encrypted_content"].AsString(), "c2NyaXB0ZWQ=");
  EXPECT_EQ(items[2]["content"].AsArray().front()["text"].AsString(), "I look.");
  EXPECT_EQ(items[3]["type"].AsString(), "function_call");
  EXPECT_EQ(items[5]["type"].AsString(), "function_call_output");
  EXPECT_EQ(items[5]["call_id"], items[3]["call_id"]);
  EXPECT_EQ(items[5]["output"].AsString(), "     1\tone\n");
  EXPECT_TRUE(items[6]["output"].AsString().starts_with("Error: There is no tool Fly.")) << items[6].Dump();
  // The next request begins as the one before it: the provider has it in its cache.
  const Json first = server_->Requests().front()["body"];
  EXPECT_EQ(first["input"].AsArray().front(), items[0]);
  EXPECT_EQ(first["tools"], server_->Requests().back()["body"]["tools"]);
}

TEST_F(NativeResponses, CachedTokensAreNotCountedTwice) {
  Serve(R"({"a":[{"text":"ok","usage":{"input":900,"output":12,"cache_read":800}}]})");
  const AgentAnswer answer = Ask(kKind, "a", Request());
  EXPECT_EQ(answer.usage.input_tokens, 900);
  EXPECT_EQ(answer.usage.cache_read_tokens, 800);
  EXPECT_EQ(answer.usage.output_tokens, 12);
}

TEST_F(NativeResponses, AModelWithoutReasoningIsNotAskedForIt) {
  Serve(R"({"a":[{"text":"ok"}]})");
  AgentRequest request = Request();
  request.model = "llama3";
  request.effort = "high";
  EXPECT_EQ(Ask(kKind, "a", request).text, "ok");
  EXPECT_FALSE(server_->Requests().back()["body"].Has("include"));
  EXPECT_FALSE(server_->Requests().back()["body"].Has("reasoning"));
}

TEST_F(NativeResponses, AWholeAnswerIsUnderstoodAndSoIsAFilter) {
  Serve(R"({"a":[{"fault":"status","status":200,
     "body":"{\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"whole\"}]}]}"}],
            "b":[{"text":"part","stop":"content_filter"}]})");
  EXPECT_EQ(Ask(kKind, "a", Request()).text, "whole");
  EXPECT_EQ(Ask(kKind, "b", Request()).error_class, ErrorClass::kRefusal);
}

TEST_F(NativeResponses, TheRuntimeIsMadeFromItsName) {
  Serve(R"({"a":[{"text":"ok","times":-1}]})");
  const auto runtime = MakeRuntime("openai-responses:" + server_->Url("a"), {"", "", {{"OPENAI_API_KEY", kSecret}}});
  ASSERT_TRUE(runtime) << Describe(runtime.error());
  EXPECT_EQ((*runtime)->name(), "openai-responses");
  EXPECT_EQ((*runtime)->Ask(Request(), {}).text, "ok");
  EXPECT_EQ(server_->Requests().back()["headers"]["authorization"].AsString(), "Bearer <redacted>");
  EXPECT_TRUE(CheckAgentSpec("openai-responses"));
  const auto without = MakeRuntime("openai-responses", {"", "", {}});
  ASSERT_FALSE(without);
  EXPECT_TRUE(without.error().message.starts_with("the agent `openai-responses` has no key"))
      << without.error().message;
}

}  // namespace
}  // namespace forge::llm
