// Replaces the old part of a conversation by a summary. Pure: does not know who writes the summary, nor when.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/native/native_conversation.h"

namespace forge {

// The messages [1, end) without prompts. A call and its results are on the same side of it.
struct OldPart {
  std::size_t end = 0;
  std::size_t bytes = 0;
  std::size_t exchanges = 0;  // answers of the model
};

// All but the newest exchanges: at most four, and those together within a quarter of `most` bytes; at least one.
// Nothing if so little is old that a summary would save too little.
std::optional<OldPart> FindOldPart(const Conversation& talk, std::size_t most);

// What is known without asking the model. It grows with every part that is replaced.
struct KnownWork {
  std::vector<std::string> changed, read;  // files, each once
  std::vector<std::string> failures;       // the last three
};
void NoteWork(const Conversation& talk, const OldPart& old, KnownWork& work);

// Asks the model for the summary.
extern const std::string_view kAskSummary;

// What stands in the conversation instead of the old part. `said`: the model's summary; `plan`: its list of what is to
// do, which may be empty.
std::string SummaryMessage(const OldPart& old, std::string_view said, std::string_view plan, const KnownWork& work);
void ReplaceOldPart(Conversation& talk, const OldPart& old, std::string message);

}  // namespace forge
