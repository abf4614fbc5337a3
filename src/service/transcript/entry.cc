#include "service/transcript/entry.h"

#include <fmt/core.h>

#include <array>
#include <utility>

#include "base/strings.h"
#include "text/first_line.h"
#include "text/lines.h"

namespace forge {
namespace {

using Kind = AgentEvent::Kind;

constexpr std::size_t kMostItems = 50;  // of a list among arguments
constexpr std::size_t kLongestLine = 200;
constexpr std::int64_t kSecondMs = 1000;

constexpr std::size_t kMark =
    64;  // "[... 1296000 bytes left out ...]": what a runtime has cut already is as it should be

// A quarter of what is kept is the end.
std::string CutMiddle(std::string_view text, std::size_t most) {
  if (text.size() <= most + kMark) return ValidUtf8(text);
  return ValidUtf8(KeepHeadAndTail(text, most - (most / 4), most / 4));
}

Json CutStrings(const Json& value) {
  if (value.is_string()) return CutMiddle(value.AsString(), kLongestArgument);
  if (value.is_array()) {
    Json list = Json::MakeArray();
    for (const Json& item : value.AsArray()) {
      if (list.AsArray().size() == kMostItems) {
        list.Append(fmt::format("... {} more left out", value.AsArray().size() - kMostItems));
        break;
      }
      list.Append(CutStrings(item));
    }
    return list;
  }
  if (!value.is_object()) return value;
  Json object = Json::MakeObject();
  for (const auto& [name, member] : value.AsObject()) object.Set(name, CutStrings(member));
  return object;
}

Json CutData(const Json& data) {
  Json cut = CutStrings(data);
  const std::size_t size = cut.Dump().size();
  if (size > kMostArguments) cut = Json::MakeObject().Set("left_out_bytes", size);
  return cut;
}

std::string Shorter(std::string_view path, std::string_view cwd) {
  if (!cwd.empty() && path.size() > cwd.size() && path.starts_with(cwd) && path[cwd.size()] == '/')
    path.remove_prefix(cwd.size() + 1);
  return std::string(path);
}

// The first of these arguments that is there.
template <std::size_t kCount>
std::string FirstOf(const Json& arguments, const std::array<const char*, kCount>& names) {
  for (const char* name : names) {
    if (const std::string& value = arguments[name].AsString(); !value.empty()) return value;
  }
  return "";
}

// A result's text is in one of three places: the runtimes differ in what they are told.
void TakeResult(const AgentEvent& event, TranscriptEntry& entry) {
  const Json& error = event.data["error"];
  const bool named = event.data.Has("output") || error.is_string();
  std::string_view said = event.data.Has("output") ? event.data["output"].AsString()
                          : error.is_string()      ? error.AsString()
                                                   : std::string_view(event.text);
  entry.text = CutMiddle(said, kLongestToolResult);
  Json data = Json::MakeObject();
  if (named && !event.text.empty()) data.Set("tool", event.text);
  if (error.is_string() || error.AsBool()) data.Set("error", true);
  for (const char* number : {"exit", "exit_code", "bytes"}) {
    if (event.data[number].is_int()) data.Set(number, event.data[number]);
  }
  if (!data.AsObject().empty()) entry.data = std::move(data);
}

// Whether it tells, without a tool, what the agent is at.
bool SaysMore(const TranscriptEntry& entry) {
  return entry.Is(Kind::kText) || entry.Is(Kind::kRetry) || entry.Is(Kind::kThinking) || entry.Is(Kind::kStarted) ||
         entry.kind == kEndEntry;
}

std::string ThinkingFor(std::int64_t ms) {
  return ms < kSecondMs ? "thinking" : fmt::format("thinking {} s", ms / kSecondMs);
}

}  // namespace

std::string CommandOf(const Json& arguments) {
  const Json& command = arguments["command"];
  if (command.is_string()) return command.AsString();
  std::string line;
  for (const Json& word : command.AsArray()) line += (line.empty() ? "" : " ") + word.AsString();
  return line;
}

std::string ToolCallLine(const std::string& tool, const Json& arguments, std::string_view cwd) {
  constexpr std::array kPaths = {"file_path", "path", "filePath", "absolute_path", "notebook_path", "dir_path"};
  constexpr std::array kTexts = {"pattern", "query", "url", "description", "prompt"};
  std::string what;
  std::string_view gap = ": ";
  if (const std::string command = CommandOf(arguments); !command.empty()) {
    what = command;
  } else if (arguments.is_string()) {
    what = arguments.AsString();
  } else if (arguments.is_array()) {
    gap = " ";
    for (const Json& item : arguments.AsArray()) {
      const std::string path = FirstOf(item, kPaths);
      if (!path.empty()) what += (what.empty() ? "" : ", ") + Shorter(path, cwd);
    }
  } else if (const std::string text = FirstOf(arguments, kTexts); !text.empty() && arguments["pattern"].is_string()) {
    what = text;
  } else if (const std::string path = FirstOf(arguments, kPaths); !path.empty()) {
    gap = " ";
    what = Shorter(path, cwd);
  } else {
    what = text;
  }
  if (what.empty()) return tool;
  return Excerpt(tool + std::string(gap) + what, kLongestLine);
}

TranscriptEntry EntryOf(const AgentEvent& event, std::string_view cwd) {
  TranscriptEntry entry;
  entry.kind = Name(event.kind);
  switch (event.kind) {
    case Kind::kToolCall:
      entry.text = event.text;
      entry.line = ToolCallLine(event.text, event.data, cwd);
      if (!event.data.is_null()) entry.data = CutData(event.data);
      return entry;
    case Kind::kToolResult: TakeResult(event, entry); return entry;
    case Kind::kStarted:
    case Kind::kText:
    case Kind::kThinking:
    case Kind::kUsage:
    case Kind::kLimit:
    case Kind::kRetry:
    case Kind::kNotice: break;
  }
  entry.text = CutMiddle(event.text, kLongestSaid);
  if (!event.data.is_null()) entry.data = CutData(event.data);
  return entry;
}

std::string ToLine(const TranscriptEntry& entry) {
  Json json = Json::MakeObject().Set("n", entry.number).Set("at", entry.at.ms).Set("kind", entry.kind);
  if (!entry.text.empty()) json.Set("text", entry.text);
  if (!entry.line.empty()) json.Set("line", entry.line);
  if (!entry.data.is_null()) json.Set("data", entry.data);
  return json.Dump() + "\n";
}

std::optional<TranscriptEntry> ReadEntry(std::string_view line) {
  const auto json = ParseJson(line);
  if (!json || !json->is_object() || (*json)["kind"].AsString().empty()) return std::nullopt;
  return TranscriptEntry{(*json)["n"].AsInt(),       {(*json)["at"].AsInt()},    (*json)["kind"].AsString(),
                         (*json)["text"].AsString(), (*json)["line"].AsString(), (*json)["data"]};
}

std::string DoingNow(const std::vector<TranscriptEntry>& last, TimePoint now) {
  std::vector<const TranscriptEntry*> calls;  // since it last said something, the latest first
  std::size_t results = 0;
  TimePoint latest;
  for (auto entry = last.rbegin(); entry != last.rend(); ++entry) {
    if (entry->Is(Kind::kToolCall)) calls.push_back(&*entry);
    if (entry->Is(Kind::kToolResult) && results++ == 0) latest = entry->at;
    if (!SaysMore(*entry)) continue;
    if (!calls.empty() || results > 0) break;
    if (entry->kind == kEndEntry) return "ending";
    if (entry->Is(Kind::kText)) return FirstLine(entry->text, kLongestLine);
    if (entry->Is(Kind::kRetry)) return "waits to try again: " + FirstLine(entry->text, kLongestLine);
    return ThinkingFor(now.ms - entry->at.ms);
  }
  // Results come in the order of the calls.
  if (results < calls.size()) {
    const TranscriptEntry& open = *calls[calls.size() - 1 - results];
    return open.line.empty() ? open.text : open.line;
  }
  return results > 0 ? ThinkingFor(now.ms - latest.ms) : "";
}

}  // namespace forge
