// One entry of a unit's transcript: what its agent said or did, or what a check's command printed. Values and their
// JSON lines; knows no file. docs/transcripts.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/runtime.h"
#include "base/ids.h"
#include "model/json.h"

namespace forge {

// Kinds beyond those of AgentEvent.
inline constexpr std::string_view kOutputEntry = "output";     // of a check's command, as it comes
inline constexpr std::string_view kLeftOutEntry = "left-out";  // what stood here no longer fits
inline constexpr std::string_view kEndEntry = "end";           // the agent's or check's own end; text: the error

struct TranscriptEntry {
  std::int64_t number = 0;  // from 1
  TimePoint at;
  std::string kind;
  std::string text;  // what was said, the tool's name of a call, the text of a result
  std::string line;  // of a tool call: "Bash: make test"
  Json data;         // a call's arguments, usage; null: none

  bool Is(AgentEvent::Kind other) const { return kind == Name(other); }
};

// The longest text and the longest arguments that are kept of one entry; more is cut in its middle.
inline constexpr std::size_t kLongestSaid = 16'000;
inline constexpr std::size_t kLongestToolResult = 4'000;
inline constexpr std::size_t kLongestArgument = 2'000;
inline constexpr std::size_t kMostArguments = 8'000;

// Without number and time. `cwd`: the unit's directory; paths below it are shortened in `line`.
TranscriptEntry EntryOf(const AgentEvent& event, std::string_view cwd);
// "Bash: make test", "Edit src/user.c".
std::string ToolCallLine(const std::string& tool, const Json& arguments, std::string_view cwd);
// The command line among a call's arguments; empty: it runs none. Some programs give the words as a list.
std::string CommandOf(const Json& arguments);

std::string ToLine(const TranscriptEntry& entry);  // with its line end
std::optional<TranscriptEntry> ReadEntry(std::string_view line);

// What the unit does now by its last entries: "Bash: make test", "thinking 14 s". Empty: unknown.
std::string DoingNow(const std::vector<TranscriptEntry>& last, TimePoint now);

}  // namespace forge
