// What a run that does a step of another run's plan was given of that run, as data: how much of it a prompt shows is
// decided when the prompt is made. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "service/run_settings.h"
#include "text/shared_length.h"

namespace forge {

inline constexpr const char* kRunAbove = "above";        // the artifact
inline constexpr const char* kStepAbove = "step-above";  // the step that the run does, as it is now: another artifact

struct RunAbove {
  std::vector<RankedText> documents;  // that the run above wrote for all its steps
  std::vector<RankedText> earlier;    // what its finished steps left: those that this one depends on, then the newest
  std::vector<RankedText> roadmap;    // its other steps, the nearest first
  std::optional<std::string> diff;    // of a step that audits: what the run above has changed
};

std::string WriteRunAbove(const RunAbove& above);
Result<RunAbove> ReadRunAbove(std::string_view text);

// The three words of `sees`. Who sees `earlier` is not shown the same among the documents.
SharedLength EarlierShown(const RunAbove& above, const PromptBudgets& budgets);
SharedLength RoadmapShown(const RunAbove& above, const PromptBudgets& budgets);
SharedLength DocumentsShown(const RunAbove& above, const PromptBudgets& budgets, bool with_earlier);

}  // namespace forge
