// Our client against our server, over real sockets.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "agent/tools/mcp_client.h"
#include "os/system.h"
#include "served.h"

namespace forge::mcp {
namespace {

constexpr std::int64_t kLong = 30'000;

McpServerSpec At(const Served& served, const std::string& token = "") {
  McpServerSpec spec;
  spec.name = "forge";
  spec.url = served.url();
  if (!token.empty()) spec.headers["Authorization"] = "Bearer " + token;
  return spec;
}

Result<std::unique_ptr<McpClient>> Opened(const McpServerSpec& spec) {
  return McpClient::Open(MakeHttpTransport(spec, {}), {}, SteadyMs() + kLong, {});
}

TEST(McpClientOverHttp, ListsAndCallsInASession) {
  const Served served("sesame");
  auto client = Opened(At(served, "sesame"));
  ASSERT_TRUE(client) << Describe(client.error());
  const auto& tools = (*client)->tools();
  ASSERT_TRUE(std::ranges::any_of(tools, [](const McpTool& tool) { return tool.name == "echo"; }));
  const auto said = (*client)->Call("echo", Json::MakeObject().Set("text", "hello"), SteadyMs() + kLong, {});
  ASSERT_TRUE(said) << Describe(said.error());
  EXPECT_NE(said->text.find("hello"), std::string::npos);
  const auto unknown = (*client)->Call("no-such", {}, SteadyMs() + kLong, {});
  EXPECT_EQ(unknown.error().code, Code::kInvalid);
}

TEST(McpClientOverHttp, IsToldWhenItIsNotWanted) {
  const Served served("sesame");
  const auto client = Opened(At(served));
  ASSERT_FALSE(client);
  EXPECT_NE(client.error().message.find("requires a token"), std::string::npos) << client.error().message;
}

TEST(McpClientOverHttp, AnAddressWithoutAServerIsUnavailable) {
  McpServerSpec spec;
  {
    const Served served;
    spec = At(served);
  }
  EXPECT_EQ(Opened(spec).error().code, Code::kUnavailable);
}

TEST(McpClientOverHttp, SpeaksTheStatelessProtocolWithItsHeaders) {
  const Served served;
  auto transport = MakeHttpTransport(At(served), {});
  transport->Agree({std::string(kModernVersion), true});
  Json params = Json::MakeObject().Set("name", "echo").Set("arguments", Json::MakeObject().Set("text", "hello"));
  McpRequest request;
  request.id = 7;
  request.message = MakeRequest(7, "tools/call", ModernParams(std::move(params)));
  const auto answer = transport->Exchange(request, SteadyMs() + kLong, {});
  ASSERT_TRUE(answer) << Describe(answer.error());
  EXPECT_EQ((*answer)["result"]["resultType"].AsString(), "complete") << answer->Dump();
}

TEST(McpClientOverHttp, GivesUpACallThatTakesTooLong) {
  const Served served;
  auto client = Opened(At(served));
  ASSERT_TRUE(client);
  const auto late = (*client)->Call("wait", {}, SteadyMs() + 50, {});
  EXPECT_EQ(late.error().code, Code::kIo);
}

}  // namespace
}  // namespace forge::mcp
