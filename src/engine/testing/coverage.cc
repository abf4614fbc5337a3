#include "engine/testing/coverage.h"

#include <fmt/core.h>

namespace forge::testing {

void Coverage::Add(const Decision& decision) {
  const std::lock_guard lock(mutex);
  for (const StepMove& move : decision.moves) steps.insert({move.from, move.to});
  for (const Note& note : decision.notes) {
    auto& members = notes[note.kind];
    for (const auto& [key, value] : note.data.AsObject()) members.insert(key);
    if (note.kind != "run-status") continue;
    const auto from = ParseRunStatus(note.data["from"].AsString());
    const auto to = ParseRunStatus(note.data["to"].AsString());
    if (from && to && *from != *to) run.insert({*from, *to});
  }
}

std::vector<std::string> Coverage::NotTaken() const {
  std::vector<std::string> missing;
  for (const auto& arrow : RunTransitions()) {
    if (!run.contains(arrow)) missing.push_back(fmt::format("run: {} -> {}", Name(arrow.from), Name(arrow.to)));
  }
  for (const auto& arrow : StepTransitions()) {
    if (!steps.contains(arrow)) missing.push_back(fmt::format("step: {} -> {}", Name(arrow.from), Name(arrow.to)));
  }
  return missing;
}

Coverage& TheCoverage() {
  static Coverage coverage;
  return coverage;
}

}  // namespace forge::testing
