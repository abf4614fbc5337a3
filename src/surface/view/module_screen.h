// How a run of modules is shown to a person: banner, the plan to be approved, the table at its end. Pure text; what is
// shown comes in as values. docs/modules.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/ports.h"
#include "engine/state.h"
#include "model/lenses.h"

namespace forge {

// Runs whose pipeline has `display = "modules"`.
bool IsOfModules(const Started& start);

std::string ModuleBanner();

struct ApprovalNews {
  std::vector<std::string> risks;        // from memory
  std::vector<std::string> uncommitted;  // files of the user's checkout
  bool isolated = true;                  // modules do not work in the checkout
};
// Table, order, warnings, files that several modules write, known risks.
std::string ApprovalScreen(const State& state, const ApprovalNews& news);

struct SummaryNews {
  std::string objective;
  std::vector<UnitRow> units;
  std::int64_t learnings = 0;
};
std::string ModuleSummary(const State& state, const SummaryNews& news);

// What the lenses of a panel said, counted.
LensVerdict CountLenses(const StageMemo& memo);

// "1.0", "0.67".
std::string ScoreText(double score);
// Of the step's last check: its commands that passed, all of them, and the score; none when nothing was checked.
struct StepScore {
  std::int64_t passed = 0, total = 0;
  double score = 0;
};
std::optional<StepScore> LastScore(const State& state, int place);

}  // namespace forge
