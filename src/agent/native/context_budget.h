// Keeps a conversation within its model's context: shortens old tool results first, then drops old exchanges. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "agent/native/native_conversation.h"

namespace forge {

// About `most` bytes of it: the beginning and the end, cut at a section, a paragraph or at least a line, with a line
// between that says how much was left out.
std::string ShortenAtSections(std::string_view text, std::size_t most);

struct FitReport {
  std::size_t shortened = 0;  // tool results
  std::size_t left_out = 0;   // exchanges: an answer of the model and its tool results
  bool changed() const { return shortened > 0 || left_out > 0; }
};

// Does nothing while the conversation is within `most` bytes. Otherwise cuts well below that, so that cuts are rare:
// each one invalidates the provider's cache. Prompts, a summary and the last exchanges stay unchanged.
FitReport FitContext(Conversation& conversation, std::size_t most);

}  // namespace forge
