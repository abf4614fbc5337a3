#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "agent/native/http_client.h"
#include "agent/native/sse.h"
#include "agent/tools/mcp_headers.h"
#include "agent/tools/mcp_transport.h"
#include "base/strings.h"
#include "os/system.h"
#include "os/thread.h"

namespace forge {
namespace {

constexpr std::size_t kLargestAnswer = std::size_t{16} << 20;
constexpr std::int64_t kAsideMs = 2000;       // for requests without an awaited answer
constexpr std::int64_t kReconnectMs = 1000;   // if the server does not say how long to wait
constexpr std::int64_t kShortestWaitMs = 50;  // whatever the server says
constexpr std::int64_t kRenewMs = 10'000;     // for a new token, however little the request itself may take
constexpr int kMostRenewals = 2;              // of the right to be answered, for one request
constexpr std::int64_t kOpenMs = 500;         // for the stream of its requests

// Which member of the params a header repeats.
std::string_view HeaderMember(std::string_view method) { return method == "resources/read" ? "uri" : "name"; }

// What was heard of one exchange, over all its connections.
struct Hearing {
  std::optional<std::int64_t> id;  // of the request; none: nothing is awaited
  std::optional<Json> found;       // the response
  std::string last_event;          // where to take the stream up again; empty: it cannot be
  std::int64_t wait_ms = kReconnectMs;
  std::optional<Error> refused;  // it wants a login
};

class HttpTransport : public McpTransport {
 public:
  HttpTransport(const McpServerSpec& server, const McpPlace& place)
      : server_(server), environment_(place.env), authorizer_(place.authorizer) {}
  ~HttpTransport() override;

  Result<Json> Exchange(const McpRequest& request, std::int64_t until_ms, const std::stop_token& stop) override;
  void Notify(const Json& notification) override;
  void Agree(const McpVersion& version) override;
  void AnswerWith(Answerer answerer) override { answerer_ = std::move(answerer); }
  void Listen() override;
  bool answers_any_request() const override { return true; }

 private:
  HttpRequest Dressed(const Json& message, std::int64_t until_ms);
  HttpRequest DressedAgain(const std::string& last_event, std::int64_t until_ms);
  HttpAnswer Converse(const HttpRequest& request, Hearing& hearing, const std::stop_token& stop);
  HttpAnswer ConverseOnce(const HttpRequest& request, Hearing& hearing, const std::stop_token& stop);
  bool Take(const Json& message, Hearing& hearing);
  bool MayResume(const HttpAnswer& answer, const Hearing& hearing);
  void Hear(const std::stop_token& stop);
  void Opened();

  const McpServerSpec server_;
  const std::map<std::string, std::string> environment_;
  const std::shared_ptr<Authorizer> authorizer_;
  Answerer answerer_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable_any changed_;
  McpVersion version_;
  std::string session_;
  bool opening_ = false;   // the stream of the server's requests
  std::jthread listener_;  // last: it uses everything above
};

// Returns false if `stop` or the deadline came first.
bool WaitMs(std::int64_t ms, std::int64_t until_ms, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  const bool in_time = SteadyMs() + ms < until_ms;
  if (in_time) never.wait_for(lock, stop, std::chrono::milliseconds(ms), [] { return false; });
  return in_time && !stop.stop_requested();
}

// Tells the server to drop the session.
HttpTransport::~HttpTransport() {
  if (listener_.joinable()) {
    listener_.request_stop();
    listener_.join();
  }
  if (session_.empty()) return;
  HttpRequest request = Dressed({}, SteadyMs() + kAsideMs);
  request.method = "DELETE";
  if (authorizer_) request.headers.emplace_back("Authorization", "Bearer " + authorizer_->token());
  HttpClient client(environment_);
  (void)client.Post(request, [](std::string_view) { return true; }, {});
}

void HttpTransport::Notify(const Json& notification) {
  const std::int64_t until = SteadyMs() + kAsideMs;
  Hearing nothing;
  (void)Converse(Dressed(notification, until), nothing, {});
}

void HttpTransport::Agree(const McpVersion& version) {
  const std::scoped_lock lock(mutex_);
  version_ = version;
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
    const std::string& method = message["method"].AsString();
    request.headers.emplace_back("Mcp-Method", method);
    if (const std::string& name = message["params"][HeaderMember(method)].AsString(); !name.empty()) {
      request.headers.emplace_back("Mcp-Name", HeaderText(name));
    }
  }
  return request;
}

// For the rest of a stream; without `last_event`, for the stream of the server's own requests.
HttpRequest HttpTransport::DressedAgain(const std::string& last_event, std::int64_t until_ms) {
  HttpRequest request = Dressed({}, until_ms);
  request.method = "GET";
  std::erase_if(request.headers, [](const auto& header) { return header.first == "Content-Type"; });
  for (auto& [name, value] : request.headers) {
    if (name == "Accept") value = "text/event-stream";
  }
  if (!last_event.empty()) request.headers.emplace_back("Last-Event-ID", last_event);
  return request;
}

// Returns false if this is the response that is awaited. What the server asks meanwhile is answered at once.
bool HttpTransport::Take(const Json& message, Hearing& hearing) {
  if (message.Has("method")) {
    if (message.Has("id") && answerer_) Notify(answerer_(message));
    return true;
  }
  const bool ours = hearing.id && (message["id"].AsInt(-1) == *hearing.id || message["id"].is_null());
  if (ours && (message.Has("result") || message["error"].is_object())) hearing.found = message;
  return !hearing.found;
}

// A server that refuses the request for want of a login gets it again with another token.
HttpAnswer HttpTransport::Converse(const HttpRequest& request, Hearing& hearing, const std::stop_token& stop) {
  if (!authorizer_) return ConverseOnce(request, hearing, stop);
  const std::int64_t until = SteadyMs() + std::max<std::int64_t>(request.wall.count(), kRenewMs);
  for (int renewals = 0;; ++renewals) {
    const std::string token = authorizer_->token();
    HttpRequest authorized = request;
    if (!token.empty()) authorized.headers.emplace_back("Authorization", "Bearer " + token);
    HttpAnswer answer = ConverseOnce(authorized, hearing, stop);
    const std::string& challenge = answer.headers["www-authenticate"];
    const bool wants_more = answer.status == 403 && challenge.find("insufficient_scope") != std::string::npos;
    if ((answer.status != 401 && !wants_more) || renewals == kMostRenewals) return answer;
    if (const Status renewed = authorizer_->Renew(token, challenge, until, stop); !renewed) {
      hearing.refused = renewed.error();
      return answer;
    }
    hearing.found.reset();
  }
}

// A separate connection per call: calls run in parallel, and a stream may stay open for long.
HttpAnswer HttpTransport::ConverseOnce(const HttpRequest& request, Hearing& hearing, const std::stop_token& stop) {
  HttpClient client(environment_);
  SseParser events;
  std::string whole;
  bool begun = false, is_whole = false;
  const auto take_event = [&](std::string_view, std::string_view data) {
    auto json = ParseJson(data);
    return !json || Take(*json, hearing);
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
    if (json) (void)Take(*json, hearing);
  } else {
    events.End(take_event);
  }
  if (!events.last_id().empty()) hearing.last_event = events.last_id();
  if (events.retry_ms()) hearing.wait_ms = std::max(kShortestWaitMs, *events.retry_ms());
  const auto session = answer.headers.find("mcp-session-id");
  const std::scoped_lock lock(mutex_);
  if (session != answer.headers.end() && !version_.stateless) session_ = session->second;
  return answer;
}

// A server may end a stream and expect us to come back for the rest, or the network ended it.
bool HttpTransport::MayResume(const HttpAnswer& answer, const Hearing& hearing) {
  using enum HttpAnswer::End;
  const std::scoped_lock lock(mutex_);
  if (hearing.found || hearing.last_event.empty() || version_.stateless) return false;
  return (answer.end == kComplete && answer.status < 300) || answer.end == kCut || answer.end == kNetwork;
}

Result<Json> HttpTransport::Exchange(const McpRequest& request, std::int64_t until_ms, const std::stop_token& stop) {
  if (request.may_ask) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, stop, std::chrono::milliseconds(kOpenMs), [&] { return !opening_; });
  }
  Hearing hearing;
  hearing.id = request.id;
  HttpRequest dressed = Dressed(request.message, until_ms);
  dressed.headers.insert(dressed.headers.end(), request.headers.begin(), request.headers.end());
  HttpAnswer answer = Converse(dressed, hearing, stop);
  while (MayResume(answer, hearing) && WaitMs(hearing.wait_ms, until_ms, stop)) {
    answer = Converse(DressedAgain(hearing.last_event, until_ms), hearing, stop);
  }
  if (hearing.refused) return std::unexpected(*hearing.refused);
  if (hearing.found) return *std::move(hearing.found);
  if (answer.end == HttpAnswer::End::kCancelled) return Fail(Code::kCancelled, "stopped on request");
  if (answer.end == HttpAnswer::End::kTimedOut) return Fail(Code::kIo, "no answer in time");
  if (answer.status >= 400) return Fail(Code::kUnavailable, fmt::format("it answered with status {}", answer.status));
  if (answer.error.empty()) return Fail(Code::kIo, "its answer cannot be read");
  return Fail(Code::kUnavailable, answer.error);
}

// Only a server with sessions knows whom to ask outside an exchange.
void HttpTransport::Listen() {
  const std::scoped_lock lock(mutex_);
  if (session_.empty()) return;
  auto listener = StartThread([this](const std::stop_token& stop) { Hear(stop); });
  if (!listener) return;
  opening_ = true;
  listener_ = *std::move(listener);
}

void HttpTransport::Opened() {
  const std::scoped_lock lock(mutex_);
  opening_ = false;
  changed_.notify_all();
}

void HttpTransport::Hear(const std::stop_token& stop) {
  constexpr std::int64_t kNever = std::int64_t{1} << 53;
  Hearing hearing;
  do {
    HttpRequest request = DressedAgain(hearing.last_event, SteadyMs() + kAsideMs);
    request.wall = {};
    request.on_head = [this] { Opened(); };
    const HttpAnswer answer = Converse(request, hearing, stop);
    Opened();
    // Many servers have no such stream. One that can be taken up again has names for its events.
    if (!MayResume(answer, hearing)) return;
  } while (WaitMs(hearing.wait_ms, kNever, stop));
}

}  // namespace

std::unique_ptr<McpTransport> MakeHttpTransport(const McpServerSpec& server, const McpPlace& place) {
  return std::make_unique<HttpTransport>(server, place);
}

}  // namespace forge
