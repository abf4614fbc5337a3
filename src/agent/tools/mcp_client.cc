#include "agent/tools/mcp_client.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::string_view kGreeted = "2025-11-25";    // the newest version with a handshake
constexpr std::string_view kStateless = "2026-07-28";  // every request identifies the client
constexpr int kMostPages = 20;
constexpr std::size_t kMostTools = 200;
constexpr std::size_t kLongestDescription = 2000;

// The error of a server without a handshake: no such method, or unsupported version.
constexpr std::array<std::int64_t, 3> kNoGreeting = {-32601, -32022, -32020};

Json ClientInfo() { return Json::MakeObject().Set("name", "forge").Set("version", "1"); }

Json StatelessMeta() {
  return Json::MakeObject()
      .Set("io.modelcontextprotocol/protocolVersion", kStateless)
      .Set("io.modelcontextprotocol/clientCapabilities", Json::MakeObject())
      .Set("io.modelcontextprotocol/clientInfo", ClientInfo());
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
  if (result["resultType"].AsString() == "input_required") {
    return {"The tool asks for input from a person, which is not available here.", true};
  }
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

Result<std::unique_ptr<McpClient>> McpClient::Open(std::unique_ptr<McpTransport> transport, std::int64_t until_ms,
                                                   const std::stop_token& stop) {
  std::unique_ptr<McpClient> client(new McpClient(std::move(transport)));
  TRY(client->Greet(until_ms, stop));
  TRY(client->ListTools(until_ms, stop));
  return client;
}

// Try the handshake first: nearly every server has it, and the others refuse at once.
Status McpClient::Greet(std::int64_t until_ms, const std::stop_token& stop) {
  const std::int64_t id = ++asked_;
  Json params = Json::MakeObject().Set("protocolVersion", kGreeted).Set("capabilities", Json::MakeObject());
  Json request = Json::MakeObject().Set("jsonrpc", "2.0").Set("id", id).Set("method", "initialize");
  request.Set("params", params.Set("clientInfo", ClientInfo()));
  const Json answer = TRY(transport_->Exchange(id, request, until_ms, stop));
  if (answer.Has("result")) {
    transport_->Agree({answer["result"]["protocolVersion"].AsString(kGreeted), false});
    transport_->Notify(Json::MakeObject().Set("jsonrpc", "2.0").Set("method", "notifications/initialized"));
    return {};
  }
  const std::int64_t code = answer["error"]["code"].AsInt();
  const bool none = std::ranges::find(kNoGreeting, code) != kNoGreeting.end();
  if (!none) return Fail(Code::kInvalid, "it refused the handshake: " + answer["error"]["message"].AsString());
  stateless_ = true;
  transport_->Agree({std::string(kStateless), true});
  return {};
}

Result<Json> McpClient::Ask(std::string_view method, Json params, std::int64_t until_ms, const std::stop_token& stop) {
  const std::int64_t id = ++asked_;
  if (stateless_) params.Set("_meta", StatelessMeta());
  Json request = Json::MakeObject().Set("jsonrpc", "2.0").Set("id", id).Set("method", method);
  auto answer = transport_->Exchange(id, request.Set("params", std::move(params)), until_ms, stop);
  if (!answer) {
    if (answer.error().code != Code::kUnavailable) {
      Json given_up = Json::MakeObject().Set("jsonrpc", "2.0").Set("method", "notifications/cancelled");
      transport_->Notify(given_up.Set("params", Json::MakeObject().Set("requestId", id)));
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
    const Json result = TRY(Ask("tools/list", std::move(params), until_ms, stop));
    for (const Json& json : result["tools"].AsArray()) {
      McpTool tool = ReadTool(json);
      if (!tool.name.empty() && tools_.size() < kMostTools) tools_.push_back(std::move(tool));
    }
    cursor = result["nextCursor"].AsString();
    if (cursor.empty()) return {};
  }
  return {};
}

Result<McpOutcome> McpClient::Call(const std::string& tool, const Json& arguments, std::int64_t until_ms,
                                   const std::stop_token& stop) {
  Json params = Json::MakeObject().Set("name", tool);
  params.Set("arguments", arguments.is_object() ? arguments : Json::MakeObject());
  return ReadOutcome(TRY(Ask("tools/call", std::move(params), until_ms, stop)));
}

}  // namespace forge
