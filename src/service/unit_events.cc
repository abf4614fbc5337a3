#include "service/unit_events.h"

#include <fmt/format.h>

#include <utility>

#include "model/json.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr double kNearLimit = 0.8;

}  // namespace

void UnitEventLog::Take(const AgentEvent& event) {
  switch (event.kind) {
    case AgentEvent::Kind::kStarted:
    case AgentEvent::Kind::kText:
    case AgentEvent::Kind::kThinking:
    case AgentEvent::Kind::kToolCall:
    case AgentEvent::Kind::kToolResult:
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
  Write({AgentEvent::Kind::kLimit, fmt::format("going on with account `{}`", to),
         Json::MakeObject().Set("from", from).Set("to", to).Set("why", why)});
}

void UnitEventLog::Write(const AgentEvent& event) {
  if (!files_) return;
  Json line = Json::MakeObject().Set("at", WallClock().ms).Set("kind", Name(event.kind)).Set("text", event.text);
  if (!event.data.is_null()) line.Set("data", event.data);
  (void)files_->AppendUnitText(unit_, "events.jsonl", line.Dump() + "\n");
}

}  // namespace forge
