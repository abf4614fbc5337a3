// A turn in each provider's protocol: events, whole body, errors. Knows no sockets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"
#include "script.h"

namespace forge::llm {

enum class Api { kAnthropic, kChat, kResponses, kGemini };

// What a request asked for.
struct Asked {
  std::string model;
  bool stream = false;
  bool include_usage = false;  // chat completions only send it when asked
  std::int64_t number = 0;     // of the request, for ids
};

// An error by its name in a script, in one provider's form.
struct ErrorAnswer {
  int status = 0;
  std::string type, message;
};

std::vector<std::string> Events(Api api, const Turn& turn, const Asked& asked);  // server-sent, one each
std::string WholeBody(Api api, const Turn& turn, const Asked& asked);
ErrorAnswer ErrorFor(Api api, const Turn& turn, const Asked& asked);
std::string ErrorBody(Api api, const ErrorAnswer& error, std::string_view retry_after);
std::string StreamError(Api api, const ErrorAnswer& error);  // the event for an error after the headers
std::string BrokenEvent(Api api);                            // an event with truncated JSON
std::string TokenCount(Api api, std::string_view request);   // the answer to "how many tokens is this"
std::string ModelList(Api api);
std::string ToolId(const ToolCall& call, std::string_view prefix, std::int64_t number, std::size_t index);
std::vector<std::string> Pieces(std::string_view text, std::size_t bytes);  // never splits a character
std::string Sse(std::string_view event, const Json& data);                  // `event` may be empty

// One file per provider.
std::vector<std::string> AnthropicEvents(const Turn& turn, const Asked& asked);
std::string AnthropicBody(const Turn& turn, const Asked& asked);
std::vector<std::string> ChatEvents(const Turn& turn, const Asked& asked);
std::string ChatBody(const Turn& turn, const Asked& asked);
std::vector<std::string> ResponsesEvents(const Turn& turn, const Asked& asked);
std::string ResponsesBody(const Turn& turn, const Asked& asked);
std::vector<std::string> GeminiEvents(const Turn& turn, const Asked& asked);
std::string GeminiBody(const Turn& turn, const Asked& asked);

}  // namespace forge::llm
