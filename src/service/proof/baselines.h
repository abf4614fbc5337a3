// Checks with mode = "baseline": what the verify commands say before the work. Which of them a run needs at all, and
// what they are told in prompts. Pure but for a look at the files of a directory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"
#include "pipeline/pipeline.h"
#include "service/proof/verify_directory.h"

namespace forge {

// Switches those off that would cost a unit and run nothing: all when `wanted` is false, and those of the project when
// it has no command. A step's are decided when the step is known.
void TakeBaselines(PipelineSet& set, bool wanted, const std::vector<std::string>& verify, const std::string& root);

inline constexpr std::string_view kStepBaselineHead =
    "The engine ran the verify commands of this step before the work:\n";

// The result for prompts: each command with how it ended, and for the project the end of its output.
std::string BaselinePage(const VerifyReport& report, bool of_step, const std::string& passes_today);

// For the journal: each command with its exit code.
Json RanBeforeJson(const VerifyReport& report);

// "2 of 3 verify commands pass before the work".
std::string BaselineSummary(const VerifyReport& report);

}  // namespace forge
