#include "turns.h"

#include <fmt/core.h>

namespace forge::llm {
namespace {

Turn NoTurn(std::string message) {
  Turn turn;
  turn.fault = "400";
  turn.message = std::move(message);
  return turn;
}

bool Fits(const When& when, std::string_view path, const Json& body, std::string_view text) {
  if (when.no_tools && !body["tools"].AsArray().empty()) return false;
  if (!when.path.empty() && path.find(when.path) == std::string_view::npos) return false;
  return when.contains.empty() || text.find(when.contains) != std::string_view::npos;
}

// The number of the model's messages in a request.
std::int64_t ModelMessages(const Json& body) {
  std::int64_t count = 0;
  bool before = false;
  auto see = [&](bool model) {
    if (model && !before) ++count;
    before = model;
  };
  for (const Json& message : body["messages"].AsArray()) see(message["role"].AsString() == "assistant");
  for (const Json& message : body["contents"].AsArray()) see(message["role"].AsString() == "model");
  for (const Json& item : body["input"].AsArray()) {
    const std::string& type = item["type"].AsString();
    see(type.ends_with("_call") || type == "reasoning" || item["role"].AsString() == "assistant");
  }
  return count;
}

const Turn* At(const Scenario& scenario, std::int64_t number) {
  for (const Turn& turn : scenario.turns) {
    if (turn.times < 0 || number < turn.times) return &turn;
    number -= turn.times;
  }
  return nullptr;
}

}  // namespace

Turn Turns::Next(const std::string& scenario, std::string_view path, const Json& body, std::string_view text) {
  auto found = script_.scenarios.find(scenario.substr(0, scenario.find('@')));
  if (found == script_.scenarios.end()) return NoTurn(fmt::format("the script has no scenario `{}`", scenario));
  for (const Turn& rule : found->second.rules) {
    if (Fits(rule.when, path, body, text)) return rule;
  }
  std::lock_guard lock(mutex_);
  std::int64_t& used = used_[scenario];
  const std::int64_t number = found->second.by_conversation ? ModelMessages(body) : used;
  const Turn* turn = At(found->second, number);
  if (turn == nullptr) return NoTurn(fmt::format("the scenario `{}` has no turn {}", scenario, number + 1));
  ++used;
  return *turn;
}

}  // namespace forge::llm
