// What no well-behaved client sends: bytes of our own choice to the server's port.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "raw.h"
#include "served.h"

namespace forge::mcp {
namespace {

std::string Ping(const std::string& more, const std::string& body) {
  return "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
         "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: server/discover\r\n" +
         more + "\r\n" + body;
}

std::string Discover(int id) { return MakeRequest(id, "server/discover", ModernParams(Json::MakeObject())).Dump(); }

TEST(RawHttp, WhatIsNoRequestIsRefusedAndTheConnectionEnds) {
  const Served served;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"garbage\r\n\r\n", "400"},
      {std::string("\0\0\0\0\r\n\r\n", 8), "400"},
      {"GET / HTTP/9.9\r\nHost: x\r\n\r\n", "400"},
      {"GET /mcp%00 HTTP/1.1\r\nHost: localhost\r\n\r\n", "400"},
      {"POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "400"},
      {Ping("Content-Length: 104857600\r\n", ""), "413"},
      {Ping("Transfer-Encoding: chunked\r\n", "fffffff0\r\n"), "413"},
      {Ping("Transfer-Encoding: chunked\r\n", "nonsense\r\n"), "400"},
      {"GET /" + std::string(200'000, 'x'), "431"},
  };
  for (const auto& [bytes, status] : cases) {
    const Raw raw(served);
    raw.Say(bytes);
    EXPECT_EQ(raw.Hear().substr(0, 12), "HTTP/1.1 " + status) << bytes.substr(0, 60);
  }
}

TEST(RawHttp, OtherPlacesAndMethodsAreNotServed) {
  const Served served;
  const Raw raw(served);
  raw.Say("GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(raw.Hear("\r\n\r\n").substr(0, 12), "HTTP/1.1 404");
  raw.Say("PUT /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(raw.Hear("\r\n\r\n").substr(0, 12), "HTTP/1.1 405");
}

TEST(RawHttp, ABodyInChunksIsABody) {
  const Served served;
  const Raw raw(served);
  const std::string body = Discover(7);
  raw.Say(Ping("Transfer-Encoding: chunked\r\nConnection: close\r\n", ""));
  raw.Say(fmt::format("{:x}\r\n{}\r\n", 10, body.substr(0, 10)));
  raw.Say(fmt::format("{:x}\r\n{}\r\n0\r\n\r\n", body.size() - 10, body.substr(10)));
  EXPECT_NE(raw.Hear().find("\"id\":7"), std::string::npos);
}

TEST(RawHttp, AClientThatWaitsFor100ContinueGetsIt) {
  const Served served;
  const Raw raw(served);
  const std::string body = Discover(8);
  raw.Say(Ping(fmt::format("Expect: 100-continue\r\nConnection: close\r\nContent-Length: {}\r\n", body.size()), ""));
  EXPECT_EQ(raw.Hear("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  raw.Say(body);
  EXPECT_NE(raw.Hear().find("\"id\":8"), std::string::npos);
}

TEST(RawHttp, RequestsInARowAreAnsweredInTheirOrder) {
  const Served served;
  const Raw raw(served);
  std::string all;
  for (int id : {1, 2, 3}) {
    const std::string body = Discover(id);
    all += Ping(fmt::format("Content-Length: {}\r\n{}", body.size(), id == 3 ? "Connection: close\r\n" : ""), body);
  }
  raw.Say(all);
  const std::string heard = raw.Hear();
  EXPECT_LT(heard.find("\"id\":1"), heard.find("\"id\":2"));
  EXPECT_LT(heard.find("\"id\":2"), heard.find("\"id\":3"));
  EXPECT_NE(heard.find("\"id\":3"), std::string::npos) << heard;
}

TEST(RawHttp, AClientThatClosesItsSideStillGetsItsAnswer) {
  const Served served;
  const Raw raw(served);
  const std::string body = Discover(9);
  raw.Say(Ping(fmt::format("Content-Length: {}\r\n", body.size()), body));
  raw.HalfClose();
  EXPECT_NE(raw.Hear().find("\"id\":9"), std::string::npos);
}

TEST(RawHttp, AClientThatLeavesMidwayHarmsNoOther) {
  const Served served;
  for (int i = 0; i < 50; ++i) {
    const Raw raw(served);
    raw.Say(Ping("Content-Length: 1000\r\n", "{").substr(0, static_cast<std::size_t>(i) * 5));
  }
  const Raw raw(served);
  const std::string body = Discover(10);
  raw.Say(Ping(fmt::format("Connection: close\r\nContent-Length: {}\r\n", body.size()), body));
  EXPECT_NE(raw.Hear().find("\"id\":10"), std::string::npos);
}

}  // namespace
}  // namespace forge::mcp
