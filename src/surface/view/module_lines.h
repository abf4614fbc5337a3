// Prints the journal of a run of modules in lines such as `[forge] ✓ m1: DONE "title" — score 1.0, 3 checks passed`.
// Knows the words of docs/events.md; the narrator prints everything else.
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

  std::set<std::string> begun_;   // steps whose start was printed
  std::set<std::string> panels_;  // panel rounds whose start was printed
};

}  // namespace forge
