// What follows a failing step: by an overseer's word (another way, a look at what was missed, nothing that code could
// do), or by what its check saw (retry, decompose, prune, blocked). docs/repair.md has both tables. Pure; starts
// nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_table.h"
#include "model/json.h"
#include "model/step.h"

namespace forge {

enum class Trouble { kStuck, kMissingContext, kBlocked };

constexpr auto EnumWords(Trouble) { return WordTable<Trouble>("stuck", "missing_context", "blocked"); }
std::optional<Trouble> ParseTrouble(std::string_view name);

struct RepairRoute {
  Trouble trouble = Trouble::kStuck;
  bool goes_on = true;  // false: no agent repairs it, a person has to act
  std::string text;     // for the agent that repairs it next, or why it is blocked
};

// From an overseer's result block {"classification", "evidence", "suggestion"}; nothing for any other block. An unknown
// word counts as stuck: the debugger gets the overseer's text.
std::optional<RepairRoute> RouteRepair(const Json& result);

enum class RepairStrategy {
  kRetry,      // the same hands once more, with what failed and a hint
  kDecompose,  // the step becomes several, and is proved again when they are done
  kPrune,      // what is unmet is left out: recorded, and asked about at the end
  kBlocked,    // nothing that could be tried again promises anything
};

constexpr auto EnumWords(RepairStrategy) { return WordTable<RepairStrategy>("retry", "decompose", "prune", "blocked"); }

// What a check of a step saw, by kind. Code fills it in, no agent.
struct RepairSignals {
  std::vector<std::string> missing;   // promised files that are not there
  std::vector<std::string> hollow;    // there, and empty, a stub or too short
  std::vector<std::string> unwired;   // there, but not used where it should be
  std::vector<std::string> disabled;  // tests that the work switched off
  std::int64_t commands = 0;          // verify commands that fail
  std::int64_t outside = 0;           // changes where the step may make none
  std::int64_t other = 0;             // anything else that does not hold

  std::vector<std::string> unmet() const;  // the lists together; each line begins with the file it is about
  bool operator==(const RepairSignals&) const = default;
};

// Under "signals" of a check's result; all zero when there are none.
Json ToJson(const RepairSignals& signals);
RepairSignals RepairSignalsFromJson(const Json& json);

// What is known besides the signals.
struct RepairCase {
  bool large = false;          // IsLarge
  bool explained = false;      // its author said of everything unmet why it is left out
  bool again = false;          // it failed just so the round before
  bool unchanged = false;      // since then nothing was changed
  bool can_decompose = false;  // the pipeline has a stage for it, and the step is neither split nor a part
  int used = 0;                // repairs of this step so far
  int budget = 0;              // at most so many
};

struct RepairDecision {
  RepairStrategy strategy = RepairStrategy::kRetry;
  std::string reason;  // for people; of a retry also the hint
  bool operator==(const RepairDecision&) const = default;
};

// The table of docs/repair.md, first row that fits.
RepairDecision DecideRepair(const RepairSignals& signals, const RepairCase& known);

// The step says so itself (`large`), or it has more than five items of work, or promises three files, or takes more
// than 250 lines to say.
bool IsLarge(const StepSpec& step);

// Does the author's result block ("left_out": ["PATH: why", ...]) name every one of these? Each begins with the
// file it is about.
bool Explains(const Json& result, const std::vector<std::string>& unmet);

}  // namespace forge
