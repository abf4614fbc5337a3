// What a provider's failure is: its class, its own words, when to come back. Knows no sockets and no runs.
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
  std::string message;  // for people; the provider's words in it
  TimePoint retry_at;   // 0: it does not say
};

// Structured fields first: the error's type, then the status; words decide only what these leave open.
ErrorClass ClassifyProviderError(int status, std::string_view type, std::string_view words);

// Of an answer with an error status, or of none at all. `provider` is how messages call it.
ProviderError ReadProviderError(const HttpAnswer& answer, const std::string& provider, TimePoint now);
// Of an error told inside a stream.
ProviderError ReadStreamError(std::string_view type, std::string_view words, const std::string& provider);

// How much of the provider's windows is used, from its headers.
std::vector<LimitState> ReadLimits(const std::map<std::string, std::string>& headers, TimePoint now);

}  // namespace forge
