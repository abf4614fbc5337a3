// Tells whoever gave a request what happens in its unit.
#pragma once

#include <string>
#include <utility>

#include "agent/runtime.h"

namespace forge {

inline void Tell(const AgentRequest& request, AgentEvent::Kind kind, std::string text, Json data = Json()) {
  if (request.on_event) request.on_event({kind, std::move(text), std::move(data)});
}

}  // namespace forge
