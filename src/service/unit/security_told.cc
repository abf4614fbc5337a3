#include "service/unit/security_told.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "agent/prompt_parts.h"
#include "base/strings.h"
#include "service/unit/job.h"
#include "text/security_checklist.h"
#include "text/security_words.h"

namespace forge {
namespace {

std::vector<Json> AnswersOf(const StepState& step) {
  std::vector<const StageMemo*> memos;
  if (!step.lane || step.lane->is_child_run()) return {};
  for (const StageMemo& memo : step.lane->memos) {
    if (memo.result[kSecurityMember].is_array()) memos.push_back(&memo);
  }
  std::ranges::stable_sort(memos, {}, [](const StageMemo* memo) { return memo->by; });
  std::vector<Json> answers;
  for (const StageMemo* memo : memos) answers.push_back(memo->result[kSecurityMember]);
  return answers;
}

std::string FilledOf(const StepSpec& spec, const StepState& step) {
  const std::vector<SecurityMark> marks = FindSecuritySteps({spec});
  if (marks.empty()) return "";
  return fmt::format("Step {} ({}), because of {}:\n{}", spec.id.value, Name(marks[0].level),
                     Join(marks[0].words, ", "), PrintFilled(SecurityChecklist(marks[0]), AnswersOf(step)));
}

}  // namespace

void AddSecurity(const State& state, const Unit& unit, Job& job) {
  if (!state.plan || !Sees(job, "security")) return;
  const bool audits = job.step && job.step->kind == "audit";
  job.fills_security = job.step && !audits && Works(job.stage);
  if (job.fills_security) {
    const std::vector<SecurityMark> marks = FindSecuritySteps({*job.step});
    if (!marks.empty()) job.security = PrintChecklist(SecurityChecklist(marks[0]));
    return;
  }
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    const StepSpec& spec = state.plan->steps[place];
    const bool own = unit.lane.is_run() || audits || unit.lane.place() == static_cast<int>(place);
    if (!own || state.steps[place].status == StepStatus::kSkipped || ChangesNothing(spec)) continue;
    const std::string text = FilledOf(spec, state.steps[place]);
    if (!text.empty()) job.security += (job.security.empty() ? "" : "\n") + text;
  }
}

void TellSecurity(const Job& job, PromptParts& parts) {
  if (job.security.empty()) return;
  std::string lead = "The security checklist of each step that touches security, as its author filled it in";
  const bool judges = !job.stage.verdict.empty() || (job.step && job.step->kind == "audit");
  if (judges)
    lead +=
        ". Check the answers against the code. A `must` that applies and does not hold, or that nobody answered, is "
        "an objection";
  if (job.fills_security)
    lead =
        "The security checklist of this step. Make every item hold where it applies, test it, and answer each by its "
        "number in `security` of your result";
  parts.work.push_back({"security", job.security, std::move(lead)});
}

}  // namespace forge
