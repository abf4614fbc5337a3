#include "service/unit/findings_told.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "graph/pattern.h"
#include "os/system.h"
#include "service/report/findings.h"
#include "service/report/known_findings.h"
#include "service/report/triage.h"
#include "service/unit/fixed_prompt.h"
#include "service/unit/job.h"
#include "service/unit/plan_remarks.h"
#include "service/unit/run_files.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

// The reviewer is shown the points in their document.
void TellPoints(const std::vector<RunFinding>& findings, const Job& job, ToldFindings& told) {
  const auto listed = std::ranges::find(job.collected, job.judges_points, &CollectedPoints::artifact);
  if (listed == job.collected.end()) return;
  const bool open = std::ranges::any_of(findings, [&](const RunFinding& found) {
    return found.collected_by == listed->stage && NeedsTriage(found) && !IsPutOff(found);
  });
  if (!open) return;
  told.text += fmt::format(
      "{}The points of `{}` have their numbers there. Report one that still holds with its number as `same_as`; list "
      "one that does not hold in `dismissed`. If you approve, all others count as fixed.\n",
      told.text.empty() ? "" : "\n", job.judges_points);
  told.repeats = told.concerns = true;
}

std::function<bool(const RunFinding&)> NamesOtherSteps(const Job& job, const std::string& plan) {
  if (!job.step || plan.empty()) return {};
  return [own = job.step->id, names = StepNames(ParsePlan(plan).steps)](const RunFinding& found) {
    const std::set<StepId> named = names.In(found.finding);
    return !named.empty() && !named.contains(own);
  };
}

bool IsAboutFileOf(const StepSpec& step, const std::string& file) {
  if (file.empty()) return false;
  return std::ranges::any_of(
      step.writes, [about = Pattern(file)](const std::string& path) { return PatternsOverlap(Pattern(path), about); });
}

// As it is told, with what became of it; none: it is told no more.
std::optional<StepConcern> StillTold(const StepConcern& concern, const std::vector<RunFinding>& findings,
                                     const Job& job) {
  const std::string_view said = Trim(concern.text);
  const auto last = std::find_if(findings.rbegin(), findings.rend(), [&](const RunFinding& found) {
    return !found.worry.empty() && Trim(found.worry) == said && (found.step == concern.step || found.step.empty());
  });
  StepConcern told = concern;
  if (last == findings.rend()) return told;
  if (last->finding.state == FindingState::kFixed || IsDecided(*last) || IsPutOff(*last)) return std::nullopt;
  if (last->finding.state == FindingState::kRejected) told.rejected = last->finding.reason;
  const bool confirmed = !last->concern && NeedsTriage(*last);
  if (confirmed && IsAboutFileOf(*job.step, last->finding.file)) return std::nullopt;
  return told;
}

}  // namespace

Result<std::vector<StepConcern>> UnitFindings::StillWorries(const Job& job) {
  std::vector<StepConcern> left;
  if (job.concerns.empty()) return left;
  const std::vector<RunFinding>* findings = TRY(All());
  for (const StepConcern& concern : job.concerns) {
    auto told = StillTold(concern, *findings, job);
    const bool known = told && std::ranges::any_of(left, [&](const StepConcern& one) {
                         return one.step == told->step && Trim(one.text) == Trim(told->text);
                       });
    if (told && !known) left.push_back(std::move(*told));
  }
  return left;
}

Result<const std::vector<RunFinding>*> UnitFindings::All() {
  if (!all_) all_ = read_ ? TRY(read_()) : std::vector<RunFinding>();
  return &*all_;
}

Result<ToldFindings> UnitFindings::ToldTo(const Job& job, bool repeats, const std::string& plan, bool dismisses) {
  const bool sums_up = Sees(job, "findings");
  const bool reviews = IsReview(job.stage, job.member);
  // Before its first round a step has no findings but the concerns of its author.
  const bool none_yet = job.step && job.unit.iteration <= 1 && !job.has_concerns;
  const bool works = !sums_up && !reviews;
  if (works ? !job.reviewed_elsewhere : !sums_up && none_yet) return ToldFindings{};
  const std::vector<RunFinding>* findings = TRY(All());
  if (works) return ToldFindings{.noted = NotedInFiles(*findings, job.unit.step)};
  if (sums_up) return ToldFindings{.text = TellAllFindings(*findings)};
  // A lens has a question of its own; the concerns are for those who look at the whole.
  const bool lens = job.member && job.stage.aggregate == Aggregate::kLenses;
  ToldFindings told = TellKnownFindings(*findings, {.step = job.unit.step,
                                                    .stage = job.stage.name,
                                                    .member = job.unit.member,
                                                    .repeats = repeats,
                                                    .judges_work = SeesDiff(job) && !lens && !AnswersInDebate(job),
                                                    .judges_earlier = job.rules >= 2,
                                                    .lens = lens && job.rules >= 5,
                                                    .speaks_for = job.speaks_for,
                                                    .is_elsewhere = NamesOtherSteps(job, plan),
                                                    .dismisses = dismisses});
  if (repeats) TellPoints(*findings, job, told);
  return told;
}

Result<std::vector<DecidedPoint>> UnitFindings::Decided() { return LeftByPeople(*TRY(All())); }

Result<std::string> UnitFindings::ToFix() { return FixPage(*TRY(All())); }

Result<std::string> UnitFindings::CollectedBy(const std::string& stage) { return CollectedPage(*TRY(All()), stage); }

Result<std::vector<bool>> SettledPoints(Store& store, const RunFiles& files, const Job& job,
                                        const UnitOutcome& outcome) {
  constexpr int kFirstRules = 6;
  std::vector<bool> settled;
  if (job.rules < kFirstRules || AnswersInDebate(job)) return settled;
  JustSaid just;
  just.unit.id = job.unit.id;
  just.unit.kind = UnitKind::kAgent;
  just.unit.step = job.unit.step;
  just.unit.stage = job.stage.name;
  just.unit.member = job.unit.member;
  just.unit.iteration = job.unit.iteration;
  just.outcome = outcome;
  just.outcome.verdict = Verdict::kRevision;
  just.at = WallClock();
  // What is reported as worse than was known is an objection still: nothing is approved over it.
  for (const RunFinding& found : TRY(FindingsReported(store, job.run, &files, just)))
    settled.push_back(IsDecided(found) || (IsPutOff(found) && IsNoObjection(found)));
  return settled;
}

}  // namespace forge
