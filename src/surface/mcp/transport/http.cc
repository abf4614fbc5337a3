#include "surface/mcp/transport/http.h"

#include <fmt/core.h>

#include <chrono>
#include <memory>
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
constexpr HttpStream::Bounds kOfRequest = {.waiting = 0, .kept = 100};
constexpr std::string_view kFirstWithPriming = "2025-11-25";  // older clients may not expect an event without a message
constexpr int kRetryMs = 1000;

bool Accepts(const HttpRequest& request, std::string_view type) {
  const std::string accept = Lower(request.Header("Accept").value_or("*/*"));
  return accept.find(type) != std::string::npos || accept.find("*/*") != std::string::npos;
}

void Reply(HttpResponse& response, int status, const RpcError& error) {
  response.status = status;
  response.SetContent(MakeError({}, error).Dump(), kJson);
}

// The name of an event: its stream, and its number there.
struct EventName {
  std::uint64_t stream = 0, number = 0;
};

std::optional<EventName> ReadEventName(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto stream = ParseInt(text.substr(0, dash));
  const auto number = ParseInt(text.substr(dash + 1));
  if (!stream || !number || *stream < 0 || *number < 0) return std::nullopt;
  return EventName{static_cast<std::uint64_t>(*stream), static_cast<std::uint64_t>(*number)};
}

std::string IdLine(const EventName& name) { return fmt::format("id: {}-{}\n", name.stream, name.number); }

class Endpoint {
 public:
  Endpoint(Server& server, const HttpOptions& options)
      : server_(server), options_(options), sessions_(options.sessions, options.now_ms) {}

  Status Serve();

 private:
  HttpResponse Handle(const HttpRequest& request);
  // Nothing: this client may ask.
  std::optional<HttpResponse> Refuse(const HttpRequest& head) const;
  void Post(const HttpRequest& request, HttpResponse& response);
  void PostModern(const HttpRequest& request, HttpResponse& response, const Json& body);
  void PostLegacy(const HttpRequest& request, HttpResponse& response, const Json& body);
  void Greet(HttpResponse& response, const Json& body);
  void Get(const HttpRequest& request, HttpResponse& response);
  void Delete(const HttpRequest& request, HttpResponse& response);

  // Hands the request over and answers with what comes back: JSON when that is the answer, a stream otherwise. The
  // stream of a session can be taken up again; a request without one is cancelled when the client disconnects.
  void Exchange(const std::shared_ptr<Peer>& peer, const std::shared_ptr<HttpSession>& session, HttpResponse& response,
                const Json& body);
  static void Stream(const std::shared_ptr<HttpStream>& stream, HttpResponse& response);
  // With names for its events.
  static void StreamOf(const std::shared_ptr<HttpSession>& session, const std::shared_ptr<HttpStream>& stream,
                       std::uint64_t name, std::optional<std::uint64_t> after, HttpResponse& response);
  std::shared_ptr<HttpSession> FindSession(const HttpRequest& request, HttpResponse& response);

  Server& server_;
  const HttpOptions& options_;
  HttpSessions sessions_;
};

std::optional<HttpResponse> Endpoint::Refuse(const HttpRequest& head) const {
  const auto origin = head.Header("Origin");
  std::vector<std::string> own = options_.more_hosts;
  own.push_back(HostInUrl(options_.host));
  own.push_back(head.local);
  HttpResponse response;
  // A foreign web page that makes a browser call us names another host.
  if (!IsOwnHost(head.Header("Host").value_or(""), own) || (origin && !IsOwnOrigin(*origin, own))) {
    Reply(response, 403,
          {kInvalidRequest, "this Host or Origin is not allowed; forge mcp --allow-host NAME allows it", {}, true});
    return response;
  }
  if (!options_.token.empty() && !BringsToken(head.Header("Authorization").value_or(""), options_.token)) {
    response.headers["WWW-Authenticate"] = "Bearer";
    Reply(response, 401, {kInvalidRequest, "this server requires a token: Authorization: Bearer TOKEN", {}, true});
    return response;
  }
  return std::nullopt;
}

void Endpoint::Stream(const std::shared_ptr<HttpStream>& stream, HttpResponse& response) {
  response.headers["Content-Type"] = kEvents;
  response.headers["Cache-Control"] = "no-store";
  response.stream = [stream, reader = stream->Begin()]() -> HttpResponse::Part {
    const HttpStream::Item item = stream->Next(reader, kStreamPoll);
    if (item.kind == HttpStream::Item::Kind::kEnd) return {"", true};
    if (item.kind == HttpStream::Item::Kind::kNothing) return {"", false};
    return {"event: message\ndata: " + item.text + "\n\n", item.kind == HttpStream::Item::Kind::kAnswer};
  };
}

void Endpoint::StreamOf(const std::shared_ptr<HttpSession>& session, const std::shared_ptr<HttpStream>& stream,
                        std::uint64_t name, std::optional<std::uint64_t> after, HttpResponse& response) {
  response.headers["Content-Type"] = kEvents;
  response.headers["Cache-Control"] = "no-store";
  const HttpStream::Reader reader = stream->Begin(after);
  const auto greeting = session->peer->greeting();
  // So that the client can come again before the first message.
  std::string priming;
  if (greeting && greeting->version >= kFirstWithPriming) {
    priming = IdLine({name, reader.after}) + fmt::format("retry: {}\ndata:\n\n", kRetryMs);
  }
  // The session is in use while the stream is open.
  response.stream = [session, stream, name, reader, priming]() mutable -> HttpResponse::Part {
    if (!priming.empty()) return {std::exchange(priming, ""), false};
    const HttpStream::Item item = stream->Next(reader, kStreamPoll);
    if (item.kind == HttpStream::Item::Kind::kEnd) return {"", true};
    if (item.kind == HttpStream::Item::Kind::kNothing) return {"", false};
    return {IdLine({name, item.number}) + "event: message\ndata: " + item.text + "\n\n",
            item.kind == HttpStream::Item::Kind::kAnswer};
  };
}

void Endpoint::Exchange(const std::shared_ptr<Peer>& peer, const std::shared_ptr<HttpSession>& session,
                        HttpResponse& response, const Json& body) {
  auto stream = std::make_shared<HttpStream>(session ? kOfRequest : HttpStream::Bounds{});
  server_.Receive(peer, stream, body);
  if (!body.Has("id") || !body.Has("method")) {
    if (stream->Peek(std::chrono::milliseconds(0)).kind != HttpStream::Item::Kind::kAnswer) {
      response.status = 202;  // a notification or a response: taken, and that is all
      return;
    }
  }
  const HttpStream::Item first = stream->Peek(kFirstAnswer);
  if (first.kind == HttpStream::Item::Kind::kAnswer) {
    response.status = first.status;
    return response.SetContent(first.text, kJson);
  }
  if (session) return StreamOf(session, stream, session->Keep(stream), std::nullopt, response);
  Stream(stream, response);
  response.at_end = [peer] { peer->Leave(); };
}

void Endpoint::Post(const HttpRequest& request, HttpResponse& response) {
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
  Exchange(server_.Join(Era::kModern, nullptr), nullptr, response, body);
}

void Endpoint::PostLegacy(const HttpRequest& request, HttpResponse& response, const Json& body) {
  if (body["method"].AsString() == "initialize" && !request.headers.contains("mcp-session-id")) {
    return Greet(response, body);
  }
  const auto session = FindSession(request, response);
  if (session) Exchange(session->peer, session, response, body);
}

void Endpoint::Greet(HttpResponse& response, const Json& body) {
  auto name = options_.make_secret();
  if (!name) return Reply(response, 500, {kInternalError, name.error().message, {}, true});
  auto session = std::make_shared<HttpSession>();
  session->peer = server_.Join(Era::kLegacy, session->aside);
  Exchange(session->peer, session, response, body);
  if (!session->peer->greeting()) return;  // refused
  if (!sessions_.Add(*name, session)) {
    response.headers["Retry-After"] = "10";
    return Reply(response, 503, {kInternalError, "too many sessions are in use: end one first", {}, true});
  }
  response.headers["Mcp-Session-Id"] = *name;
}

std::shared_ptr<HttpSession> Endpoint::FindSession(const HttpRequest& request, HttpResponse& response) {
  const auto name = request.Header("Mcp-Session-Id");
  if (!name) {
    Reply(response, 400, {kInvalidRequest, "the header Mcp-Session-Id is missing: start with `initialize`", {}, true});
    return nullptr;
  }
  auto session = sessions_.Find(*name);
  if (!session) Reply(response, 404, {kInvalidRequest, "session not found: start with `initialize`", {}, true});
  return session;
}

void Endpoint::Get(const HttpRequest& request, HttpResponse& response) {
  if (!Accepts(request, kEvents)) {
    return Reply(response, 406, {kInvalidRequest, "Accept must allow text/event-stream", {}, true});
  }
  if (!request.headers.contains("mcp-session-id")) {
    response.headers["Allow"] = "POST, DELETE";
    return Reply(response, 405, {kInvalidRequest, "only a session has a stream of its own", {}, true});
  }
  const auto session = FindSession(request, response);
  if (!session) return;
  const auto last = request.Header("Last-Event-ID");
  if (!last) return StreamOf(session, session->aside, 0, std::nullopt, response);
  const auto event = ReadEventName(*last);
  const auto stream = event ? session->Find(event->stream) : nullptr;
  if (!stream) {
    return Reply(response, 400, {kInvalidRequest, "the events after this Last-Event-ID are not kept", {}, true});
  }
  StreamOf(session, stream, event->stream, event->number, response);
}

void Endpoint::Delete(const HttpRequest& request, HttpResponse& response) {
  if (!FindSession(request, response)) return;
  sessions_.Remove(*request.Header("Mcp-Session-Id"));
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
  Listener listener = options_.socket_file.empty() ? TRY(OpenListener(options_.host, options_.port))
                                                   : TRY(OpenSocketFile(options_.socket_file));
  const int before = options_.interrupts();
  options_.on_ready(listener.port());
  HttpServer http({[this](const HttpRequest& request) { return Handle(request); },
                   [this](const HttpRequest& head) { return Refuse(head); }, options_.now_ms},
                  options_.limits);
  http.Serve(listener, [&] { return options_.interrupts() != before; });
  sessions_.EndAll();
  return {};
}

}  // namespace

Status ServeHttp(Server& server, const HttpOptions& options) { return Endpoint(server, options).Serve(); }

std::string HostInUrl(const std::string& host) {
  return host.find(':') == std::string::npos || host.starts_with('[') ? host : "[" + host + "]";
}

}  // namespace forge::mcp
