#include "wire.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/strings.h"

namespace forge::llm {
namespace {

struct NamedError {
  std::string_view fault;
  int status;
  std::string_view anthropic_type, openai_type, gemini_type;
  std::string_view message;
};

constexpr std::array<NamedError, 12> kErrors = {{
    {"400", 400, "invalid_request_error", "invalid_request_error", "INVALID_ARGUMENT", "messages: field required"},
    {"401", 401, "authentication_error", "invalid_api_key", "UNAUTHENTICATED", "invalid x-api-key"},
    {"403", 403, "permission_error", "permission_denied", "PERMISSION_DENIED", "this key may not use the resource"},
    {"404", 404, "not_found_error", "model_not_found", "NOT_FOUND", "model: {model} was not found"},
    {"413", 413, "request_too_large", "request_too_large", "INVALID_ARGUMENT", "Request exceeds the maximum size"},
    {"429", 429, "rate_limit_error", "rate_limit_exceeded", "RESOURCE_EXHAUSTED",
     "This request would exceed the rate limit of your organization"},
    {"500", 500, "api_error", "server_error", "INTERNAL", "Internal server error"},
    {"503", 503, "api_error", "server_error", "UNAVAILABLE", "Service unavailable"},
    {"529", 529, "overloaded_error", "server_is_overloaded", "UNAVAILABLE", "Overloaded"},
    {"credit", 400, "invalid_request_error", "insufficient_quota", "FAILED_PRECONDITION",
     "Your credit balance is too low to access the API. Please go to billing to buy credits."},
    {"context", 400, "invalid_request_error", "context_length_exceeded", "INVALID_ARGUMENT",
     "prompt is too long: 250000 tokens > 200000 maximum"},
    {"quota", 429, "rate_limit_error", "usage_limit_reached", "RESOURCE_EXHAUSTED",
     "You have hit your usage limit. Your limit will reset at the end of the window."},
}};

std::string_view TypeOf(const NamedError& error, Api api) {
  switch (api) {
    case Api::kAnthropic: return error.anthropic_type;
    case Api::kChat:
    case Api::kResponses: return error.openai_type;
    case Api::kGemini: return error.gemini_type;
  }
  return "";
}

}  // namespace

std::vector<std::string> Events(Api api, const Turn& turn, const Asked& asked) {
  switch (api) {
    case Api::kAnthropic: return AnthropicEvents(turn, asked);
    case Api::kChat: return ChatEvents(turn, asked);
    case Api::kResponses: return ResponsesEvents(turn, asked);
    case Api::kGemini: return GeminiEvents(turn, asked);
  }
  return {};
}

std::string WholeBody(Api api, const Turn& turn, const Asked& asked) {
  switch (api) {
    case Api::kAnthropic: return AnthropicBody(turn, asked);
    case Api::kChat: return ChatBody(turn, asked);
    case Api::kResponses: return ResponsesBody(turn, asked);
    case Api::kGemini: return GeminiBody(turn, asked);
  }
  return {};
}

ErrorAnswer ErrorFor(Api api, const Turn& turn, const Asked& asked) {
  // A stream fault without its own error looks like an overloaded server.
  const NamedError* found = &kErrors[8];
  for (const NamedError& error : kErrors) {
    if (error.fault == turn.fault || (turn.fault == "status" && error.fault == std::to_string(turn.status))) {
      found = &error;
      break;
    }
  }
  ErrorAnswer answer{found->status, std::string(TypeOf(*found, api)),
                     ReplaceAll(found->message, "{model}", asked.model)};
  if (turn.fault == "credit" && (api == Api::kChat || api == Api::kResponses)) answer.status = 429;
  if (turn.status > 0) answer.status = turn.status;
  if (!turn.error_type.empty()) answer.type = turn.error_type;
  if (!turn.message.empty()) answer.message = turn.message;
  return answer;
}

std::string ErrorBody(Api api, const ErrorAnswer& error, std::string_view retry_after) {
  Json inner = Json::MakeObject();
  Json outer = Json::MakeObject();
  switch (api) {
    case Api::kAnthropic:
      inner.Set("type", error.type).Set("message", error.message);
      outer.Set("type", "error").Set("error", inner).Set("request_id", "req_scripted");
      break;
    case Api::kChat:
    case Api::kResponses:
      inner.Set("message", error.message).Set("type", error.type).Set("param", Json()).Set("code", error.type);
      outer.Set("error", inner);
      break;
    case Api::kGemini:
      inner.Set("code", error.status).Set("message", error.message).Set("status", error.type);
      if (!retry_after.empty()) {
        Json delay = Json::MakeObject();
        delay.Set("@type", "type.googleapis.com/google.rpc.RetryInfo")
            .Set("retryDelay", fmt::format("{}s", retry_after));
        inner.Set("details", Json::MakeArray().Append(delay));
      }
      outer.Set("error", inner);
      break;
  }
  return outer.Dump();
}

std::string StreamError(Api api, const ErrorAnswer& error) {
  Json inner = Json::MakeObject();
  switch (api) {
    case Api::kAnthropic:
      inner.Set("type", error.type).Set("message", error.message);
      return Sse("error", Json::MakeObject().Set("type", "error").Set("error", inner));
    case Api::kChat: return "data: " + ErrorBody(api, error, "") + "\n\n";
    case Api::kResponses: {
      inner.Set("code", error.type).Set("message", error.message);
      Json response = Json::MakeObject();
      response.Set("id", "resp_failed").Set("object", "response").Set("status", "failed").Set("error", inner);
      return Sse("response.failed", Json::MakeObject().Set("type", "response.failed").Set("response", response));
    }
    case Api::kGemini: return "data: " + ErrorBody(api, error, "") + "\n\n";
  }
  return "";
}

std::string BrokenEvent(Api api) {
  switch (api) {
    case Api::kAnthropic: return "event: content_block_delta\ndata: {\"type\":\"content_block_del\n\n";
    case Api::kChat: return "data: {\"id\":\"chatcmpl\",\"choices\":[{\"index\":0,\"del\n\n";
    case Api::kResponses: return "event: response.output_text.delta\ndata: {\"type\":\"response.outp\n\n";
    case Api::kGemini: return "data: {\"candidates\":[{\"content\":{\"par\n\n";
  }
  return "";
}

std::string TokenCount(Api api, std::string_view request) {
  // Four bytes per token is accurate enough here.
  const std::size_t tokens = request.size() / 4;
  return Json::MakeObject().Set(api == Api::kGemini ? "totalTokens" : "input_tokens", tokens).Dump();
}

std::string ModelList(Api api) {
  Json models = Json::MakeArray();
  if (api == Api::kGemini) {
    models.Append(Json::MakeObject().Set("name", "models/scripted").Set("displayName", "Scripted"));
    return Json::MakeObject().Set("models", models).Dump();
  }
  models.Append(Json::MakeObject()
                    .Set("id", "scripted")
                    .Set("object", "model")
                    .Set("type", "model")
                    .Set("display_name", "Scripted"));
  return Json::MakeObject().Set("object", "list").Set("data", models).Set("has_more", false).Dump();
}

std::string ToolId(const ToolCall& call, std::string_view prefix, std::int64_t number, std::size_t index) {
  return call.id.empty() ? fmt::format("{}{}_{}", prefix, number, index) : call.id;
}

std::vector<std::string> Pieces(std::string_view text, std::size_t bytes) {
  std::vector<std::string> pieces;
  while (!text.empty()) {
    std::size_t end = std::min(bytes, text.size());
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    pieces.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return pieces;
}

std::string Sse(std::string_view event, const Json& data) {
  std::string out;
  if (!event.empty()) out = fmt::format("event: {}\n", event);
  out += "data: ";
  data.DumpTo(out);
  return out + "\n\n";
}

}  // namespace forge::llm
