// Event streams of a session that broke off and are taken up again.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "raw.h"
#include "served.h"

namespace forge::mcp {
namespace {

std::string RequestHead(const std::string& method, const std::string& more) {
  return fmt::format("{} /mcp HTTP/1.1\r\nHost: localhost\r\n{}", method, more);
}

std::string PostIn(const std::string& session, const Json& message) {
  const std::string body = message.Dump();
  const std::string name = session.empty() ? "" : "Mcp-Session-Id: " + session + "\r\n";
  return RequestHead(
      "POST", fmt::format("Content-Type: application/json\r\n{}Content-Length: {}\r\n\r\n{}", name, body.size(), body));
}

std::string GetStream(const std::string& session, const std::string& last) {
  return RequestHead("GET", fmt::format("Accept: text/event-stream\r\nMcp-Session-Id: {}\r\n{}\r\n", session,
                                        last.empty() ? "" : "Last-Event-ID: " + last + "\r\n"));
}

class Resumed : public ::testing::Test {
 protected:
  void Greet(const char* version) {
    const Raw raw(served_);
    Json params = Json::MakeObject().Set("protocolVersion", version).Set("capabilities", Json::MakeObject());
    raw.Say(PostIn("", MakeRequest(1, "initialize", std::move(params))));
    const std::string heard = raw.Hear("\r\n\r\n");
    const std::size_t at = heard.find("Mcp-Session-Id: ") + 16;
    session_ = heard.substr(at, heard.find("\r\n", at) - at);
  }
  // Calls the tool that waits at the gate, and hears its progress.
  std::string CallAndBreakOff() {
    const Raw raw(served_);
    Json params = Json::MakeObject().Set("name", "wait").Set("arguments", Json::MakeObject());
    params.Set("_meta", Json::MakeObject().Set("progressToken", "p"));
    raw.Say(PostIn(session_, MakeRequest(7, "tools/call", std::move(params))));
    return raw.Hear("at the gate");
  }
  // Everything behind the event, until the stream ends.
  std::string HearAfter(const std::string& event) {
    const Raw raw(served_);
    raw.Say(GetStream(session_, event));
    return raw.Hear("0\r\n\r\n");
  }
  Served served_;
  std::string session_;
};

TEST_F(Resumed, TheAnswerComesOnAStreamThatIsTakenUpAgain) {
  Greet("2025-11-25");
  const std::string before = CallAndBreakOff();
  EXPECT_NE(before.find("id: 1-0\nretry: 1000\ndata:\n\n"), std::string::npos) << before;
  EXPECT_NE(before.find("id: 1-1\nevent: message\ndata: {"), std::string::npos) << before;
  served_.twin.gate.Open();
  const std::string after = HearAfter("1-1");
  EXPECT_EQ(after.find("at the gate"), std::string::npos) << after;
  EXPECT_NE(after.find("id: 1-2\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\""), std::string::npos)
      << after;
  // What the client did not get comes again, also when the answer was sent.
  const std::string all = HearAfter("1-0");
  EXPECT_LT(all.find("at the gate"), all.find("passed"));
  EXPECT_NE(all.find("passed"), std::string::npos) << all;
  EXPECT_EQ(HearAfter("1-2").find("event: message"), std::string::npos);
}

TEST_F(Resumed, WhatIsNotKeptIsSaid) {
  Greet("2025-11-25");
  for (const char* event : {"9-1", "nonsense", "1", "-1-1", "1-x"}) {
    const Raw raw(served_);
    raw.Say(GetStream(session_, event));
    EXPECT_EQ(raw.Hear("\r\n\r\n").substr(0, 12), "HTTP/1.1 400") << event;
  }
}

TEST_F(Resumed, TheSessionsOwnStreamContinuesBehindTheLastEvent) {
  Greet("2025-06-18");
  const auto announce = [&] {
    const Raw raw(served_);
    raw.Say(PostIn(session_, MakeRequest(3, "tools/call", Json::MakeObject().Set("name", "announce"))));
    raw.Hear("announced");
  };
  announce();
  {
    const Raw raw(served_);
    raw.Say(GetStream(session_, ""));
    const std::string heard = raw.Hear("\n\n");
    EXPECT_NE(heard.find("id: 0-1\nevent: message"), std::string::npos) << heard;
    EXPECT_EQ(heard.find("retry"), std::string::npos) << "an older client gets no event without a message";
  }
  announce();
  const Raw raw(served_);
  raw.Say(GetStream(session_, "0-0"));
  const std::string again = raw.Hear("id: 0-2");
  EXPECT_NE(again.find("id: 0-1\n"), std::string::npos) << again;
}

TEST_F(Resumed, AStreamHasOneReader) {
  Greet("2025-11-25");
  const Raw first(served_);
  first.Say(GetStream(session_, ""));
  first.Hear("retry");
  const Raw second(served_);
  second.Say(GetStream(session_, ""));
  second.Hear("retry");
  EXPECT_NE(first.Hear("0\r\n\r\n").find("0\r\n\r\n"), std::string::npos);
}

}  // namespace
}  // namespace forge::mcp
