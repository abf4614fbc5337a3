#include "surface/mcp/testing/twin.h"

#include <algorithm>
#include <utility>

namespace forge::mcp {
namespace {

Json TextSchema(const char* name) {
  Json properties = Json::MakeObject().Set(name, Json::MakeObject().Set("type", "string"));
  Json schema = Json::MakeObject().Set("type", "object").Set("properties", std::move(properties));
  return schema.Set("required", Json::Array{Json(name)}).Set("additionalProperties", false);
}

Rpc<Json> AskName(Call& call) {
  auto answer = call.AskForm("who", "Your name?", TextSchema("name"), Json::MakeObject().Set("round", 1));
  if (!answer) return std::unexpected(answer.error());
  if (!*answer) return Json::MakeObject();
  return TextResult("hello " + (**answer)["content"]["name"].AsString() + call.state().Dump());
}

Catalog SmallCatalog(Gate& gate) {
  Catalog catalog;
  Tool echo{"echo", "Echo", "says it again", TextSchema("text"), {}, {}};
  echo.run = [](Call&, const Json& arguments) { return TextResult(arguments["text"].AsString()); };
  Tool wait{"wait", "", "waits at the gate"};
  wait.tasks = TaskSupport::kOptional;
  wait.run = [&gate](Call& call, const Json&) -> Rpc<Json> {
    call.Progress(1, 2, "at the gate");
    return gate.Pass(call.stop()) ? TextResult("passed") : ToolFailure("stopped");
  };
  Tool ask{"ask", "", "asks the client"};
  ask.run = [](Call& call, const Json&) { return AskName(call); };
  Tool log{"log", "", "logs twice"};
  log.run = [](Call& call, const Json&) {
    call.Log("debug", "twin", "small");
    call.Log("error", "twin", "large");
    return TextResult("logged");
  };
  Tool announce{"announce", "", "says that things changed"};
  announce.run = [](Call& call, const Json&) {
    call.Announce({Change::Kind::kTools, ""});
    call.Announce({Change::Kind::kResource, "twin://a"});
    call.Announce({Change::Kind::kResource, "twin://b"});
    return TextResult("announced");
  };
  catalog.tools = {echo, wait, ask, log, announce};
  Prompt greet{"greet", "", "greets", {{"who", "whom", true}}, nullptr};
  greet.get = [](Call&, const Json& arguments) {
    Json message = Json::MakeObject().Set("role", "user").Set("content", TextContent(arguments["who"].AsString()));
    return Json::MakeObject().Set("messages", Json::Array{std::move(message)});
  };
  catalog.prompts = {greet};
  ResourceSource source;
  source.list = [] { return std::vector<Resource>{{"twin://a", "a", "", "", "text/plain"}}; };
  source.read = [](Call&, const std::string& uri) -> Rpc<std::optional<Json>> {
    if (uri != "twin://a" && uri != "twin://b") return std::nullopt;
    return TextResource(uri, "text/plain", "the text");
  };
  // Of what can change, `b` is in no list.
  source.mark = [&gate](const std::string& uri) -> std::optional<std::string> {
    if (uri != "twin://a" && uri != "twin://b") return std::nullopt;
    return gate.is_open() ? "open" : "closed";
  };
  catalog.resources = {source};
  catalog.completers = {[](const CompletionRequest& request) -> std::optional<std::vector<std::string>> {
    if (request.prompt != "greet") return std::nullopt;
    return std::vector<std::string>(150, request.value + "x");
  }};
  return catalog;
}

}  // namespace

void RecordingOutlet::Send(const Json& message) {
  const std::scoped_lock lock(mutex_);
  messages_.push_back(message);
  arrived_.notify_all();
}

void RecordingOutlet::Answer(const Json& message, int http_status) {
  const std::scoped_lock lock(mutex_);
  messages_.push_back(message);
  status_ = http_status;
  arrived_.notify_all();
}

void RecordingOutlet::Drop() {
  const std::scoped_lock lock(mutex_);
  ++dropped_;
  arrived_.notify_all();
}

Json RecordingOutlet::Wait(const std::function<bool(const Json&)>& fits) {
  std::unique_lock lock(mutex_);
  auto found = messages_.end();
  arrived_.wait(lock, [&] {
    found = std::ranges::find_if(messages_, fits);
    return found != messages_.end();
  });
  return *found;
}

Json RecordingOutlet::WaitForId(const Json& id) {
  return Wait([&](const Json& message) { return !message.Has("method") && message["id"] == id; });
}

Json RecordingOutlet::WaitForMethod(std::string_view method) {
  return Wait([&](const Json& message) { return message["method"].AsString() == method; });
}

std::vector<Json> RecordingOutlet::messages() {
  const std::scoped_lock lock(mutex_);
  return messages_;
}

int RecordingOutlet::dropped() {
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [this] { return dropped_ > 0; });
  return dropped_;
}

void Gate::Open() {
  const std::scoped_lock lock(mutex_);
  open_ = true;
  changed_.notify_all();
}

bool Gate::Pass(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  ++visitors_;
  changed_.notify_all();
  return changed_.wait(lock, std::move(stop), [this] { return open_; });
}

bool Gate::is_open() {
  const std::scoped_lock lock(mutex_);
  return open_;
}

void Gate::WaitForVisitor() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return visitors_ > 0; });
}

Twin::Twin(Era era) {
  ServerOptions options{"twin", "Twin", "1.0", "be brief", "a secret", [] { return TimePoint{1000}; }, true};
  server = std::make_unique<Server>(SmallCatalog(gate), std::move(options));
  peer = server->Join(era, outlet);
}

void Twin::SayText(std::string_view json) { Say(ParseJson(json).value()); }

Json Twin::Ask(const Json& id, std::string_view method, Json params) {
  Say(MakeRequest(id, method, std::move(params)));
  return outlet->WaitForId(id);
}

Json Twin::AskModern(const Json& id, std::string_view method, Json params, Json capabilities) {
  return Ask(id, method, ModernParams(std::move(params), std::move(capabilities)));
}

void Twin::Greet(std::string_view version, Json capabilities) {
  Json params = Json::MakeObject().Set("protocolVersion", version).Set("capabilities", std::move(capabilities));
  Ask("greet", "initialize", params.Set("clientInfo", Json::MakeObject().Set("name", "test").Set("version", "1")));
  Say(MakeNotification("notifications/initialized", {}));
}

Json ModernParams(Json params, Json capabilities) {
  Json meta = params["_meta"];
  meta.Set(std::string(kVersionKey), kModernVersion).Set(std::string(kCapabilitiesKey), std::move(capabilities));
  return params.Set("_meta", std::move(meta));
}

}  // namespace forge::mcp
