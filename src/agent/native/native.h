// The runtimes `anthropic[:BASE_URL]`, `openai[:BASE_URL]` (chat completions) and `openai-responses[:BASE_URL]`:
// Forge's own loop with a provider's API, without an agent program. docs/agents.md describes them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "agent/runtime.h"
#include "base/result.h"

namespace forge {

bool IsNativeRuntime(std::string_view kind);

// Fails if there is no key or the URL is invalid.
Result<std::unique_ptr<Runtime>> MakeNativeRuntime(std::string_view kind, std::string_view base_url,
                                                   const RuntimePlaces& places);

}  // namespace forge
