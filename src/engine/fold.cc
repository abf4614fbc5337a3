// Folds a journal back into the state it came from.
#include <fmt/core.h>

#include "engine/run_loop.h"

namespace forge {
namespace {

Status FoldRow(const JournalRow& row, State& state) {
  const Json data = TRY(ParseJson(row.data));
  Input input = TRY(InputFromJson(row.kind, data));
  TRY(Decide(state, TimedInput{row.at, std::move(input)}));
  return {};
}

}  // namespace

Result<State> Fold(const std::vector<JournalRow>& rows) {
  State state;
  for (const JournalRow& row : rows) {
    if (!row.is_input) continue;
    Status folded = FoldRow(row, state);
    if (folded) continue;
    // What was recorded was accepted once: a refusal now means that the rows are not what was written.
    Error error = WithContext(fmt::format("journal row {}", row.seq), std::move(folded).error());
    error.code = Code::kCorrupt;
    return std::unexpected(std::move(error));
  }
  if (state.start.pipelines.pipelines.empty()) return Fail(Code::kCorrupt, "the journal has no start");
  return state;
}

}  // namespace forge
