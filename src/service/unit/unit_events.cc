#include "service/unit/unit_events.h"

#include <fmt/core.h>

#include <utility>

#include "base/strings.h"
#include "model/json.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr double kNearLimit = 0.8;
constexpr std::size_t kMostAttempts = 50;  // kept of one unit
constexpr std::size_t kLongestAttempt = 300;

bool IsPathEnd(std::string_view text, std::size_t at) {
  return at >= text.size() || text[at] == '/' || text[at] == '"' || text[at] == '\'' || text[at] == ' ' ||
         text[at] == ':';
}

// The sealed place that the text names, but for the unit's own workspace; empty: none.
std::string_view NamedIn(std::string_view text, const std::vector<std::string>& places, std::string_view own) {
  for (const std::string& place : places) {
    if (place.empty()) continue;
    for (std::size_t at = text.find(place); at != std::string_view::npos; at = text.find(place, at + 1)) {
      const bool is_own = !own.empty() && text.substr(at).starts_with(own);
      if (!is_own && IsPathEnd(text, at + place.size())) return place;
    }
  }
  return "";
}

// A sealed path exists, so "not found" means that access was denied.
bool SaysRefused(std::string_view line) {
  for (std::string_view word : {"ermission denied", "EACCES", "not permitted", "No such file or directory",
                                "leads out of the workspace", "is outside the workspace"}) {
    if (line.find(word) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

void UnitEventLog::Seal(std::vector<std::string> places, std::string own) {
  sealed_ = std::move(places);
  own_ = std::move(own);
}

// A call is an attempt by what it names, whatever came of it. A result is one only by the words of a refusal: tools may
// well print such a path for other reasons.
void UnitEventLog::LookForAttempts(const AgentEvent& event) {
  const auto keep = [&](std::string_view what) {
    const std::string text = fmt::format("{} tried to reach a hidden path: {}", event.text,
                                         ValidUtf8(Trim(mask_.Apply(what).substr(0, kLongestAttempt))));
    if (told_.size() < kMostAttempts && told_.insert(text).second)
      Write({AgentEvent::Kind::kNotice, text, Json::MakeObject().Set("attempt", true)});
  };
  if (event.kind == AgentEvent::Kind::kToolCall) {
    const std::string call = event.data.Dump();
    if (!NamedIn(call, sealed_, own_).empty()) keep(call);
    return;
  }
  const std::string said = event.data["error"].AsString(event.data["text"].AsString());
  for (std::string_view line : Split(said, '\n')) {
    const bool confined = line.find("the workspace") != std::string_view::npos;
    if (SaysRefused(line) && (confined || !NamedIn(line, sealed_, own_).empty())) keep(line);
  }
}

void UnitEventLog::Take(const AgentEvent& event) {
  switch (event.kind) {
    case AgentEvent::Kind::kToolCall:
    case AgentEvent::Kind::kToolResult: return LookForAttempts(event);
    case AgentEvent::Kind::kStarted:
    case AgentEvent::Kind::kText:
    case AgentEvent::Kind::kThinking:
    case AgentEvent::Kind::kUsage: return;
    case AgentEvent::Kind::kLimit:
      if (event.data["used"].AsDouble() < kNearLimit || !told_.insert(event.text).second) return;
      break;
    case AgentEvent::Kind::kRetry:
    case AgentEvent::Kind::kNotice: break;
  }
  Write(event);
}

void UnitEventLog::HandOver(const std::string& from, const std::string& to, const std::string& why) {
  handed_over_ = true;
  Write({AgentEvent::Kind::kLimit, fmt::format("continuing with account `{}`", to),
         Json::MakeObject().Set("from", from).Set("to", to).Set("why", why)});
}

void UnitEventLog::Write(const AgentEvent& event) {
  if (!files_) return;
  const AgentEvent clean = mask_.ApplyToEvent(event);
  Json line = Json::MakeObject().Set("at", WallClock().ms).Set("kind", Name(clean.kind)).Set("text", clean.text);
  if (!clean.data.is_null()) line.Set("data", clean.data);
  (void)files_->AppendUnitText(unit_, "events.jsonl", line.Dump() + "\n");
}

}  // namespace forge
