#include "surface/mcp/http.h"

#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/strings.h"
#include "service/mcp_pipe.h"
#include "service/worker_pool.h"
#include "surface/mcp/http_rules.h"
#include "surface/mcp/http_stream.h"

namespace forge::mcp {
namespace {

constexpr const char* kPath = "/mcp";
constexpr const char* kJson = "application/json";
constexpr const char* kEvents = "text/event-stream";
// An answer that takes longer comes as a stream: only there can we see that the client has gone.
constexpr std::chrono::milliseconds kPatience{1000};
constexpr std::chrono::milliseconds kLook{100};
constexpr std::size_t kMostSessions = 1000;
constexpr std::size_t kMostAside = 1000;  // messages that wait for a session's own stream

// A thread for each connection: streams stay open for hours.
class Threads : public httplib::TaskQueue {
 public:
  Threads() : pool_(std::make_unique<WorkerPool>()) {}
  void enqueue(std::function<void()> job) override { pool_->Run(std::move(job)); }
  void shutdown() override { pool_.reset(); }

 private:
  std::unique_ptr<WorkerPool> pool_;
};

struct Session {
  std::shared_ptr<Peer> peer;
  std::shared_ptr<HttpStream> aside;
};

std::optional<std::string> HeaderOf(const httplib::Request& request, const std::string& name) {
  if (!request.has_header(name.c_str())) return std::nullopt;
  return request.get_header_value(name.c_str());
}

bool Accepts(const httplib::Request& request, std::string_view type) {
  const std::string accept = Lower(HeaderOf(request, "Accept").value_or("*/*"));
  return accept.find(type) != std::string::npos || accept.find("*/*") != std::string::npos;
}

void Reply(httplib::Response& response, int status, const RpcError& error) {
  response.status = status;
  response.set_content(MakeError({}, error).Dump(), kJson);
}

class Endpoint {
 public:
  Endpoint(Server& server, const HttpOptions& options) : server_(server), options_(options) {}

  Status Serve();

 private:
  // False: refused, and the response says why.
  bool MayAsk(const httplib::Request& request, httplib::Response& response) const;
  void Post(const httplib::Request& request, httplib::Response& response);
  void PostModern(const httplib::Request& request, httplib::Response& response, const Json& body);
  void PostLegacy(const httplib::Request& request, httplib::Response& response, const Json& body);
  void Greet(httplib::Response& response, const Json& body);
  void Get(const httplib::Request& request, httplib::Response& response);
  void Delete(const httplib::Request& request, httplib::Response& response);

  // Hands the request over and answers with what comes back: JSON when that is the answer, a stream otherwise.
  // `leaves`: the client's going cancels the request.
  void Exchange(const std::shared_ptr<Peer>& peer, httplib::Response& response, const Json& body, bool leaves);
  void Stream(std::shared_ptr<HttpStream> stream, httplib::Response& response, std::function<void()> at_end);
  std::optional<Session> FindSession(const httplib::Request& request, httplib::Response& response);

  Server& server_;
  const HttpOptions& options_;
  httplib::Server http_;
  std::atomic<bool> ending_ = false;
  std::mutex mutex_;  // guards sessions_
  std::map<std::string, Session> sessions_;
};

bool Endpoint::MayAsk(const httplib::Request& request, httplib::Response& response) const {
  const auto origin = HeaderOf(request, "Origin");
  // A page of a stranger that a browser leads to us names another host.
  if (!IsOwnHost(HeaderOf(request, "Host").value_or(""), options_.host) ||
      (origin && !IsOwnOrigin(*origin, options_.host))) {
    Reply(response, 403, {kInvalidRequest, "this Host or Origin is not served", {}, true});
    return false;
  }
  const std::string wanted = "Bearer " + options_.token;
  if (!options_.token.empty() && HeaderOf(request, "Authorization").value_or("") != wanted) {
    response.set_header("WWW-Authenticate", "Bearer");
    Reply(response, 401, {kInvalidRequest, "this server needs its token: Authorization: Bearer TOKEN", {}, true});
    return false;
  }
  return true;
}

void Endpoint::Stream(std::shared_ptr<HttpStream> stream, httplib::Response& response, std::function<void()> at_end) {
  response.set_header("Cache-Control", "no-store");
  auto provide = [this, stream](std::size_t, httplib::DataSink& sink) {
    const HttpStream::Item item = stream->Next(kLook);
    if (ending_ || item.kind == HttpStream::Item::Kind::kEnd) {
      sink.done();
      return true;
    }
    if (item.kind == HttpStream::Item::Kind::kNothing) return sink.is_writable();
    const std::string event = "event: message\ndata: " + item.text + "\n\n";
    if (!sink.write(event.data(), event.size())) return false;
    if (item.kind == HttpStream::Item::Kind::kAnswer) sink.done();
    return true;
  };
  response.set_chunked_content_provider(kEvents, std::move(provide), [at_end = std::move(at_end)](bool) { at_end(); });
}

void Endpoint::Exchange(const std::shared_ptr<Peer>& peer, httplib::Response& response, const Json& body, bool leaves) {
  auto stream = std::make_shared<HttpStream>();
  server_.Receive(peer, stream, body);
  if (!body.Has("id") || !body.Has("method")) {
    const HttpStream::Item refusal = stream->Next(std::chrono::milliseconds(0));
    if (refusal.kind != HttpStream::Item::Kind::kAnswer) {
      response.status = 202;  // a notification or a response: taken, and that is all
      return;
    }
    stream->PutBack(refusal);
  }
  HttpStream::Item first = stream->Next(kPatience);
  if (first.kind == HttpStream::Item::Kind::kAnswer) {
    response.status = first.status;
    return response.set_content(first.text, kJson);
  }
  if (first.kind == HttpStream::Item::Kind::kMessage) stream->PutBack(std::move(first));
  Stream(std::move(stream), response, [peer, leaves] {
    if (leaves) peer->Leave();
  });
}

void Endpoint::Post(const httplib::Request& request, httplib::Response& response) {
  if (!MayAsk(request, response)) return;
  if (!Lower(HeaderOf(request, "Content-Type").value_or("")).starts_with(kJson)) {
    return Reply(response, 415, {kInvalidRequest, "Content-Type must be application/json", {}, true});
  }
  if (!Accepts(request, kJson) || !Accepts(request, kEvents)) {
    return Reply(response, 406,
                 {kInvalidRequest, "Accept must allow application/json and text/event-stream", {}, true});
  }
  auto body = ParseJson(request.body);
  if (!body) return Reply(response, 400, {kParseError, "no JSON: " + body.error().message, {}, true});
  if (!body->is_object()) return Reply(response, 400, {kInvalidRequest, "a message is an object", {}, true});
  const bool in_session = request.has_header("Mcp-Session-Id");
  const bool modern =
      HeaderOf(request, "MCP-Protocol-Version") == std::string(kModernVersion) || ClaimsModern((*body)["params"]);
  return modern && !in_session ? PostModern(request, response, *body) : PostLegacy(request, response, *body);
}

void Endpoint::PostModern(const httplib::Request& request, httplib::Response& response, const Json& body) {
  const Headers headers = [&request](const std::string& name) { return HeaderOf(request, name); };
  if (body.Has("id") && body.Has("method")) {
    if (auto fits = CheckModernHeaders(headers, body, server_.catalog()); !fits) {
      response.status = 400;
      return response.set_content(MakeError(body["id"], fits.error()).Dump(), kJson);
    }
  }
  Exchange(server_.Join(Era::kModern, nullptr), response, body, true);
}

void Endpoint::PostLegacy(const httplib::Request& request, httplib::Response& response, const Json& body) {
  if (body["method"].AsString() == "initialize" && !request.has_header("Mcp-Session-Id")) {
    return Greet(response, body);
  }
  auto session = FindSession(request, response);
  if (session) Exchange(session->peer, response, body, false);
}

void Endpoint::Greet(httplib::Response& response, const Json& body) {
  auto name = options_.make_secret();
  if (!name) return Reply(response, 500, {kInternalError, name.error().message, {}, true});
  Session session;
  session.aside = std::make_shared<HttpStream>(kMostAside);
  session.peer = server_.Join(Era::kLegacy, session.aside);
  Exchange(session.peer, response, body, false);
  if (!session.peer->greeting()) return;  // refused
  const std::scoped_lock lock(mutex_);
  if (sessions_.size() >= kMostSessions) {
    return Reply(response, 503, {kInternalError, "too many sessions: end one first", {}, true});
  }
  response.set_header("Mcp-Session-Id", *name);
  sessions_.emplace(*name, std::move(session));
}

std::optional<Session> Endpoint::FindSession(const httplib::Request& request, httplib::Response& response) {
  const auto name = HeaderOf(request, "Mcp-Session-Id");
  if (!name) {
    Reply(response, 400, {kInvalidRequest, "the header Mcp-Session-Id is missing: begin with `initialize`", {}, true});
    return std::nullopt;
  }
  const std::scoped_lock lock(mutex_);
  const auto found = sessions_.find(*name);
  if (found == sessions_.end()) {
    Reply(response, 404, {kInvalidRequest, "no such session: begin with `initialize`", {}, true});
    return std::nullopt;
  }
  return found->second;
}

void Endpoint::Get(const httplib::Request& request, httplib::Response& response) {
  if (!MayAsk(request, response)) return;
  if (!Accepts(request, kEvents)) {
    return Reply(response, 406, {kInvalidRequest, "Accept must allow text/event-stream", {}, true});
  }
  if (!request.has_header("Mcp-Session-Id")) {
    response.set_header("Allow", "POST, DELETE");
    return Reply(response, 405, {kInvalidRequest, "only a session has a stream of its own", {}, true});
  }
  auto session = FindSession(request, response);
  if (session) Stream(session->aside, response, [] {});
}

void Endpoint::Delete(const httplib::Request& request, httplib::Response& response) {
  if (!MayAsk(request, response)) return;
  auto session = FindSession(request, response);
  if (!session) return;
  session->peer->Leave();
  session->aside->Drop();
  const std::scoped_lock lock(mutex_);
  sessions_.erase(*HeaderOf(request, "Mcp-Session-Id"));
  response.status = 204;
}

Status Endpoint::Serve() {
  http_.new_task_queue = [] { return new Threads; };
  http_.set_payload_max_length(kLongestMessage);
  http_.set_keep_alive_timeout(5);
  http_.set_keep_alive_max_count(1'000'000);
  http_.set_tcp_nodelay(true);
  http_.Post(kPath, [this](const auto& request, auto& response) { Post(request, response); });
  http_.Get(kPath, [this](const auto& request, auto& response) { Get(request, response); });
  http_.Delete(kPath, [this](const auto& request, auto& response) { Delete(request, response); });
  int port = options_.port;
  if (port == 0) port = http_.bind_to_any_port(options_.host);
  const bool bound = options_.port == 0 ? port > 0 : http_.bind_to_port(options_.host, port);
  if (!bound) {
    return Fail(Code::kUnavailable, fmt::format("cannot listen on {}:{}", options_.host, options_.port),
                "is another server there?");
  }
  const int before = options_.interrupts();
  std::jthread watch([this, before](const std::stop_token& stop) {
    while (!stop.stop_requested() && options_.interrupts() == before) options_.sleep(50);
    ending_ = true;
    http_.stop();
  });
  options_.on_ready(port);
  http_.listen_after_bind();
  ending_ = true;
  const std::scoped_lock lock(mutex_);
  for (auto& [name, session] : sessions_) session.peer->Leave();
  return {};
}

}  // namespace

bool IsLoopback(const std::string& host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

Status ServeHttp(Server& server, const HttpOptions& options) { return Endpoint(server, options).Serve(); }

}  // namespace forge::mcp
