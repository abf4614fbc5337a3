#include "service/plan/plan_mirror.h"

#include <fmt/core.h>

#include <algorithm>

#include "os/files/files.h"
#include "text/plan/plan.h"
#include "text/plan/plan_edit.h"
#include "text/plan/plan_reviews.h"
#include "text/plan/plan_states.h"

namespace forge {

namespace {

bool IsApproved(const State& state) {
  return state.approval_seen && state.plan && state.plan->hash == state.approved_hash;
}

// Not where the pipeline answered for an unattended run.
bool IsApprovedByPerson(const State& state) {
  bool policy = false;
  for (const auto& [id, question] : state.questions) {
    if (question.shows == "plan" && question.hash == state.approved_hash &&
        question.status == QuestionStatus::kAnswered)
      policy = question.by == "policy";
  }
  return IsApproved(state) && !policy;
}

}  // namespace

PlanStatus PlanStatusOf(const State& state) {
  const bool building = state.each_stage >= 0;
  const bool approved = IsApproved(state);
  if (state.status == RunStatus::kCancelled || state.status == RunStatus::kAbandoned) return PlanStatus::kCancelled;
  if (state.status == RunStatus::kCompleted && building) return PlanStatus::kDone;
  if (building && state.lane.stage > state.each_stage) return PlanStatus::kAuditing;
  if (building && state.lane.stage == state.each_stage) return PlanStatus::kImplementing;
  if (approved) return PlanStatus::kApproved;
  const bool asked = std::any_of(state.open.begin(), state.open.end(),
                                 [&](QuestionId id) { return state.questions.at(id).lane == kRunLane; });
  return asked || state.status == RunStatus::kCompleted ? PlanStatus::kReview : PlanStatus::kDraft;
}

namespace {

constexpr std::string_view kCapReached = "VERDICT: CAP_REACHED";

// The rounds of a review of the plan are used up, and a person is asked what now.
bool CapReached(const State& state) {
  return state.each_stage < 0 && std::any_of(
                                     state.open.begin(), state.open.end(),
                                     [&](QuestionId id) {
                                       const Question& question = state.questions.at(id);
                                       if (question.kind != QuestionKind::kEscalation || question.lane != kRunLane)
                                         return false;
                                       const Stage* stage = state.start.pipelines.pipelines[0].Find(question.stage);
                                       const bool said_no =
                                           std::ranges::find(question.options, "accept") != question.options.end();
                                       return said_no && stage != nullptr && !stage->verdict.empty();
                                     });
}

// Below the review that was the last one allowed, once.
Result<std::string> WithCapReached(const std::string& text) {
  const auto latest = LatestReview(text);
  if (!latest || latest->body.find(kCapReached) != std::string::npos) return text;
  return AppendToLog(text, kCapReached);
}

// The document as the run's state wants it.
Result<ShownPlan> Shown(const State& state, PlanStatus status, const std::string& text) {
  return ShowProgress(CapReached(state) ? TRY(WithCapReached(text)) : text, status,
                      [&](const StepId& id, const std::string& written) -> std::optional<std::string> {
                        const int at = state.graph.Find(id.value);
                        if (at < 0) return std::nullopt;
                        const StepState& step = state.steps[static_cast<std::size_t>(at)];
                        // Ready is pending to a reader: it only says that a slot is missing. Nothing works on a step
                        // of a run that ended.
                        const bool left = IsEnd(state.status) && InProgress(step.status);
                        const bool waits =
                            left || step.status == StepStatus::kReady || step.status == StepStatus::kPending;
                        const std::string name(Name(waits ? StepStatus::kPending : step.status));
                        // What an import brought keeps its mark, so that the plan says the same where the run is not
                        // known.
                        if (step.attempts == 0 && SettledByImport(written) == step.status) return std::nullopt;
                        // A line that says "not begun" is not added; one that says something else is corrected.
                        if (written == name || (waits && written.empty())) return std::nullopt;
                        return name;
                      });
}

std::vector<PlanMirror::StepShown> StepsOf(const State& state) {
  std::vector<PlanMirror::StepShown> steps;
  for (const StepState& step : state.steps) steps.push_back({step.status, step.attempts > 0});
  return steps;
}

}  // namespace

bool PlanMirror::Moved(const State& state) const { return state.plan && status_ != PlanStatusOf(state); }

Status PlanMirror::Show(const State& state) {
  if (!state.plan || state.plan->path.empty()) return {};
  PlanEntry entry;
  entry.path = state.plan->path;
  if (!Exists(plans_.AbsolutePath(entry))) {
    // A missing plan must not stop a user who abandons or parks the run.
    if (state.status != RunStatus::kActive) return {};
    return Fail(Code::kNotFound, fmt::format("the plan of this run is missing: {}", entry.path),
                "restore it, or abandon the run: forge abandon");
  }
  const PlanStatus status = PlanStatusOf(state);
  std::vector<StepShown> steps = StepsOf(state);
  TRY(plans_.Edit(entry, [&](const std::string& text) -> Result<std::string> {
    // A plan of thousands of steps is not parsed again to write what it says.
    if (status_ == status && steps_ == steps && text == text_ && !CapReached(state)) return text;
    ShownPlan shown = TRY(Shown(state, status, text));
    text_ = std::move(shown.text);
    hash_ = std::move(shown.hash);
    return text_;
  }));
  status_ = status;
  steps_ = std::move(steps);
  TRY(KeepText(*state.plan));
  return KeepApproved(state);
}

Status PlanMirror::KeepText(const PlanRef& plan) {
  if (taken_ == plan.hash) return {};
  if (!TRY(plans_.FindTaken(plan.path, plan.hash))) {
    // Else a person has edited it meanwhile.
    if (hash_ != plan.hash) return {};
    TRY(plans_.KeepTaken(plan.path, plan.hash, text_));
  }
  taken_ = plan.hash;
  return {};
}

// Whoever answered the run's question: `forge plan show` and `forge plan approve` compare with it.
Status PlanMirror::KeepApproved(const State& state) {
  if (!IsApprovedByPerson(state) || approved_ == state.plan->hash || hash_ != state.plan->hash) return {};
  const auto number = PlanNumber(state.plan->path.substr(state.plan->path.rfind('/') + 1));
  if (!number) return {};
  const auto kept = TRY(plans_.FindApproved(*number));
  if (!kept || ParsePlan(*kept).hash != hash_) TRY(plans_.KeepApproved(*number, text_));
  approved_ = hash_;
  return {};
}

void KeepSettledSteps(const State& state, const std::string& before, PlanRef& plan) {
  if (!state.plan) return;
  PlanDocument old = ParsePlan(before);
  for (StepSpec& step : old.steps) {
    for (Claim& claim : step.claims) claim.line = 0;  // as in `plan`
  }
  for (StepSpec& step : plan.steps) {
    const int place = state.graph.Find(step.id.value);
    if (place < 0 || !IsSettled(state.steps[static_cast<std::size_t>(place)].status)) continue;
    if (std::ranges::find(old.steps, step) != old.steps.end())
      step = state.plan->steps[static_cast<std::size_t>(place)];
  }
}

}  // namespace forge
