// How problems of pipeline and role files are shown. Knows neither.
#pragma once

#include <string>
#include <vector>

#include "model/json.h"
#include "pipeline/problem.h"
#include "surface/cli/command.h"

namespace forge::cli {

Json ProblemJson(const Problem& problem);

// Each problem, then a line about the file: "ok task (built-in)".
void PrintProblems(Context& context, const std::string& name, const std::string& origin,
                   const std::vector<Problem>& problems);

}  // namespace forge::cli
