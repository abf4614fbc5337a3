#include "agent/acp/acp_frames.h"

#include <utility>

namespace forge {
namespace {

Json Frame() { return Json::MakeObject().Set("jsonrpc", "2.0"); }

bool HasId(const Json& message) { return message["id"].is_number() || message["id"].is_string(); }

}  // namespace

Json AcpAsk(Json id, std::string_view method, Json params) {
  return Frame().Set("id", std::move(id)).Set("method", method).Set("params", std::move(params));
}

Json AcpTell(std::string_view method, Json params) {
  return Frame().Set("method", method).Set("params", std::move(params));
}

Json AcpResult(const Json& id, Json result) { return Frame().Set("id", id).Set("result", std::move(result)); }

Json AcpRefusal(const Json& id, std::int64_t code, std::string message) {
  Json error = Json::MakeObject().Set("code", code).Set("message", std::move(message));
  return Frame().Set("id", id).Set("error", std::move(error));
}

bool IsAcpRequest(const Json& message) { return message["method"].is_string() && HasId(message); }

bool IsAcpResponse(const Json& message) {
  return !message.Has("method") && HasId(message) && (message.Has("result") || message.Has("error"));
}

Json AcpText(std::string text) { return Json::MakeObject().Set("type", "text").Set("text", std::move(text)); }

}  // namespace forge
