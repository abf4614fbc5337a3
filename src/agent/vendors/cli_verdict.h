// What a provider's failure means, from its structured fields first and its words after. Pure.
#pragma once

#include <cstdint>
#include <string_view>

#include "agent/runtime.h"

namespace forge {

// `status`: the HTTP status, 0 when there is none. 429 is a rate limit unless the words speak of a used-up window; a
// bad request is what its words say.
ErrorClass ClassOfFailure(int status, std::string_view words);

// A status that stands in a sentence: "unexpected status 401 Unauthorized", "last status: 429 Too Many". 0: none.
int StatusInWords(std::string_view words);

// A failed answer in the provider's words, with the wait they speak of.
AgentAnswer ProviderFailure(int status, std::string_view words);

}  // namespace forge
