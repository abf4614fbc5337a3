// The hooks of host programs: JSON of the host's event in, JSON of our opinion out. A hook has an opinion or none; it
// never fails the host. docs/hooks.md lists events and answers.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/json.h"
#include "service/project.h"

namespace forge::hook {

enum class Event {
  kPreToolUse,
  kPostToolUse,
  kPermissionRequest,
  kSessionStart,
  kSessionEnd,
  kPreCompact,
  kStop,
  kWorktreeCreate,
  kWorktreeRemove
};

// "pre-tool-use", or as the host calls it: "PreToolUse".
std::optional<Event> ParseEvent(std::string_view name);

struct HookHost {
  Machine machine;
  std::function<TimePoint()> now;
};

// Null: no opinion; a string: to be printed as it is. An error is for standard error only: the host continues as if we
// were not there.
Result<Json> HandleHook(const HookHost& host, Event event, const Json& input);

// The host needs an answer to continue, so it must see an error.
bool NeedsAnswer(Event event);

// After this many refusals the host may end: a hook must never trap the user.
inline constexpr int kMostRefusedStops = 3;

}  // namespace forge::hook
