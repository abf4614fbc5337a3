#include "service/eval/busy_time.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/core.h"
#include "engine/input.h"
#include "engine/state.h"
#include "model/json.h"

namespace forge {

Result<std::int64_t> BusyMs(const std::vector<JournalRow>& journal) {
  State state;
  std::int64_t finishing = 0;
  for (const JournalRow& row : journal) {
    if (!row.is_input) continue;
    Input input = TRY(InputFromJson(row.kind, TRY(ParseJson(row.data))));
    const bool by_a_new_engine = std::holds_alternative<Attached>(input) || std::holds_alternative<GitDiffers>(input);
    const bool at_rest = Outlook(state) != RunStatus::kActive && state.start.rules < 13;  // else it is counted
    if (at_rest && !state.units.empty() && !by_a_new_engine)
      finishing += std::max<std::int64_t>(0, row.at.ms - state.last_at.ms);
    TRY(Decide(state, TimedInput{row.at, std::move(input)}));
  }
  return state.active_ms + finishing;
}

}  // namespace forge
