#include "surface/cli/commands/pipeline/problem_rows.h"

#include <fmt/core.h>

namespace forge::cli {

Json ProblemJson(const Problem& problem) {
  Json json = Json::MakeObject().Set("file", problem.file).Set("line", problem.pos.line);
  return json.Set("column", problem.pos.column).Set("message", problem.what).Set("hint", problem.hint);
}

void PrintProblems(Context& context, const std::string& name, const std::string& origin,
                   const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) context.out.Line(Describe(problem));
  const std::string place = context.Short(origin);
  if (problems.empty()) {
    context.out.Line(fmt::format("{} {} ({})", context.out.Paint(Tone::kGood, "ok"), name, place));
    return;
  }
  context.out.Line(fmt::format("{} {} ({}): {} {}", context.out.Paint(Tone::kBad, "failed"), name, place,
                               problems.size(), problems.size() == 1 ? "problem" : "problems"));
}

}  // namespace forge::cli
