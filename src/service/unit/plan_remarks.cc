#include "service/unit/plan_remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/strings.h"
#include "graph/pattern.h"
#include "service/report/findings_said.h"
#include "text/first_line.h"
#include "text/plan/plan.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_shown.h"
#include "text/review/finding_title.h"

namespace forge {
namespace {

constexpr std::size_t kLongestRemark = 300;

// A remark without a place may be about any step.
bool Concerns(const Finding& finding, const Job& job) {
  if (finding.file.empty()) return true;
  std::vector<std::string> paths = job.step->writes;
  paths.insert(paths.end(), job.step->files.begin(), job.step->files.end());
  for (const Dependency& step : job.dependencies) paths.insert(paths.end(), step.declared.begin(), step.declared.end());
  const Pattern place(finding.file);
  return std::ranges::any_of(paths, [&](const std::string& path) {
    return PatternsOverlap(Pattern(path), place) || finding.description.contains(path) || finding.fix.contains(path);
  });
}

std::string RemarkLine(const Finding& finding) {
  const std::string title = FindingTitle(finding);
  std::string_view rest = finding.description;
  if (rest.starts_with(title)) rest.remove_prefix(title.size());
  const std::string text = FirstLine(Trim(rest), kLongestRemark);
  return fmt::format("- {}{}{}\n", title, text.empty() ? "" : ": ", text);
}

}  // namespace

std::string RemarksFor(const Job& job, const std::string& review, const std::string& stage) {
  std::string remarks;
  for (const Finding& finding : FindingsInReview(review, stage)) {
    if (Concerns(finding, job)) remarks += RemarkLine(finding);
  }
  return remarks;
}

bool IsStepChanged(std::string_view judged, std::string_view plan, const StepSpec& step) {
  if (judged.empty()) return false;
  const std::vector<StepSpec> steps = ParsePlan(judged).steps;
  const auto before = std::ranges::find(steps, step.id, &StepSpec::id);
  return before == steps.end() || PrintStep(*before) != PrintStep(step) ||
         PlanAround(judged, step.id) != PlanAround(plan, step.id);
}

}  // namespace forge
