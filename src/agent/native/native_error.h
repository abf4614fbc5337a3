// A provider's failure: its class, its message, when to retry. Knows no sockets and no runs.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agent/native/http_client.h"
#include "agent/runtime.h"

namespace forge {

struct ProviderError {
  ErrorClass error_class = ErrorClass::kUnknown;
  std::string message;  // for people, with the provider's message
  TimePoint retry_at;   // 0: unknown
};

// Classifies by the error's type, then the status, then its words.
ErrorClass ClassifyProviderError(int status, std::string_view type, std::string_view words);

// For an answer with an error status, or a missing answer. `provider` is its name in messages.
ProviderError ReadProviderError(const HttpAnswer& answer, const std::string& provider, TimePoint now);
// For an error inside a stream.
ProviderError ReadStreamError(std::string_view type, std::string_view words, const std::string& provider);

// The used share of the provider's windows, from its headers.
std::vector<LimitState> ReadLimits(const std::map<std::string, std::string>& headers, TimePoint now);

}  // namespace forge
