// What our client sends to servers of both eras, and how it answers what they ask, over real sockets.
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "agent/tools/mcp_client.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::int64_t kWireMs = 30'000;

// A server whose answers a test writes: a result for each method, or whatever `serve` does.
class Scripted {
 public:
  using Serve = std::function<bool(const Json& message, const httplib::Request& asked, httplib::Response& said)>;

  explicit Scripted(Serve serve, httplib::Server::Handler get = nullptr) : serve_(std::move(serve)) {
    server_.Post("/mcp", [this](const auto& asked, auto& said) { Answer(asked, said); });
    if (get) server_.Get("/mcp", std::move(get));
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }
  ~Scripted() {
    server_.stop();
    thread_.join();
  }

  static void Result(const Json& message, const std::string& result, httplib::Response& said) {
    said.set_content(fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", message["id"].Dump(), result),
                     "application/json");
  }

  std::unique_ptr<McpClient> Open(McpClientOptions options = {}) {
    McpServerSpec spec;
    spec.name = "wire";
    spec.url = fmt::format("http://127.0.0.1:{}/mcp", port_);
    auto client = McpClient::Open(MakeHttpTransport(spec, {}), std::move(options), SteadyMs() + kWireMs, {});
    EXPECT_TRUE(client) << Describe(client.error());
    return client ? *std::move(client) : nullptr;
  }

  std::vector<std::string> methods() {
    const std::scoped_lock lock(mutex_);
    return methods_;
  }

 private:
  void Answer(const httplib::Request& asked, httplib::Response& said) {
    const Json message = ParseJson(asked.body).value_or(Json());
    {
      const std::scoped_lock lock(mutex_);
      methods_.push_back(message["method"].AsString());
    }
    if (serve_(message, asked, said)) return;
    said.status = message.Has("id") ? 400 : 202;
  }

  const Serve serve_;
  std::mutex mutex_;  // guards methods_
  std::vector<std::string> methods_;
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
};

constexpr const char* kTools = R"({"resultType":"complete","tools":[{"name":"do","inputSchema":{"type":"object"}}]})";
constexpr const char* kDone = R"({"resultType":"complete","content":[{"type":"text","text":"done"}]})";

// An older server: it refuses to be discovered.
bool ServeOld(const Json& message, httplib::Response& said) {
  const std::string& method = message["method"].AsString();
  if (method == "initialize") {
    said.set_header("Mcp-Session-Id", "s1");
    Scripted::Result(message, R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}}})", said);
  } else if (method == "tools/list") {
    Scripted::Result(message, kTools, said);
  } else {
    return false;
  }
  return true;
}

bool ServeNew(const Json& message, httplib::Response& said) {
  const std::string& method = message["method"].AsString();
  if (method == "server/discover") {
    Scripted::Result(message, R"({"resultType":"complete","supportedVersions":["2026-07-28"]})", said);
  } else if (method == "tools/list") {
    Scripted::Result(message, kTools, said);
  } else {
    return false;
  }
  return true;
}

TEST(McpWire, AnAddressIsAskedForTheNewestVersionAndThenGetsTheHandshake) {
  Scripted old([](const Json& message, const auto&, auto& said) { return ServeOld(message, said); });
  ASSERT_TRUE(old.Open());
  const std::vector<std::string> said = old.methods();
  ASSERT_GE(said.size(), 4U);
  EXPECT_EQ(said[0], "server/discover");
  EXPECT_EQ(said[1], "initialize");
  Scripted now([](const Json& message, const auto&, auto& said_now) { return ServeNew(message, said_now); });
  ASSERT_TRUE(now.Open());
  EXPECT_EQ(now.methods(), (std::vector<std::string>{"server/discover", "tools/list"}));
}

TEST(McpWire, AStreamThatBreaksOffIsTakenUpWhereItEnded) {
  std::mutex mutex;
  Json call;  // the call that waits
  Scripted server(
      [&](const Json& message, const auto&, auto& said) {
        if (message["method"].AsString() != "tools/call") return ServeOld(message, said);
        const std::scoped_lock lock(mutex);
        call = message;
        said.set_content("id: e7\nretry: 60\ndata: \n\n", "text/event-stream");
        return true;
      },
      [&](const httplib::Request& asked, httplib::Response& said) {
        const std::scoped_lock lock(mutex);
        if (asked.get_header_value("Last-Event-ID") != "e7") {
          said.status = 405;
          return;
        }
        const std::string text = fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", call["id"].Dump(), kDone);
        said.set_content("id: e8\ndata: " + text + "\n\n", "text/event-stream");
      });
  const auto client = server.Open();
  const auto outcome = client->Call("do", {}, SteadyMs() + kWireMs, {});
  ASSERT_TRUE(outcome) << Describe(outcome.error());
  EXPECT_EQ(outcome->text, "done");
}

TEST(McpWire, AQuestionOutsideTheCallIsDeclinedAndTold) {
  std::mutex mutex;
  std::condition_variable changed;
  bool called = false;
  std::string answered;
  Scripted server(
      [&](const Json& message, const auto&, auto& said) {
        std::unique_lock lock(mutex);
        if (message["id"].AsString() == "q1") {
          answered = message["result"].Dump();
          changed.notify_all();
          said.status = 202;
          return true;
        }
        if (message["method"].AsString() != "tools/call") return ServeOld(message, said);
        called = true;
        changed.notify_all();
        changed.wait(lock, [&] { return !answered.empty(); });
        Scripted::Result(message, kDone, said);
        return true;
      },
      [&](const httplib::Request&, httplib::Response& said) {
        said.set_chunked_content_provider("text/event-stream", [&](std::size_t, httplib::DataSink& sink) {
          std::unique_lock lock(mutex);
          changed.wait(lock, [&] { return called; });
          const std::string question =
              R"(data: {"jsonrpc":"2.0","id":"q1","method":"elicitation/create","params":{"message":"Sure?"}})";
          sink.write((question + "\n\n").data(), question.size() + 2);
          sink.done();
          return true;
        });
      });
  std::vector<std::string> notices;
  McpClientOptions options;
  options.notice = [&](const std::string& text) { notices.push_back(text); };
  {
    const auto client = server.Open(std::move(options));
    EXPECT_EQ(client->Call("do", {}, SteadyMs() + kWireMs, {})->text, "done");
  }
  EXPECT_EQ(answered, R"({"action":"decline"})");
  EXPECT_EQ(notices, std::vector<std::string>{"asked \"Sure?\": declined, because no person can answer during a unit"});
}

TEST(McpWire, AQuestionInTheResultIsAnsweredInTheNextRoundWithItsState) {
  std::vector<Json> calls;
  Scripted server([&](const Json& message, const auto&, auto& said) {
    if (message["method"].AsString() != "tools/call") return ServeNew(message, said);
    calls.push_back(message);
    const bool answered = message["params"].Has("inputResponses");
    Scripted::Result(message,
                     answered ? kDone : R"({"resultType":"input_required","requestState":"opaque","inputRequests":{"k":
                                  {"method":"elicitation/create","params":{"message":"Sure?","requestedSchema":
                                  {"properties":{"yes":{"type":"boolean","default":true}}}}}}})",
                     said);
    return true;
  });
  McpClientOptions options;
  options.accepts_defaults = true;
  const auto client = server.Open(std::move(options));
  EXPECT_EQ(client->Call("do", {}, SteadyMs() + kWireMs, {})->text, "done");
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_NE(calls[0]["id"].Dump(), calls[1]["id"].Dump());
  EXPECT_EQ(calls[1]["params"]["requestState"].AsString(), "opaque");
  EXPECT_EQ(calls[1]["params"]["inputResponses"].Dump(), R"({"k":{"action":"accept","content":{"yes":true}}})");
  EXPECT_EQ(calls[1]["params"]["arguments"].Dump(), "{}");
}

TEST(McpWire, ArgumentsAreRepeatedInHeadersAndAnInvalidToolIsNotOffered) {
  std::string region;
  Scripted server([&](const Json& message, const httplib::Request& asked, httplib::Response& said) {
    const std::string& method = message["method"].AsString();
    if (method == "tools/list") {
      Scripted::Result(message,
                       R"({"tools":[{"name":"do","inputSchema":{"type":"object","properties":{
                           "region":{"type":"string","x-mcp-header":"Region"}}}},
                           {"name":"bad","inputSchema":{"type":"object","properties":{
                           "score":{"type":"number","x-mcp-header":"Score"}}}}]})",
                       said);
      return true;
    }
    if (method != "tools/call") return ServeNew(message, said);
    region = asked.get_header_value("Mcp-Param-Region");
    EXPECT_EQ(asked.get_header_value("Mcp-Name"), "do");
    Scripted::Result(message, kDone, said);
    return true;
  });
  std::vector<std::string> notices;
  McpClientOptions options;
  options.notice = [&](const std::string& text) { notices.push_back(text); };
  const auto client = server.Open(std::move(options));
  ASSERT_EQ(client->tools().size(), 1U);
  EXPECT_EQ(notices,
            std::vector<std::string>{"offers the tool `bad`, which cannot be called: x-mcp-header of `score` is "
                                     "no string, integer or boolean"});
  const Json arguments = Json::MakeObject().Set("region", " padded");
  EXPECT_EQ(client->Call("do", arguments, SteadyMs() + kWireMs, {})->text, "done");
  EXPECT_EQ(region, "=?base64?IHBhZGRlZA==?=");
}

}  // namespace
}  // namespace forge
