// Keeps a conversation within what its model takes: old tool results are shortened first, then old exchanges left out.
// Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "agent/native/native_conversation.h"

namespace forge {

// About `most` bytes of it: the beginning and the end, cut where a section, a paragraph or at least a line ends, with a
// line between that says how much is gone.
std::string ShortenAtSections(std::string_view text, std::size_t most);

struct FitReport {
  std::size_t shortened = 0;  // tool results
  std::size_t left_out = 0;   // exchanges: what the model said with the results it got
  bool changed() const { return shortened > 0 || left_out > 0; }
};

// Does nothing while the conversation is within `most` bytes. Beyond, it goes down well below, so that it is rare: each
// change costs the provider's cache. The prompt and the last exchanges stay as they are.
FitReport FitContext(Conversation& conversation, std::size_t most);

}  // namespace forge
