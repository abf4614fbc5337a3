// Stands between a shell and the core: sends every input through its journal form, keeps the journal, and says what
// must never be. For tests; knows no world.
#pragma once

#include <string>
#include <vector>

#include "engine/core.h"
#include "engine/ports.h"

namespace forge::testing {

class Watch {
 public:
  // Decide(), with everything checked that can be checked on the way. `state` must be the one of the last call, or
  // what the rows fold to.
  Result<Decision> Apply(State& state, const TimedInput& input);

  // Forgets the rows after `count`: they were never written.
  void Forget(std::size_t count);

  const std::vector<JournalRow>& rows() const { return rows_; }
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  void CheckRefusal(const State& before, const State& after);
  void CheckStarts(const State& before, const State& after, const Decision& decision);
  void CheckMoves(const State& before, const State& after, const Decision& decision);
  void CheckApproval(const State& before, const State& after, const Input& input);
  void CheckRounds(const State& before, const State& after, const Input& input);
  void CheckSpending(const State& before, const State& after, const Input& input, const Decision& decision);
  void Expect(bool holds, std::string what);

  std::vector<JournalRow> rows_;
  std::vector<std::string> problems_;
};

}  // namespace forge::testing
