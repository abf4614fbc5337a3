// The native loop with MCP servers as real processes: their tools are offered and called, and a missing or ended server
// does not block the unit.
#include <algorithm>

#include "base/strings.h"
#include "native_fixture.h"
#include "os/process/process.h"
#include "os/system.h"

namespace forge::llm {
namespace {

using Kind = AgentEvent::Kind;
using Words = std::vector<std::string>;

// A server in a few lines of sh: handshake (GREETING), the tools `add` and `odd.name`, calls answered with ANSWER.
constexpr const char* kServer = R"(#!/bin/sh
say() { printf '{"jsonrpc":"2.0","id":%s,%s}\n' "$id" "$1"; }
echo "not JSON at all"
echo '{"jsonrpc":"2.0","id":"s1","method":"roots/list"}'
while IFS= read -r line; do
  case $line in *'"id":'*) id=${line#*'"id":'}; id=${id%%,*} ;; *) continue ;; esac
  case $line in
    *'"method":"initialize"'*) GREETING ;;
    *'"method":"tools/list"'*)
      say '"result":{"tools":[{"name":"add","description":"adds","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}}},{"name":"odd.name","annotations":{"readOnlyHint":true}}]}' ;;
    *'"method":"tools/call"'*) ANSWER ;;
    *'"id":"s1"'*) printf '%s\n' "$line" > refused ;;
  esac
done
echo bye > ended
)";

constexpr const char* kGreets = R"(say '"result":{"protocolVersion":"2025-11-25","capabilities":{}}')";
constexpr const char* kAnswers = R"(say '"result":{"content":[{"type":"text","text":"it is 42"}]}')";

class WithServer : public NativeTest {
 protected:
  McpServerSpec Server(const std::string& greeting, const std::string& answer) const {
    const std::string script = ReplaceAll(ReplaceAll(kServer, "GREETING", greeting), "ANSWER", answer);
    Put("server.sh", script);
    McpServerSpec spec;
    spec.name = "box";
    spec.command = {"/bin/sh", workspace_ + "/server.sh"};
    return spec;
  }
  AgentRequest With(McpServerSpec spec) {
    AgentRequest request = Request();
    request.servers = {std::move(spec)};
    return request;
  }
  std::string LastBody() const { return server_->Requests().back()["body"].Dump(); }
};

INSTANTIATE_TEST_SUITE_P(EachApi, WithServer, kEachApi, ApiName);

TEST_P(WithServer, ItsToolsAreOfferedAndCalled) {
  Serve(R"({"a":[{"tools":[{"name":"mcp__box__add","args":{"a":1}}]},{"text":"ok"}]})");
  const AgentAnswer answer = Ask(GetParam(), "a", With(Server(kGreets, kAnswers)));
  EXPECT_EQ(answer.text, "ok") << answer.error;
  EXPECT_NE(LastBody().find("mcp__box__odd_name"), std::string::npos) << "providers refuse the original name";
  EXPECT_NE(LastBody().find("it is 42"), std::string::npos) << LastBody();
  EXPECT_EQ(EventsOf(Kind::kToolCall), Words{"mcp__box__add"});
  EXPECT_TRUE(EventsOf(Kind::kNotice).empty());
  EXPECT_EQ(Text("ended"), "bye\n") << "a proper server ends by itself";
  EXPECT_NE(Text("refused").find("-32601"), std::string::npos) << "the server's requests are answered";
}

TEST_P(WithServer, AStatelessOneIsSpokenToWithoutAGreeting) {
  Serve(R"({"a":[{"tools":[{"name":"mcp__box__add","args":{"a":1}}]},{"text":"ok"}]})");
  const std::string refuses = R"(say '"error":{"code":-32601,"message":"no such method"}')";
  const std::string looks =
      R"(case $line in *2026-07-28*) say '"result":{"resultType":"complete","content":[{"type":"text","text":"modern"}]}' ;; esac)";
  EXPECT_EQ(Ask(GetParam(), "a", With(Server(refuses, looks))).text, "ok");
  EXPECT_NE(LastBody().find("modern"), std::string::npos);
}

TEST_P(WithServer, OnlyTheToolsThatAreWantedAreOffered) {
  Serve(R"({"a":[{"text":"ok"}]})");
  McpServerSpec spec = Server(kGreets, kAnswers);
  spec.tools = {"odd.name"};
  EXPECT_EQ(Ask(GetParam(), "a", With(spec)).text, "ok");
  EXPECT_EQ(LastBody().find("mcp__box__add"), std::string::npos);
  EXPECT_NE(LastBody().find("mcp__box__odd_name"), std::string::npos);
}

TEST_P(WithServer, OneThatDoesNotAnswerIsDoneWithoutAndToldOnce) {
  Serve(R"({"a":[{"tools":[{"name":"mcp__box__add","args":{}}]},{"text":"ok"}]})");
  McpServerSpec spec = Server(":", kAnswers);
  spec.start_ms = 100;
  EXPECT_EQ(Ask(GetParam(), "a", With(spec)).text, "ok");
  EXPECT_EQ(EventsOf(Kind::kNotice), Words{"continuing without the MCP server `box`: no answer in time (100ms)"});
  EXPECT_NE(LastBody().find("There is no tool mcp__box__add"), std::string::npos);
}

TEST_P(WithServer, OneThatIsNotThereAtAllIsToldWithTheReason) {
  Serve(R"({"a":[{"text":"ok"}]})");
  McpServerSpec spec;
  spec.name = "box";
  spec.command = {"/no/such/program"};
  McpServerSpec other;
  other.name = "other";
  other.missing = "mcp.toml has no such server";
  AgentRequest request = With(spec);
  request.servers.push_back(other);
  EXPECT_EQ(Ask(GetParam(), "a", request).text, "ok");
  EXPECT_EQ(EventsOf(Kind::kNotice),
            (Words{"continuing without the MCP server `box`: program /no/such/program does not exist",
                   "continuing without the MCP server `other`: mcp.toml has no such server"}));
}

TEST_P(WithServer, OneThatDiesInTheMiddleFailsItsCallsAndNothingElse) {
  Serve(R"({"a":[{"tools":[{"name":"mcp__box__add","args":{}}]},{"tools":[{"name":"mcp__box__add","args":{}}]},
                 {"text":"ok"}]})");
  EXPECT_EQ(Ask(GetParam(), "a", With(Server(kGreets, "echo out of paper >&2; exit 3"))).text, "ok");
  EXPECT_EQ(EventsOf(Kind::kNotice), Words{"lost the MCP server `box`: it has ended: out of paper"});
  EXPECT_NE(LastBody().find("The server box has ended."), std::string::npos);
}

TEST_P(WithServer, ACallThatTakesTooLongIsGivenUpAndTheServerStays) {
  Serve(R"({"a":[{"tools":[{"name":"mcp__box__add","args":{"a":1}}]},{"text":"ok"}]})");
  McpServerSpec spec = Server(kGreets, ":");
  spec.call_ms = 50;
  EXPECT_EQ(Ask(GetParam(), "a", With(spec)).text, "ok");
  EXPECT_NE(LastBody().find("no answer in time"), std::string::npos) << LastBody();
  EXPECT_EQ(Text("ended"), "bye\n");
  EXPECT_TRUE(EventsOf(Kind::kNotice).empty());
}

TEST_P(WithServer, AStopDoesNotWaitForIt) {
  Serve(R"({"a":[{"tools":[{"name":"mcp__box__add","args":{}}]},{"text":"never"}]})");
  std::stop_source stop;
  AgentRequest request = With(Server(kGreets, ":"));
  request.on_event = [&](const AgentEvent& event) {
    if (event.kind == Kind::kToolCall) stop.request_stop();
  };
  const AgentAnswer answer = Ask(GetParam(), "a", request, Settings(), stop.get_token());
  EXPECT_EQ(answer.error_class, ErrorClass::kCancelled);
}

TEST_P(WithServer, ItsFailureIsTheModelsToKnow) {
  Serve(R"({"a":[{"tools":[{"name":"mcp__box__add","args":{}}]},{"text":"ok"}]})");
  const std::string fails = R"(say '"result":{"isError":true,"content":[{"type":"text","text":"division by zero"}]}')";
  EXPECT_EQ(Ask(GetParam(), "a", With(Server(kGreets, fails))).text, "ok");
  EXPECT_NE(LastBody().find("division by zero"), std::string::npos);
}

}  // namespace
}  // namespace forge::llm
