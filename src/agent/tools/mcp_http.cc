#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "agent/native/http_client.h"
#include "agent/native/sse.h"
#include "agent/tools/mcp_transport.h"
#include "base/strings.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::size_t kLargestAnswer = std::size_t{16} << 20;
constexpr std::int64_t kAsideMs = 2000;  // for requests without an awaited answer

class HttpTransport : public McpTransport {
 public:
  HttpTransport(const McpServerSpec& server, const McpPlace& place) : server_(server), environment_(place.env) {}
  ~HttpTransport() override;

  Result<Json> Exchange(std::int64_t id, const Json& request, std::int64_t until_ms,
                        const std::stop_token& stop) override;
  void Notify(const Json& notification) override { (void)Post(notification, SteadyMs() + kAsideMs, {}, nullptr); }
  void Agree(const McpVersion& version) override {
    const std::scoped_lock lock(mutex_);
    version_ = version;
  }

 private:
  using Take = std::function<bool(const Json& message)>;  // false: found the response

  HttpAnswer Post(const Json& message, std::int64_t until_ms, const std::stop_token& stop, const Take& take);
  HttpRequest Dressed(const Json& message, std::int64_t until_ms);

  const McpServerSpec server_;
  const std::map<std::string, std::string> environment_;
  std::mutex mutex_;  // guards what follows
  McpVersion version_;
  std::string session_;
};

// Tells the server to drop the session.
HttpTransport::~HttpTransport() {
  if (session_.empty()) return;
  HttpRequest request = Dressed({}, SteadyMs() + kAsideMs);
  request.method = "DELETE";
  HttpClient client(environment_);
  (void)client.Post(request, [](std::string_view) { return true; }, {});
}

HttpRequest HttpTransport::Dressed(const Json& message, std::int64_t until_ms) {
  HttpRequest request;
  request.url = server_.url;
  request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}};
  for (const auto& [name, value] : server_.headers) request.headers.emplace_back(name, value);
  if (!message.is_null()) request.body = message.Dump();
  request.most = kLargestAnswer;
  const std::int64_t left = std::max<std::int64_t>(1, until_ms - SteadyMs());
  request.connect = request.wall = std::chrono::milliseconds(left);
  const std::scoped_lock lock(mutex_);
  if (!session_.empty()) request.headers.emplace_back("Mcp-Session-Id", session_);
  if (!version_.version.empty()) request.headers.emplace_back("MCP-Protocol-Version", version_.version);
  if (version_.stateless && message.Has("method")) {
    request.headers.emplace_back("Mcp-Method", message["method"].AsString());
    if (const std::string& name = message["params"]["name"].AsString(); !name.empty()) {
      request.headers.emplace_back("Mcp-Name", name);
    }
  }
  return request;
}

// A separate connection per call: calls run in parallel, and a stream may stay open for long.
HttpAnswer HttpTransport::Post(const Json& message, std::int64_t until_ms, const std::stop_token& stop,
                               const Take& take) {
  const HttpRequest request = Dressed(message, until_ms);
  HttpClient client(environment_);
  SseParser events;
  std::string whole;
  bool begun = false, is_whole = false;
  const auto take_event = [&](std::string_view, std::string_view data) {
    auto json = ParseJson(data);
    return !json || !take || take(*json);
  };
  HttpAnswer answer = client.Post(
      request,
      [&](std::string_view chunk) {
        if (!begun && Trim(chunk).empty()) return true;
        if (!begun) is_whole = std::string_view("{[").find(Trim(chunk).front()) != std::string_view::npos;
        begun = true;
        if (!is_whole) return events.Feed(chunk, take_event) && !events.overflowed();
        whole += chunk;
        return true;
      },
      stop);
  if (is_whole || answer.status >= 400) {
    auto json = ParseJson(is_whole ? whole : answer.body);
    if (json && take) (void)take(*json);
  } else {
    events.End(take_event);
  }
  const auto session = answer.headers.find("mcp-session-id");
  const std::scoped_lock lock(mutex_);
  if (session != answer.headers.end()) session_ = session->second;
  return answer;
}

Result<Json> HttpTransport::Exchange(std::int64_t id, const Json& request, std::int64_t until_ms,
                                     const std::stop_token& stop) {
  std::optional<Json> found;
  const HttpAnswer answer = Post(request, until_ms, stop, [&](const Json& message) {
    const bool ours = !message.Has("method") && (message["id"].AsInt(-1) == id || message["id"].is_null());
    if (ours && (message.Has("result") || message.Has("error"))) found = message;
    return !found;
  });
  if (found) return *std::move(found);
  if (answer.end == HttpAnswer::End::kCancelled) return Fail(Code::kCancelled, "stopped on request");
  if (answer.end == HttpAnswer::End::kTimedOut) return Fail(Code::kIo, "no answer in time");
  if (answer.status >= 400) return Fail(Code::kUnavailable, fmt::format("it answered with status {}", answer.status));
  if (answer.error.empty()) return Fail(Code::kIo, "its answer cannot be read");
  return Fail(Code::kUnavailable, answer.error);
}

}  // namespace

std::unique_ptr<McpTransport> MakeHttpTransport(const McpServerSpec& server, const McpPlace& place) {
  return std::make_unique<HttpTransport>(server, place);
}

}  // namespace forge
