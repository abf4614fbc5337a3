// Folds a journal back into the state it came from.
#include <fmt/format.h>

#include "engine/run_loop.h"

namespace forge {

Result<State> Fold(const std::vector<JournalRow>& rows) {
  State state;
  for (const JournalRow& row : rows) {
    if (!row.is_input) continue;
    const std::string where = fmt::format("journal row {}", row.seq);
    Json data = TRY_WITH(where, ParseJson(row.data));
    Input input = TRY_WITH(where, InputFromJson(row.kind, data));
    auto decision = Decide(state, TimedInput{row.at, std::move(input)});
    if (!decision) {
      // What was recorded was accepted once: a refusal now means that the rows are not what was written.
      Error error = WithContext(where, std::move(decision).error());
      error.code = Code::kCorrupt;
      return std::unexpected(std::move(error));
    }
  }
  if (state.start.pipelines.pipelines.empty()) return Fail(Code::kCorrupt, "the journal has no start");
  return state;
}

}  // namespace forge
