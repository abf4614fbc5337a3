#include "surface/mcp/transport/http.h"

#include <fmt/core.h>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "service/host/mcp_pipe.h"
#include "surface/mcp/transport/http_rules.h"
#include "surface/mcp/transport/http_server.h"
#include "surface/mcp/transport/http_stream.h"

namespace forge::mcp {
namespace {

constexpr const char* kPath = "/mcp";
constexpr const char* kJson = "application/json";
constexpr const char* kEvents = "text/event-stream";
// An answer that takes longer comes as a stream: only there can we see that the client has gone.
constexpr std::chrono::milliseconds kFirstAnswer{1000};
constexpr std::chrono::milliseconds kStreamPoll{100};
constexpr std::size_t kMostSessions = 1000;
constexpr std::size_t kMostAside = 1000;  // messages that wait for a session's own stream

struct Session {
  std::shared_ptr<Peer> peer;
  std::shared_ptr<HttpStream> aside;
};

bool Accepts(const HttpRequest& request, std::string_view type) {
  const std::string accept = Lower(request.Header("Accept").value_or("*/*"));
  return accept.find(type) != std::string::npos || accept.find("*/*") != std::string::npos;
}

void Reply(HttpResponse& response, int status, const RpcError& error) {
  response.status = status;
  response.SetContent(MakeError({}, error).Dump(), kJson);
}

class Endpoint {
 public:
  Endpoint(Server& server, const HttpOptions& options) : server_(server), options_(options) {}

  Status Serve();

 private:
  HttpResponse Handle(const HttpRequest& request);
  // False: refused, and the response says why.
  bool MayAsk(const HttpRequest& request, HttpResponse& response) const;
  void Post(const HttpRequest& request, HttpResponse& response);
  void PostModern(const HttpRequest& request, HttpResponse& response, const Json& body);
  void PostLegacy(const HttpRequest& request, HttpResponse& response, const Json& body);
  void Greet(HttpResponse& response, const Json& body);
  void Get(const HttpRequest& request, HttpResponse& response);
  void Delete(const HttpRequest& request, HttpResponse& response);

  // Hands the request over and answers with what comes back: JSON when that is the answer, a stream otherwise.
  // `leaves`: the request is cancelled when the client disconnects.
  void Exchange(const std::shared_ptr<Peer>& peer, HttpResponse& response, const Json& body, bool leaves);
  void Stream(std::shared_ptr<HttpStream> stream, HttpResponse& response, std::function<void()> at_end);
  std::optional<Session> FindSession(const HttpRequest& request, HttpResponse& response);

  Server& server_;
  const HttpOptions& options_;
  std::mutex mutex_;  // guards sessions_
  std::map<std::string, Session> sessions_;
};

bool Endpoint::MayAsk(const HttpRequest& request, HttpResponse& response) const {
  const auto origin = request.Header("Origin");
  // A foreign web page that makes a browser call us names another host.
  if (!IsOwnHost(request.Header("Host").value_or(""), options_.host) ||
      (origin && !IsOwnOrigin(*origin, options_.host))) {
    Reply(response, 403, {kInvalidRequest, "this Host or Origin is not allowed", {}, true});
    return false;
  }
  const std::string wanted = "Bearer " + options_.token;
  if (!options_.token.empty() && request.Header("Authorization").value_or("") != wanted) {
    response.headers["WWW-Authenticate"] = "Bearer";
    Reply(response, 401, {kInvalidRequest, "this server requires a token: Authorization: Bearer TOKEN", {}, true});
    return false;
  }
  return true;
}

void Endpoint::Stream(std::shared_ptr<HttpStream> stream, HttpResponse& response, std::function<void()> at_end) {
  response.headers["Content-Type"] = kEvents;
  response.headers["Cache-Control"] = "no-store";
  response.at_end = std::move(at_end);
  response.stream = [stream = std::move(stream)]() -> HttpResponse::Part {
    const HttpStream::Item item = stream->Next(kStreamPoll);
    if (item.kind == HttpStream::Item::Kind::kEnd) return {"", true};
    if (item.kind == HttpStream::Item::Kind::kNothing) return {"", false};
    return {"event: message\ndata: " + item.text + "\n\n", item.kind == HttpStream::Item::Kind::kAnswer};
  };
}

void Endpoint::Exchange(const std::shared_ptr<Peer>& peer, HttpResponse& response, const Json& body, bool leaves) {
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
  HttpStream::Item first = stream->Next(kFirstAnswer);
  if (first.kind == HttpStream::Item::Kind::kAnswer) {
    response.status = first.status;
    return response.SetContent(first.text, kJson);
  }
  if (first.kind == HttpStream::Item::Kind::kMessage) stream->PutBack(std::move(first));
  Stream(std::move(stream), response, [peer, leaves] {
    if (leaves) peer->Leave();
  });
}

void Endpoint::Post(const HttpRequest& request, HttpResponse& response) {
  if (!MayAsk(request, response)) return;
  if (!Lower(request.Header("Content-Type").value_or("")).starts_with(kJson)) {
    return Reply(response, 415, {kInvalidRequest, "Content-Type must be application/json", {}, true});
  }
  if (!Accepts(request, kJson) || !Accepts(request, kEvents)) {
    return Reply(response, 406,
                 {kInvalidRequest, "Accept must allow application/json and text/event-stream", {}, true});
  }
  auto body = ParseJson(request.body);
  if (!body) return Reply(response, 400, {kParseError, "invalid JSON: " + body.error().message, {}, true});
  if (!body->is_object()) return Reply(response, 400, {kInvalidRequest, "a message must be an object", {}, true});
  const bool in_session = request.headers.contains("mcp-session-id");
  const bool modern =
      request.Header("MCP-Protocol-Version") == std::string(kModernVersion) || ClaimsModern((*body)["params"]);
  return modern && !in_session ? PostModern(request, response, *body) : PostLegacy(request, response, *body);
}

void Endpoint::PostModern(const HttpRequest& request, HttpResponse& response, const Json& body) {
  const Headers headers = [&request](const std::string& name) { return request.Header(name); };
  if (body.Has("id") && body.Has("method")) {
    if (auto fits = CheckModernHeaders(headers, body, server_.catalog()); !fits) {
      response.status = 400;
      return response.SetContent(MakeError(body["id"], fits.error()).Dump(), kJson);
    }
  }
  Exchange(server_.Join(Era::kModern, nullptr), response, body, true);
}

void Endpoint::PostLegacy(const HttpRequest& request, HttpResponse& response, const Json& body) {
  if (body["method"].AsString() == "initialize" && !request.headers.contains("mcp-session-id")) {
    return Greet(response, body);
  }
  auto session = FindSession(request, response);
  if (session) Exchange(session->peer, response, body, false);
}

void Endpoint::Greet(HttpResponse& response, const Json& body) {
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
  response.headers["Mcp-Session-Id"] = *name;
  sessions_.emplace(*name, std::move(session));
}

std::optional<Session> Endpoint::FindSession(const HttpRequest& request, HttpResponse& response) {
  const auto name = request.Header("Mcp-Session-Id");
  if (!name) {
    Reply(response, 400, {kInvalidRequest, "the header Mcp-Session-Id is missing: start with `initialize`", {}, true});
    return std::nullopt;
  }
  const std::scoped_lock lock(mutex_);
  const auto found = sessions_.find(*name);
  if (found == sessions_.end()) {
    Reply(response, 404, {kInvalidRequest, "session not found: start with `initialize`", {}, true});
    return std::nullopt;
  }
  return found->second;
}

void Endpoint::Get(const HttpRequest& request, HttpResponse& response) {
  if (!MayAsk(request, response)) return;
  if (!Accepts(request, kEvents)) {
    return Reply(response, 406, {kInvalidRequest, "Accept must allow text/event-stream", {}, true});
  }
  if (!request.headers.contains("mcp-session-id")) {
    response.headers["Allow"] = "POST, DELETE";
    return Reply(response, 405, {kInvalidRequest, "only a session has a stream of its own", {}, true});
  }
  auto session = FindSession(request, response);
  if (session) Stream(session->aside, response, [] {});
}

void Endpoint::Delete(const HttpRequest& request, HttpResponse& response) {
  if (!MayAsk(request, response)) return;
  auto session = FindSession(request, response);
  if (!session) return;
  session->peer->Leave();
  session->aside->Drop();
  const std::scoped_lock lock(mutex_);
  sessions_.erase(*request.Header("Mcp-Session-Id"));
  response.status = 204;
}

HttpResponse Endpoint::Handle(const HttpRequest& request) {
  HttpResponse response;
  if (request.path != kPath) {
    response.status = 404;
  } else if (request.method == "POST") {
    Post(request, response);
  } else if (request.method == "GET") {
    Get(request, response);
  } else if (request.method == "DELETE") {
    Delete(request, response);
  } else {
    response.status = 405;
    response.headers["Allow"] = "POST, GET, DELETE";
  }
  return response;
}

Status Endpoint::Serve() {
  Listener listener = TRY(OpenListener(options_.host, options_.port));
  const int before = options_.interrupts();
  options_.on_ready(listener.port());
  HttpServer http([this](const HttpRequest& request) { return Handle(request); }, kLongestMessage);
  http.Serve(listener, [&] { return options_.interrupts() != before; });
  const std::scoped_lock lock(mutex_);
  for (auto& [name, session] : sessions_) session.peer->Leave();
  return {};
}

}  // namespace

bool IsLoopback(const std::string& host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

Status ServeHttp(Server& server, const HttpOptions& options) { return Endpoint(server, options).Serve(); }

}  // namespace forge::mcp
