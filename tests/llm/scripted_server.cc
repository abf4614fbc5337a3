#include "scripted_server.h"

#include <fmt/core.h>
#include <httplib.h>

#include <algorithm>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <thread>
#include <utility>

#include "base/strings.h"
#include "turns.h"
#include "wire.h"

namespace forge::llm {
namespace {

constexpr auto kPeerCheck = std::chrono::milliseconds(20);
constexpr std::string_view kEventStream = "text/event-stream";

// What a request is about, from its path.
struct Route {
  std::string scenario = "default";
  std::string path;  // after the scenario
  Api api = Api::kAnthropic;
  enum class Kind { kTurn, kCount, kModels, kHello, kOther } kind = Kind::kOther;
};

Route ReadRoute(const std::string& path) {
  Route route;
  route.path = path;
  if (path.starts_with("/s/")) {
    const std::size_t end = std::min(path.find('/', 3), path.size());
    route.scenario = path.substr(3, end - 3);
    route.path = path.substr(end);
  }
  const std::string_view rest = route.path;
  auto is = [&](std::string_view end, Api api, Route::Kind kind) {
    if (!rest.ends_with(end)) return false;
    route.api = api;
    route.kind = kind;
    return true;
  };
  using enum Route::Kind;
  if (is("/messages", Api::kAnthropic, kTurn) || is("/messages/count_tokens", Api::kAnthropic, kCount) ||
      is("/chat/completions", Api::kChat, kTurn) || is("/responses", Api::kResponses, kTurn) ||
      is(":generateContent", Api::kGemini, kTurn) || is(":streamGenerateContent", Api::kGemini, kTurn) ||
      is(":countTokens", Api::kGemini, kCount) || is("/api/hello", Api::kAnthropic, kHello) ||
      is("/v1beta/models", Api::kGemini, kModels) || is("/models", Api::kChat, kModels)) {
    return route;
  }
  return route;
}

Asked ReadAsked(const Route& route, const Json& body, std::int64_t number) {
  Asked asked;
  asked.number = number;
  asked.model = body["model"].AsString("scripted");
  asked.stream = body["stream"].AsBool();
  asked.include_usage = body["stream_options"]["include_usage"].AsBool();
  if (route.api == Api::kGemini) {
    asked.stream = route.path.ends_with(":streamGenerateContent");
    const std::size_t begin = route.path.rfind('/') + 1;
    asked.model = route.path.substr(begin, route.path.rfind(':') - begin);
  }
  return asked;
}

std::string Redacted(const std::string& name, const std::string& value) {
  const std::string lower = Lower(name);
  if (lower != "authorization" && lower != "x-api-key" && lower != "x-goog-api-key" && lower != "cookie") return value;
  return value.starts_with("Bearer ") ? "Bearer <redacted>" : "<redacted>";
}

bool IsHttpError(const std::string& fault) {
  static constexpr std::array<std::string_view, 13> kNames = {
      "status", "400", "401", "403", "404", "413", "429", "500", "503", "529", "credit", "context", "quota"};
  return std::ranges::find(kNames, fault) != kNames.end();
}

}  // namespace

struct ScriptedServer::Parts {
  Parts(Script script, ServerOptions the_options)
      : pages(std::move(script.pages)), turns(std::move(script)), options(std::move(the_options)) {}

  void Answer(const httplib::Request& request, httplib::Response& response);
  void Record(const httplib::Request& request, const Route& route, const Json& body);
  void Play(const Turn& turn, Api api, const Asked& asked, httplib::Response& response);
  void Stream(const Turn& turn, Api api, const Asked& asked, httplib::Response& response);
  // Sends one event; false closes the connection in the middle of the answer.
  bool SendEvent(const Turn& turn, Api api, const std::vector<std::string>& events, std::size_t& at,
                 httplib::DataSink& sink);
  bool Silence(httplib::DataSink& sink);
  bool Pause(std::chrono::milliseconds time) {  // false: the server ends
    std::unique_lock lock(mutex);
    return !ending.wait_for(lock, time, [&] { return end; });
  }

  std::map<std::string, WebPage> pages;
  Turns turns;
  ServerOptions options;
  httplib::Server http;
  int port = 0;
  std::thread thread;

  std::mutex mutex;  // guards what follows
  std::condition_variable ending;
  bool end = false;
  std::int64_t count = 0;
  std::vector<Json> requests;
  std::ofstream record;
};

void ScriptedServer::Parts::Record(const httplib::Request& request, const Route& route, const Json& body) {
  Json headers = Json::MakeObject();
  for (const auto& [name, value] : request.headers) headers.Set(Lower(name), Redacted(name, value));
  Json line = Json::MakeObject()
                  .Set("n", count)
                  .Set("method", request.method)
                  .Set("path", request.path)
                  .Set("scenario", route.scenario)
                  .Set("headers", headers);
  if (options.keep_bodies) line.Set("body", body.is_null() ? Json(request.body) : body);
  if (record.is_open()) record << line.Dump() << '\n' << std::flush;
  if (requests.size() < options.keep_most) requests.push_back(std::move(line));
}

void ScriptedServer::Parts::Answer(const httplib::Request& request, httplib::Response& response) {
  const Route route = ReadRoute(request.path);
  if (const auto page = pages.find(request.path); page != pages.end() && request.method == "GET") {
    response.status = page->second.status;
    std::string type = "text/html";
    for (const auto& [name, value] : page->second.headers) {
      if (name == "content-type") {
        type = value;
      } else {
        response.set_header(name, value);
      }
    }
    response.set_content(page->second.body, type);
    return;
  }
  const Json body = ParseJson(request.body).value_or(Json());
  std::int64_t number = 0;
  {
    std::lock_guard lock(mutex);
    number = ++count;
    Record(request, route, body);
  }
  switch (route.kind) {
    case Route::Kind::kHello: response.set_content("{}", "application/json"); return;
    case Route::Kind::kCount: response.set_content(TokenCount(route.api, request.body), "application/json"); return;
    case Route::Kind::kModels: response.set_content(ModelList(route.api), "application/json"); return;
    case Route::Kind::kOther: response.status = 404; return;
    case Route::Kind::kTurn: break;
  }
  if (request.method != "POST") {
    // codex tries a WebSocket first, and uses HTTP after this.
    response.status = request.has_header("Upgrade") ? 426 : 405;
    return;
  }
  const Asked asked = ReadAsked(route, body, number);
  Play(turns.Next(route.scenario, route.path, body, request.body), route.api, asked, response);
}

void ScriptedServer::Parts::Play(const Turn& turn, Api api, const Asked& asked, httplib::Response& response) {
  if (turn.delay_ms > 0) Pause(std::chrono::milliseconds(turn.delay_ms));
  if (turn.fault == "hang") {
    while (Pause(std::chrono::seconds(1))) {
    }
  }
  for (const auto& [name, value] : turn.headers) response.set_header(name, value);
  if (!turn.retry_after.empty()) response.set_header("retry-after", turn.retry_after);
  if (IsHttpError(turn.fault)) {
    const ErrorAnswer error = ErrorFor(api, turn, asked);
    response.status = error.status;
    response.set_content(turn.body.empty() ? ErrorBody(api, error, turn.retry_after) : turn.body, "application/json");
    return;
  }
  if (turn.fault == "html") {
    response.set_content("<!doctype html><html><body><h1>Sign in to the network</h1></body></html>", "text/html");
    return;
  }
  if (turn.fault == "empty") {
    response.set_content("", asked.stream ? std::string(kEventStream) : "application/json");
    return;
  }
  if (turn.fault == "huge") {
    Turn huge = turn;
    huge.fault.clear();
    huge.chunk = std::size_t{64} << 10;
    huge.text.assign(static_cast<std::size_t>(turn.mb) << 20, 'x');
    return Stream(huge, api, asked, response);
  }
  if (asked.stream || turn.fault == "silent" || turn.fault == "wrong-length") return Stream(turn, api, asked, response);
  response.set_content(WholeBody(api, turn, asked), "application/json");
}

void ScriptedServer::Parts::Stream(const Turn& turn, Api api, const Asked& asked, httplib::Response& response) {
  std::vector<std::string> events;
  if (asked.stream) {
    events = Events(api, turn, asked);
  } else {
    events.push_back(WholeBody(api, turn, asked));
  }
  const std::string type(asked.stream ? kEventStream : "application/json");
  if (turn.fault == "wrong-length") {
    std::string all;
    for (const std::string& event : events) all += event;
    response.set_content_provider(all.size() + 1000, type, [all](std::size_t, std::size_t, httplib::DataSink& sink) {
      sink.write(all.data(), all.size());
      return false;
    });
    return;
  }
  response.set_chunked_content_provider(
      type, [this, turn, api, asked, events = std::move(events), at = std::size_t{0}](
                std::size_t, httplib::DataSink& sink) mutable { return SendEvent(turn, api, events, at, sink); });
}

bool ScriptedServer::Parts::SendEvent(const Turn& turn, Api api, const std::vector<std::string>& events,
                                      std::size_t& at, httplib::DataSink& sink) {
  if (turn.slow_ms > 0 && !Pause(std::chrono::milliseconds(turn.slow_ms))) return false;
  const bool now = at >= static_cast<std::size_t>(std::max<std::int64_t>(0, turn.after)) || at >= events.size();
  if (now && turn.fault == "cut") return false;
  if (now && turn.fault == "silent") return Silence(sink);
  if (now && turn.fault == "truncate") {
    sink.done();
    return true;
  }
  const bool ends = turn.fault == "malformed" || turn.fault == "stream-error";
  if (now && (ends || turn.fault == "malformed-continue") && at == static_cast<std::size_t>(turn.after)) {
    const std::string event =
        turn.fault == "stream-error" ? StreamError(api, ErrorFor(api, turn, {})) : BrokenEvent(api);
    if (!sink.write(event.data(), event.size())) return false;
    if (ends) {
      sink.done();
      return true;
    }
  }
  if (at >= events.size()) {
    sink.done();
    return true;
  }
  const std::string& event = events[at++];
  return sink.write(event.data(), event.size());
}

bool ScriptedServer::Parts::Silence(httplib::DataSink& sink) {
  while (Pause(kPeerCheck)) {
    if (!sink.is_writable()) return false;
  }
  return false;
}

ScriptedServer::ScriptedServer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Result<std::unique_ptr<ScriptedServer>> ScriptedServer::Start(const Json& script, ServerOptions options) {
  Script read = TRY_WITH("the script", ReadScript(script));
  auto parts = std::make_unique<Parts>(std::move(read), std::move(options));
  Parts& server = *parts;
  if (!server.options.record.empty()) {
    server.record.open(server.options.record, std::ios::app);
    if (!server.record) return Fail(Code::kIo, "cannot write " + server.options.record);
  }
  const auto threads = static_cast<std::size_t>(server.options.threads);
  server.http.new_task_queue = [threads] { return new httplib::ThreadPool(threads); };
  // A kept connection would occupy one of the threads.
  server.http.set_keep_alive_max_count(1);
  server.http.set_keep_alive_timeout(2);
  server.http.set_tcp_nodelay(true);
  auto answer = [&server](const httplib::Request& request, httplib::Response& response) {
    server.Answer(request, response);
  };
  server.http.Post(".*", answer);
  server.http.Get(".*", answer);
  server.port = server.http.bind_to_any_port("127.0.0.1");
  if (server.port <= 0) return Fail(Code::kIo, "cannot listen on 127.0.0.1");
  server.thread = std::thread([&server] { server.http.listen_after_bind(); });
  return std::unique_ptr<ScriptedServer>(new ScriptedServer(std::move(parts)));
}

std::unique_ptr<ScriptedServer> ScriptedServer::StartOrDie(const std::string& script, ServerOptions options) {
  Result<Json> json = ParseJson(script);
  CHECK(json.has_value());
  auto server = Start(*json, std::move(options));
  CHECK(server.has_value());
  return *std::move(server);
}

ScriptedServer::~ScriptedServer() {
  {
    std::lock_guard lock(parts_->mutex);
    parts_->end = true;
  }
  parts_->ending.notify_all();
  // stop() has no effect before the thread listens.
  while (!parts_->http.is_running()) std::this_thread::yield();
  parts_->http.stop();
  parts_->thread.join();
}

int ScriptedServer::port() const { return parts_->port; }

std::string ScriptedServer::Url(const std::string& scenario) const {
  return fmt::format("http://127.0.0.1:{}/s/{}", parts_->port, scenario);
}

std::vector<Json> ScriptedServer::Requests() const {
  std::lock_guard lock(parts_->mutex);
  return parts_->requests;
}

std::size_t ScriptedServer::RequestCount() const {
  std::lock_guard lock(parts_->mutex);
  return static_cast<std::size_t>(parts_->count);
}

}  // namespace forge::llm
