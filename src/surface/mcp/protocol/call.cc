#include "surface/mcp/protocol/call.h"

#include <fmt/core.h>

#include <utility>

namespace forge::mcp {
namespace {

std::string_view CapabilityFor(std::string_view method) {
  if (method.starts_with("elicitation/")) return "elicitation";
  if (method.starts_with("sampling/")) return "sampling";
  return "roots";
}

}  // namespace

void Call::Progress(double progress, std::optional<double> total, std::string_view message) {
  if (parts_.progress_token.is_null()) return;
  Json params = Json::MakeObject().Set("progressToken", parts_.progress_token).Set("progress", progress);
  if (total) params.Set("total", *total);
  if (!message.empty()) params.Set("message", message);
  parts_.notify("notifications/progress", std::move(params));
}

void Call::Log(std::string_view level, std::string_view logger, const Json& data) {
  if (parts_.log_severity < 0 || LogSeverity(level) < parts_.log_severity) return;
  parts_.notify("notifications/message",
                Json::MakeObject().Set("level", level).Set("logger", logger).Set("data", data));
}

bool Call::CanAsk(std::string_view method) const { return parts_.capabilities.Has(CapabilityFor(method)); }

Rpc<std::optional<Json>> Call::Ask(const std::vector<InputRequest>& requests, const Json& state) {
  Json missing = Json::MakeObject();
  for (const InputRequest& request : requests) {
    if (!CanAsk(request.method)) missing.Set(std::string(CapabilityFor(request.method)), Json::MakeObject());
  }
  if (!missing.AsObject().empty()) {
    const std::string text = fmt::format("the client must declare {}", missing.Dump());
    return Refuse(kMissingCapability, text, Json::MakeObject().Set("requiredCapabilities", std::move(missing)));
  }
  return asker_->Ask(requests, state);
}

Rpc<std::optional<Json>> Call::AskForm(std::string_view key, std::string_view message, Json schema, const Json& state) {
  Json params = Json::MakeObject().Set("message", message).Set("requestedSchema", std::move(schema));
  auto answers = Ask({{std::string(key), "elicitation/create", std::move(params)}}, state);
  if (!answers || !*answers) return answers;
  return (**answers)[key];
}

}  // namespace forge::mcp
