// Classifies a provider's failure by its structured fields, then by its words. Pure.
#pragma once

#include <cstdint>
#include <string_view>

#include "agent/runtime.h"

namespace forge {

// `status`: the HTTP status, 0 if there is none. 429 is a rate limit unless the words mention an exhausted window; the
// words classify a bad request.
ErrorClass ClassOfFailure(int status, std::string_view words);

// A status in a sentence: "unexpected status 401 Unauthorized", "last status: 429 Too Many". 0: none.
int StatusInWords(std::string_view words);

// A failed answer with the provider's message and the wait that it mentions.
AgentAnswer ProviderFailure(int status, std::string_view words);

}  // namespace forge
