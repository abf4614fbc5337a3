// What a chat message asks for: `!plan ...` and `!forge ...` as command, action and arguments. Pure; does not know what
// any action does, nor whether its arguments make sense. docs/chat.md has the grammar.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/json.h"

namespace forge::chat {

// `plan`: help, create, list, show, approve, close, cancel, phases, run, run-one, run-phase, skip, skip-to, audit,
// modify, land.
// `forge`: help, create, status, cancel, audit. Any other text is a description: create.
struct Message {
  std::string command;  // "plan" or "forge"; empty: the message is not a command
  std::string action;
  std::string args;  // what follows the action, trimmed; of create: the whole description
  bool operator==(const Message&) const = default;
};

// The command is at the very beginning, in lower case and as a whole word: `!planning` is not one.
Message ParseMessage(std::string_view text);

// {"command","action","args"}, all null when the message is not a command.
Json ToJson(const Message& message);

// The arguments of `phases`: one plan, and switches before or behind it.
struct PhasesRequest {
  std::string plan;
  bool regenerate = false;
  bool keep_done = false;
};
Result<PhasesRequest> ParsePhases(std::string_view args);

// `18`, `018`, `plan-18`: the name of a plan rather than a description.
bool LooksLikePlan(std::string_view args);

// Why the text of a `create` is probably no description: it begins with a plan, or nearly with a command. Says
// what was probably meant; empty: it is a description. `is_plan`: whether a plan has that number, slug or task.
std::string WhyNoDescription(const Message& message, const std::function<bool(const std::string&)>& is_plan);

// At white space.
std::vector<std::string> Words(std::string_view text);

}  // namespace forge::chat
