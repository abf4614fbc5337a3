#include "surface/acp/editor_agent.h"

#include <fmt/core.h>

#include <utility>

#include "agent/acp/acp_frames.h"
#include "base/strings.h"
#include "service/settings.h"

namespace forge::acp {
namespace {

constexpr std::size_t kSessionDigits = 16;
constexpr std::int64_t kUnreadable = -32700;

Json RefusalOf(const Json& id, const Error& error) {
  const bool theirs = error.code == Code::kInvalid || error.code == Code::kNotFound;
  return AcpRefusal(id, theirs ? kAcpBadParams : kAcpInternal, Describe(error));
}

// Before anything is made: a directory that cannot have runs stays as it is.
Status CheckWorkplace(const Machine& machine, const Project& project) {
  if (project.is_git) return {};
  const Settings settings = TRY(Settings::Load(machine, project));
  if (settings.Get("isolation") == "shared") return {};
  return Fail(Code::kInvalid,
              fmt::format("{} is not in a git repository, so a run cannot work apart from your files", project.root),
              "make it one: git init && git add -A && git commit -m \"first commit\"; or let runs change the files: "
              "`isolation = \"shared\"` in .forge/config.toml");
}

}  // namespace

EditorAgent::EditorAgent(EditorHost host, std::string version, MessagePipe& pipe)
    : host_(std::move(host)), version_(std::move(version)), pipe_(pipe), wire_(pipe) {}

void EditorAgent::Serve() {
  while (auto line = pipe_.Read()) {
    auto message = line->too_long ? Fail(Code::kInvalid, "the message is too long") : ParseJson(line->text);
    if (message && message->is_object()) {
      Take(*message);
    } else {
      wire_.Send(AcpRefusal(Json(), kUnreadable, message ? "a message is an object" : message.error().message));
    }
  }
  wire_.Gone();
  for (auto& [id, session] : sessions_) session->Cancel();
}

void EditorAgent::Take(const Json& message) {
  if (IsAcpResponse(message)) return wire_.TakeAnswer(message);
  const std::string& method = message["method"].AsString();
  const Json& params = message["params"];
  if (!IsAcpRequest(message)) {
    EditorSession* session = method == "session/cancel" ? Find(params) : nullptr;
    if (session != nullptr) session->Cancel();
    return;
  }
  const Json& id = message["id"];
  if (method == "session/prompt") return Prompt(id, params);
  if (method != "initialize" && method != "authenticate" && method != "session/new" && method != "session/load")
    return wire_.Send(AcpRefusal(id, kAcpNoSuchMethod, "Forge does not know " + ValidUtf8(method.substr(0, 100))));
  const auto result = Carry(method, params);
  wire_.Send(result ? AcpResult(id, *result) : RefusalOf(id, result.error()));
  EditorSession* begun = nullptr;
  if (result && method == "session/new") begun = Find(*result);
  if (result && method == "session/load") begun = Find(params);
  if (begun != nullptr) begun->OfferCommands();
}

Json EditorAgent::Greeting() const {
  Json prompts = Json::MakeObject().Set("image", false).Set("audio", false).Set("embeddedContext", true);
  Json can = Json::MakeObject().Set("loadSession", true).Set("promptCapabilities", std::move(prompts));
  Json self = Json::MakeObject().Set("name", "forge").Set("title", "Forge").Set("version", version_);
  return Json::MakeObject()
      .Set("protocolVersion", kAcpVersion)
      .Set("agentCapabilities", std::move(can))
      .Set("agentInfo", std::move(self))
      .Set("authMethods", Json::MakeArray());
}

Result<Json> EditorAgent::Carry(const std::string& method, const Json& params) {
  if (method == "initialize") return Greeting();  // an editor of another version decides what to do with ours
  if (method == "authenticate") return Json::MakeObject();
  if (method == "session/new") return Begin(params, "");
  return Begin(params, params["sessionId"].AsString());
}

Result<Json> EditorAgent::Begin(const Json& params, const std::string& load) {
  const std::string& cwd = params["cwd"].AsString();
  if (!cwd.starts_with('/')) return Fail(Code::kInvalid, "a session needs `cwd`, an absolute path");
  const Project project = TRY(ProjectAt(cwd));
  TRY(CheckWorkplace(host_.machine, project));
  const std::string id = load.empty() ? "forge-" + TRY(MakeSecret()).substr(0, kSessionDigits) : load;
  EditorHost host = host_;
  host.machine.cwd = project.root;
  if (sessions_.contains(id)) return Fail(Code::kConflict, "the session " + Json(id).Dump() + " is open already");
  auto session = std::make_unique<EditorSession>(std::move(host), id, project, wire_);
  if (!load.empty()) TRY(session->Load(load));
  sessions_[id] = std::move(session);
  return load.empty() ? Json::MakeObject().Set("sessionId", id) : Json::MakeObject();
}

void EditorAgent::Prompt(const Json& id, const Json& params) {
  EditorSession* session = Find(params);
  if (session == nullptr) return wire_.Send(AcpRefusal(id, kAcpBadParams, "there is no such session"));
  const auto begun = session->BeginTurn();
  if (!begun) return wire_.Send(RefusalOf(id, begun.error()));
  const bool runs = turns_.Run([this, session, id, stop = *begun, blocks = params["prompt"]] {
    const auto end = session->Prompt(blocks, stop);
    session->EndTurn();
    wire_.Send(end ? AcpResult(id, *end) : RefusalOf(id, end.error()));
  });
  if (runs) return;
  session->EndTurn();
  wire_.Send(AcpRefusal(id, kAcpInternal, "the machine has no thread left for a run"));
}

EditorSession* EditorAgent::Find(const Json& params) {
  const auto found = sessions_.find(params["sessionId"].AsString());
  return found == sessions_.end() ? nullptr : found->second.get();
}

}  // namespace forge::acp
