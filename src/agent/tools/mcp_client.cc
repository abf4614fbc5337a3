#include "agent/tools/mcp_client.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "agent/tools/mcp_questions.h"
#include "base/strings.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::string_view kGreeted = "2025-11-25";    // the newest version with a handshake
constexpr std::string_view kStateless = "2026-07-28";  // every request identifies the client
constexpr std::string_view kQuestion = "elicitation/create";
constexpr int kMostPages = 20;
constexpr int kMostRounds = 10;  // of questions during one call
constexpr std::size_t kMostTools = 200;
constexpr std::size_t kLongestDescription = 2000;
constexpr int kMethodNotFound = -32601;

// The error of a server without a handshake: no such method, or unsupported version.
constexpr std::array<std::int64_t, 3> kNoGreeting = {-32601, -32022, -32020};

Json ClientInfo() { return Json::MakeObject().Set("name", "forge").Set("version", "1"); }

// We always answer a form, if only to decline it: a tool that cannot ask might go ahead without asking.
Json ClientCapabilities() {
  return Json::MakeObject().Set("elicitation", Json::MakeObject().Set("form", Json::MakeObject()));
}

Json StatelessMeta() {
  return Json::MakeObject()
      .Set("io.modelcontextprotocol/protocolVersion", kStateless)
      .Set("io.modelcontextprotocol/clientCapabilities", ClientCapabilities())
      .Set("io.modelcontextprotocol/clientInfo", ClientInfo());
}

bool Names(const Json& versions, std::string_view version) {
  return std::ranges::any_of(versions.AsArray(), [&](const Json& one) { return one.AsString() == version; });
}

std::string BlockText(const Json& block) {
  const std::string& type = block["type"].AsString();
  if (type == "text") return block["text"].AsString();
  if (type == "resource" && block["resource"]["text"].is_string()) return block["resource"]["text"].AsString();
  if (type == "resource_link") return fmt::format("[{}: {}]", block["name"].AsString(), block["uri"].AsString());
  return fmt::format("[{}: cannot be shown here]", type.empty() ? "something" : type);
}

McpOutcome ReadOutcome(const Json& result) {
  McpOutcome outcome;
  outcome.failed = result["isError"].AsBool();
  std::vector<std::string> parts;
  for (const Json& block : result["content"].AsArray()) parts.push_back(BlockText(block));
  outcome.text = Join(parts, "\n");
  if (outcome.text.empty() && result.Has("structuredContent")) outcome.text = result["structuredContent"].Dump();
  return outcome;
}

McpTool ReadTool(const Json& json) {
  McpTool tool;
  tool.name = json["name"].AsString();
  tool.description = KeepHeadAndTail(json["description"].AsString(), kLongestDescription, 0);
  const bool usable = json["inputSchema"]["type"].AsString() == "object";
  tool.schema = usable ? json["inputSchema"] : Json::MakeObject().Set("type", "object");
  tool.reads_only = json["annotations"]["readOnlyHint"].AsBool();
  return tool;
}

}  // namespace

Result<std::unique_ptr<McpClient>> McpClient::Open(std::unique_ptr<McpTransport> transport, McpClientOptions options,
                                                   std::int64_t until_ms, const std::stop_token& stop) {
  std::unique_ptr<McpClient> client(new McpClient(std::move(transport), std::move(options)));
  client->transport_->AnswerWith([one = client.get()](const Json& request) { return one->Answer(request); });
  TRY(client->Greet(until_ms, stop));
  TRY(client->ListTools(until_ms, stop));
  return client;
}

McpRequest McpClient::MakeRequest(std::string_view method, Json params) {
  McpRequest request;
  request.id = ++asked_;
  if (stateless_) params.Set("_meta", StatelessMeta());
  request.message = Json::MakeObject().Set("jsonrpc", "2.0").Set("id", request.id).Set("method", method);
  request.message.Set("params", std::move(params));
  return request;
}

// An address is asked for the newest version first: every server answers. A process gets the handshake first: nearly
// every program has it, and the others refuse it at once.
Status McpClient::Greet(std::int64_t until_ms, const std::stop_token& stop) {
  if (transport_->answers_any_request() && TRY(Discover(until_ms, stop))) return {};
  Json params = Json::MakeObject().Set("protocolVersion", kGreeted).Set("capabilities", ClientCapabilities());
  const McpRequest request = MakeRequest("initialize", params.Set("clientInfo", ClientInfo()));
  const Json answer = TRY(transport_->Exchange(request, until_ms, stop));
  if (answer.Has("result")) {
    transport_->Agree({answer["result"]["protocolVersion"].AsString(kGreeted), false});
    transport_->Notify(Json::MakeObject().Set("jsonrpc", "2.0").Set("method", "notifications/initialized"));
    transport_->Listen();
    return {};
  }
  const std::int64_t code = answer["error"]["code"].AsInt();
  const bool none = std::ranges::find(kNoGreeting, code) != kNoGreeting.end();
  if (!none) return Fail(Code::kInvalid, "it refused the handshake: " + answer["error"]["message"].AsString());
  stateless_ = true;
  transport_->Agree({std::string(kStateless), true});
  return {};
}

// Whether the server speaks the stateless version. Everything but a clear yes means no, and the handshake follows.
Result<bool> McpClient::Discover(std::int64_t until_ms, const std::stop_token& stop) {
  stateless_ = true;
  transport_->Agree({std::string(kStateless), true});
  // An older server that ignores the request gets the handshake in the other half.
  const std::int64_t until = SteadyMs() + std::max<std::int64_t>(1, (until_ms - SteadyMs()) / 2);
  for (int attempt = 0; attempt < 2; ++attempt) {
    const auto answer = transport_->Exchange(MakeRequest("server/discover", Json::MakeObject()), until, stop);
    if (!answer && answer.error().code == Code::kCancelled) return std::unexpected(answer.error());
    if (answer && Names((*answer)["result"]["supportedVersions"], kStateless)) return true;
    // It may refuse a version and name the same among those that it has.
    if (!answer || !Names((*answer)["error"]["data"]["supported"], kStateless)) break;
  }
  stateless_ = false;
  transport_->Agree({});
  return false;
}

Result<Json> McpClient::Ask(const McpRequest& request, std::int64_t until_ms, const std::stop_token& stop) {
  auto answer = transport_->Exchange(request, until_ms, stop);
  if (!answer) {
    if (answer.error().code != Code::kUnavailable) {
      Json given_up = Json::MakeObject().Set("jsonrpc", "2.0").Set("method", "notifications/cancelled");
      transport_->Notify(given_up.Set("params", Json::MakeObject().Set("requestId", request.id)));
    }
    return std::unexpected(answer.error());
  }
  if (answer->Has("error")) return Fail(Code::kInvalid, (*answer)["error"]["message"].AsString());
  return (*answer)["result"];
}

Status McpClient::ListTools(std::int64_t until_ms, const std::stop_token& stop) {
  std::string cursor;
  for (int page = 0; page < kMostPages; ++page) {
    Json params = Json::MakeObject();
    if (!cursor.empty()) params.Set("cursor", cursor);
    const Json result = TRY(Ask(MakeRequest("tools/list", std::move(params)), until_ms, stop));
    for (const Json& json : result["tools"].AsArray()) AddTool(json);
    cursor = result["nextCursor"].AsString();
    if (cursor.empty()) return {};
  }
  return {};
}

void McpClient::AddTool(const Json& json) {
  McpTool tool = ReadTool(json);
  if (tool.name.empty() || tools_.size() >= kMostTools) return;
  if (stateless_) {
    auto mirrors = FindMirrors(tool.schema);
    if (!mirrors) {
      options_.notice(fmt::format("offers the tool `{}`, which cannot be called: x-mcp-header of {}", tool.name,
                                  mirrors.error().message));
      return;
    }
    tool.mirrors = *std::move(mirrors);
  }
  tools_.push_back(std::move(tool));
}

Result<McpOutcome> McpClient::Call(const std::string& tool, const Json& arguments, std::int64_t until_ms,
                                   const std::stop_token& stop) {
  Json params = Json::MakeObject().Set("name", tool);
  params.Set("arguments", arguments.is_object() ? arguments : Json::MakeObject());
  McpHeaders headers;
  const auto known = std::ranges::find(tools_, tool, &McpTool::name);
  if (known != tools_.end()) headers = MirrorArguments(known->mirrors, params["arguments"]);
  Json more = Json::MakeObject();  // what the server asked for in the round before
  for (int round = 0; round < kMostRounds; ++round) {
    Json whole = params;
    for (const auto& [key, value] : more.AsObject()) whole.Set(key, value);
    McpRequest request = MakeRequest("tools/call", std::move(whole));
    request.headers = headers;
    request.may_ask = true;
    const Json result = TRY(Ask(request, until_ms, stop));
    if (result["resultType"].AsString() != "input_required") return ReadOutcome(result);
    auto answers = AnswerAll(result["inputRequests"]);
    if (!answers) return McpOutcome{answers.error().message, true};
    more = Json::MakeObject();
    if (result.Has("inputRequests")) more.Set("inputResponses", *std::move(answers));
    if (result.Has("requestState")) more.Set("requestState", result["requestState"]);
  }
  return McpOutcome{fmt::format("The tool still asks for more after {} rounds.", kMostRounds), true};
}

Result<Json> McpClient::AnswerAll(const Json& questions) {
  Json answers = Json::MakeObject();
  for (const auto& [key, question] : questions.AsObject()) {
    const std::string& method = question["method"].AsString();
    if (method != kQuestion) {
      return Fail(Code::kInvalid, fmt::format("The tool asks for `{}`, which is not available here.", method));
    }
    answers.Set(key, AnswerForm(question["params"]));
  }
  return answers;
}

Json McpClient::AnswerForm(const Json& params) {
  Json result = AnswerQuestion(params, options_.accepts_defaults);
  options_.notice(DescribeAnswer(params, result));
  return result;
}

// Besides questions, the only request that we support is `ping`.
Json McpClient::Answer(const Json& request) {
  Json response = Json::MakeObject().Set("jsonrpc", "2.0").Set("id", request["id"]);
  const std::string& method = request["method"].AsString();
  if (method == "ping") return response.Set("result", Json::MakeObject());
  if (method == kQuestion) return response.Set("result", AnswerForm(request["params"]));
  return response.Set("error", Json::MakeObject().Set("code", kMethodNotFound).Set("message", "not offered"));
}

}  // namespace forge
