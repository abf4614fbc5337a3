#include "surface/mcp/protocol/askers.h"

#include <fmt/core.h>

#include <chrono>
#include <optional>
#include <utility>

namespace forge::mcp {
namespace {

// A program answers this one, not a person.
constexpr std::chrono::milliseconds kLongestForRoots{10'000};

}  // namespace

Json ToJson(const InputRequest& request) {
  return Json::MakeObject().Set("method", request.method).Set("params", request.params);
}

Rpc<void> CheckInputResponse(const InputRequest& request, const Json& response) {
  auto wrong = [&](std::string_view what) {
    return Refuse(kInvalidParams, fmt::format("the answer `{}` {}", request.key, what));
  };
  if (!response.is_object()) return wrong(fmt::format("must be an object, not {}", response.type_name()));
  if (request.method == "elicitation/create") {
    const std::string& action = response["action"].AsString();
    if (action != "accept" && action != "decline" && action != "cancel") {
      return wrong("needs `action`: accept, decline or cancel");
    }
    if (action == "accept" && !response["content"].is_object()) return wrong("needs `content`, an object");
    return {};
  }
  if (request.method == "sampling/createMessage") {
    return response.Has("content") ? Rpc<void>() : wrong("needs `content`");
  }
  return response["roots"].is_array() ? Rpc<void>() : wrong("needs `roots`, an array");
}

Rpc<std::optional<Json>> ConnectionAsker::Ask(const std::vector<InputRequest>& requests, const Json&) {
  Json answers = Json::MakeObject();
  for (const InputRequest& request : requests) {
    const auto most = request.method == "roots/list" ? std::optional(kLongestForRoots) : std::nullopt;
    const auto response = peer_->Request(*outlet_, request.method, request.params, stop_, most);
    if (!response) return Refuse(kInternalError, "the client did not answer " + request.method);
    if (!response->error.is_null()) {
      return Refuse(kInternalError, fmt::format("the client refused {}: {}", request.method,
                                                response->error["message"].AsString("no reason")));
    }
    if (auto fits = CheckInputResponse(request, response->result); !fits) return std::unexpected(fits.error());
    answers.Set(request.key, response->result);
  }
  return answers;
}

Rpc<std::optional<Json>> RoundAsker::Ask(const std::vector<InputRequest>& requests, const Json& state) {
  Json answers = Json::MakeObject();
  Json missing = Json::MakeObject();
  for (const InputRequest& request : requests) {
    const Json* response = responses_.Find(request.key);
    if (response == nullptr) {
      missing.Set(request.key, ToJson(request));
      continue;
    }
    if (auto fits = CheckInputResponse(request, *response); !fits) return std::unexpected(fits.error());
    answers.Set(request.key, *response);
  }
  if (missing.AsObject().empty()) return answers;
  Json result = Json::MakeObject().Set("resultType", "input_required").Set("inputRequests", std::move(missing));
  if (!state.is_null()) result.Set("requestState", states_.Seal(purpose_, state));
  result_ = std::move(result);
  return std::nullopt;
}

}  // namespace forge::mcp
