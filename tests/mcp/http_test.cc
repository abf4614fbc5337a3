#include <fmt/core.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/strings.h"
#include "served.h"
#include "surface/mcp/testing/twin.h"

namespace forge::mcp {
namespace {

std::unique_ptr<httplib::Client> Connect(const Served& served) {
  auto client = std::make_unique<httplib::Client>("127.0.0.1", served.port());
  client->set_keep_alive(true);
  // It sends headers and body as two packets: the second would wait 40 ms for the first one's receipt.
  client->set_tcp_nodelay(true);
  return client;
}

httplib::Headers ModernHeaders(const std::string& method, const std::string& name = "") {
  httplib::Headers headers = {{"MCP-Protocol-Version", std::string(kModernVersion)}, {"Mcp-Method", method}};
  if (!name.empty()) headers.emplace("Mcp-Name", name);
  return headers;
}

httplib::Result PostModern(httplib::Client& client, const Json& id, const std::string& method, Json params) {
  const std::string name = params["name"].AsString();
  const Json body = MakeRequest(id, method, ModernParams(std::move(params)));
  return client.Post("/mcp", ModernHeaders(method, name), body.Dump(), "application/json");
}

Json Initialize() {
  Json params = Json::MakeObject().Set("protocolVersion", "2025-11-25").Set("capabilities", Json::MakeObject());
  return MakeRequest(1, "initialize", std::move(params));
}

TEST(McpHttp, AStatelessRequestIsAnsweredForItself) {
  const Served served;
  auto client = Connect(served);
  const auto reply = PostModern(*client, 7, "tools/list", Json::MakeObject());
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 200);
  EXPECT_EQ(ParseJson(reply->body).value()["id"].AsInt(), 7);
  EXPECT_EQ(PostModern(*client, 8, "no/such", Json::MakeObject())->status, 404);
}

TEST(McpHttp, HeadersThatDisagreeWithTheBodyAreRefused) {
  const Served served;
  auto client = Connect(served);
  const Json body = MakeRequest(1, "tools/list", ModernParams(Json::MakeObject()));
  const auto reply = client->Post("/mcp", ModernHeaders("tools/call"), body.Dump(), "application/json");
  EXPECT_EQ(reply->status, 400);
  EXPECT_EQ(ParseJson(reply->body).value()["error"]["code"].AsInt(), kHeaderMismatch);
}

TEST(McpHttp, StrangersAreTurnedAway) {
  const Served served;
  auto client = Connect(served);
  for (const auto& [name, value] : {std::pair{"Host", "evil.example.com"}, {"Origin", "http://evil.example.com"}}) {
    httplib::Headers headers = ModernHeaders("server/discover");
    headers.emplace(name, value);
    const Json body = MakeRequest(1, "server/discover", ModernParams(Json::MakeObject()));
    EXPECT_EQ(client->Post("/mcp", headers, body.Dump(), "application/json")->status, 403) << name;
  }
}

TEST(McpHttp, AServerWithATokenWantsIt) {
  const Served served("sesame");
  auto client = Connect(served);
  EXPECT_EQ(client->Post("/mcp", Initialize().Dump(), "application/json")->status, 401);
  const httplib::Headers headers = {{"Authorization", "Bearer sesame"}};
  EXPECT_EQ(client->Post("/mcp", headers, Initialize().Dump(), "application/json")->status, 200);
}

TEST(McpHttp, ASessionBeginsWithInitializeAndEndsWithDelete) {
  const Served served;
  auto client = Connect(served);
  const std::string ping = MakeRequest(2, "ping", Json::MakeObject()).Dump();
  EXPECT_EQ(client->Post("/mcp", ping, "application/json")->status, 400);
  EXPECT_EQ(client->Post("/mcp", {{"Mcp-Session-Id", "unknown"}}, ping, "application/json")->status, 404);
  const auto greeted = client->Post("/mcp", Initialize().Dump(), "application/json");
  const httplib::Headers session = {{"Mcp-Session-Id", greeted->get_header_value("Mcp-Session-Id")}};
  EXPECT_EQ(client->Post("/mcp", session, ping, "application/json")->status, 200);
  const std::string told = MakeNotification("notifications/initialized", {}).Dump();
  EXPECT_EQ(client->Post("/mcp", session, told, "application/json")->status, 202);
  EXPECT_EQ(client->Delete("/mcp", session)->status, 204);
  EXPECT_EQ(client->Post("/mcp", session, ping, "application/json")->status, 404);
}

TEST(McpHttp, WhatIsNoMessageIsRefused) {
  const Served served;
  auto client = Connect(served);
  EXPECT_EQ(client->Post("/mcp", "{", "application/json")->status, 400);
  EXPECT_EQ(client->Post("/mcp", "[]", "application/json")->status, 400);
  EXPECT_EQ(client->Post("/mcp", Initialize().Dump(), "text/plain")->status, 415);
  const httplib::Headers picky = {{"Accept", "text/html"}};
  EXPECT_EQ(client->Post("/mcp", picky, Initialize().Dump(), "application/json")->status, 406);
  EXPECT_EQ(client->Get("/mcp")->status, 405);
}

TEST(McpHttp, ProgressComesOnAStreamBeforeTheAnswer) {
  Served served;
  served.twin.gate.Open();
  auto client = Connect(served);
  Json params = Json::MakeObject().Set("name", "wait").Set("_meta", Json::MakeObject().Set("progressToken", "t"));
  const auto reply = PostModern(*client, 1, "tools/call", params);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->get_header_value("Content-Type"), "text/event-stream");
  EXPECT_LT(reply->body.find("notifications/progress"), reply->body.find("\"result\""));
}

TEST(McpHttp, AStatelessClientThatGoesCancelsItsRequest) {
  Served served;
  auto client = Connect(served);
  client->set_read_timeout(std::chrono::milliseconds(1500));
  Json params = Json::MakeObject().Set("name", "wait");
  EXPECT_FALSE(PostModern(*client, 1, "tools/call", params));
  client.reset();
  // The gate is still closed: only the cancellation lets the call go, and the server's end waits for it.
  served.twin.gate.WaitForVisitor();
}

// Every call gets its own answer, and none another's.
void CallOften(const Served& served, int connection, int calls, std::atomic<int>& wrong) {
  auto client = Connect(served);
  for (int i = 0; i < calls; ++i) {
    const int id = connection * 100'000 + i;
    const std::string text = fmt::format("{}-{}", connection, i);
    Json params = Json::MakeObject().Set("name", i % 5 == 4 ? "unknown" : "echo");
    params.Set("arguments", Json::MakeObject().Set("text", text));
    const bool lists = i % 7 == 3;
    const auto reply = lists ? PostModern(*client, id, "tools/list", Json::MakeObject())
                             : PostModern(*client, id, "tools/call", params);
    const Json json = reply ? ParseJson(reply->body).value_or(Json()) : Json();
    const bool fits = lists        ? json["result"]["tools"].AsArray().size() == 5
                      : i % 5 == 4 ? json["error"]["code"].AsInt() == kInvalidParams
                                   : json["result"]["content"].AsArray().size() == 1 &&
                                         json["result"]["content"].AsArray()[0]["text"].AsString() == text;
    if (!fits || json["id"].AsInt() != id) ++wrong;
  }
}

TEST(McpHttp, TenThousandCallsOfSixteenConnectionsNeverMix) {
  const Served served;
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> connections;
    for (int i = 0; i < 16; ++i) connections.emplace_back([&, i] { CallOften(served, i, 625, wrong); });
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace forge::mcp
