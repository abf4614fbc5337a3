// The journal of a run of modules told in lines such as `[forge] ✓ m1: DONE "title" — score 1.0, 3 checks passed`.
// Knows the words of docs/events.md; what is no news of a module is the narrator's.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/ports.h"
#include "engine/state.h"

namespace forge {

class ModuleLines {
 public:
  // The lines of row `at`, without the prefix; nothing when the row is not about modules. `state` is as it is after all
  // of the rows.
  std::optional<std::vector<std::string>> Tell(const State& state, const std::vector<JournalRow>& rows, std::size_t at);

 private:
  std::vector<std::string> GivenUp(const State& state, const std::vector<JournalRow>& rows, std::size_t at);
  std::optional<std::vector<std::string>> UnitStarted(const State& state, const JournalRow& row, const Json& data);

  std::set<std::string> begun_;   // steps that were said to start
  std::set<std::string> panels_;  // rounds of panels that were said to begin
};

}  // namespace forge
