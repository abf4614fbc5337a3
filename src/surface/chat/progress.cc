#include "surface/chat/progress.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "surface/chat/replies.h"
#include "surface/view/plan_rows.h"

namespace forge::chat {
namespace {

bool IsGivenUp(StepStatus status) { return status == StepStatus::kFailed || status == StepStatus::kBlocked; }

// The stages of draft-audit, which `!forge` is defined as (drafts.h), beside kAuditStage: the message has a text for
// each of these.
constexpr std::string_view kDraft = "draft";
constexpr std::string_view kRevise = "revise";
constexpr std::string_view kRework = "rework";
constexpr std::string_view kApprove = "approve";

bool SentBack(const State& state, std::string_view by) {
  const std::vector<Stage>& stages = state.start.pipelines.pipelines[0].stages;
  for (std::size_t i = 0; i < stages.size() && i < state.lane.memos.size(); ++i) {
    if (stages[i].name == by) return state.lane.memos[i].sent_back;
  }
  return false;
}

}  // namespace

void PlanProgress::Follow(const State& state, TimePoint now) {
  if (began_.ms == 0) began_ = now;
  now_ = now;
  if (!state.plan) return;
  for (std::size_t i = 0; i < state.steps.size() && i < state.plan->steps.size(); ++i) {
    const StepSpec& spec = state.plan->steps[i];
    const StepState& step = state.steps[i];
    auto [place, added] = places_.emplace(spec.id.value, steps_.size());
    if (added) steps_.push_back({spec.id, spec.title, step.status, step.reason, now, 0, false});
    Track& track = steps_[place->second];
    if (!added && track.status == step.status) continue;
    const bool begins = InProgress(step.status) && (added || !InProgress(track.status));
    if (begins) {
      track.began = now;
      track.ours = true;
      std::erase(order_, place->second);
      order_.push_back(place->second);
    }
    track.status = step.status;
    track.reason = step.reason;
    track.took_ms = now.ms - track.began.ms;
  }
  std::string whole = WholeText(state);
  if (whole == whole_) return;
  whole_ = std::move(whole);
  whole_began_ = now;
}

// Verify, code audit, fix and audit again, whatever the pipeline calls them.
std::string PlanProgress::WholeText(const State& state) const {
  if (state.start.pipelines.pipelines.empty()) return "";
  const std::vector<Stage>& stages = state.start.pipelines.pipelines[0].stages;
  const auto here = static_cast<std::size_t>(state.lane.stage);
  const bool after = state.each_stage >= 0 && state.lane.stage > state.each_stage && here < stages.size();
  if (!after || here >= state.lane.memos.size() || state.lane.units.empty()) return "";
  // Its gate may skip the stage.
  const bool gated = std::ranges::all_of(state.lane.units, [&](UnitId unit) {
    const auto found = state.units.find(unit);
    return found != state.units.end() && found->second.kind == UnitKind::kGate;
  });
  if (gated) return "";
  const Stage& stage = stages[here];
  const int round = state.lane.memos[here].entered;
  if (stage.kind == StageKind::kCheck)
    return fmt::format("Verifying the whole ({}{})...", stage.name, round > 1 ? fmt::format(", round {}", round) : "");
  if (stage.kind != StageKind::kAgent && stage.kind != StageKind::kPanel) return "";
  if (stage.reviews())
    return fmt::format("Auditing the result ({}, round {} of {})...", stage.name, round, stage.max_iterations);
  bool for_revisions = false;
  for (std::size_t i = 0; i < stages.size() && i < state.lane.memos.size(); ++i) {
    if (stages[i].revision_index != state.lane.stage) continue;
    if (state.lane.memos[i].sent_back) return fmt::format("Fixing what {} found ({})...", stages[i].name, stage.name);
    for_revisions = true;
  }
  // The lane passes by a stage that nothing was sent back to.
  return for_revisions ? "" : fmt::format("Running {}...", stage.name);
}

std::size_t PlanProgress::Done() const {
  return static_cast<std::size_t>(std::count_if(
      order_.begin(), order_.end(), [&](std::size_t place) { return steps_[place].status == StepStatus::kDone; }));
}

const PlanProgress::Track* PlanProgress::Failed() const {
  for (std::size_t place : order_) {
    if (IsGivenUp(steps_[place].status)) return &steps_[place];
  }
  return nullptr;
}

std::string PlanProgress::DoneLines() const {
  std::string lines;
  for (std::size_t place : order_) {
    const Track& step = steps_[place];
    if (InProgress(step.status)) continue;
    lines += fmt::format("{} {}: {} ({})\n", Mark(step.status), step.id.value, step.title, Seconds(step.took_ms));
  }
  return lines;
}

std::vector<std::string> PlanProgress::Running() const {
  std::vector<std::string> running;
  for (std::size_t place : order_) {
    const Track& step = steps_[place];
    // One that waits for an answer is not running: the question says what it waits for.
    if (step.status == StepStatus::kRunning) running.push_back(fmt::format("{}: {}", step.id.value, step.title));
  }
  return running;
}

std::string PlanProgress::StillText(TimePoint now) const {
  std::vector<std::string> running;
  for (std::size_t place : order_) {
    const Track& step = steps_[place];
    if (step.status != StepStatus::kRunning) continue;
    running.push_back(fmt::format("{}: {} ({})", step.id.value, step.title, Seconds(now.ms - step.began.ms)));
  }
  if (running.empty() && !whole_.empty())
    return fmt::format("Still running **{}**: {} ({})", plan_, whole_, Seconds(now.ms - whole_began_.ms));
  return running.empty() ? "" : fmt::format("Still running **{}**: {}", plan_, Join(running, ", "));
}

std::string PlanProgress::text() const {
  const std::vector<std::string> running = Running();
  // Between two steps there is nothing to show.
  if (running.empty() && whole_.empty()) return "";
  if (running.empty())
    return one_ ? whole_ : fmt::format("Running all phases for **{}**\n{}{}", plan_, DoneLines(), whole_);
  if (one_) return "Running " + running[0] + "...";
  const std::string done = DoneLines();
  if (done.empty()) {
    return fmt::format("Running all phases for **{}** — starting {}...", plan_, Join(running, ", "));
  }
  return fmt::format("Running all phases for **{}**\n{}Running {}...", plan_, done, Join(running, ", "));
}

std::string PlanProgress::FailedText(const Track& step) const {
  const std::string_view reason = TrimRight(step.reason);
  return fmt::format("Phase **{0}** failed: {1}{2} Use `!plan run {3}` to retry or `!plan skip {3}` to skip.",
                     step.id.value, reason.empty() ? "no attempts are left" : reason, reason.ends_with('.') ? "" : ".",
                     plan_);
}

std::string PlanProgress::StoppedText(const std::string& why) const {
  const std::size_t done = Done();
  const std::string stopped = fmt::format("Plan run stopped: {}{}", why, why.ends_with('.') ? "" : ".");
  if (order_.empty()) return stopped + " No phase was started.";
  return fmt::format("{} {}/{} phases completed.", stopped, done, std::max(done, order_.size()));
}

std::string PlanProgress::EndText(RunStatus status, const std::string& reason, const std::string& asks) const {
  const Track* failed = Failed();
  if (failed != nullptr) return one_ ? FailedText(*failed) : StoppedText(FailedText(*failed));
  if (one_ && Succeeded()) {
    const Track& step = steps_[order_.front()];
    return fmt::format("Phase **{}** done: {}", step.id.value, step.title);
  }
  switch (status) {
    case RunStatus::kCompleted:
      return std::string(
          TrimRight(fmt::format("Plan run complete for **{}**: {} {} executed ({})\n{}", plan_, Done(),
                                Done() == 1 ? "phase" : "phases", Seconds(now_.ms - began_.ms), DoneLines())));
    case RunStatus::kWaiting: return StoppedText(asks.empty() ? "it waits for an answer" : "it asks: " + asks);
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return StoppedText("cancelled");
    case RunStatus::kPaused: return StoppedText(order_.empty() && !reason.empty() ? reason : "paused");
    case RunStatus::kFailed: return StoppedText(reason.empty() ? "it failed" : reason);
    case RunStatus::kBlocked: return StoppedText("it waits for another run");
    case RunStatus::kActive:
    case RunStatus::kParked: return StoppedText(reason.empty() ? std::string(Name(status)) : reason);
  }
  return "";
}

void ForgeProgress::Follow(const State& state, TimePoint now, const std::string& severity) {
  if (began_.ms == 0) began_ = now;
  now_ = now;
  const std::string doing = Describe(state, severity);
  if (doing.empty()) return;
  std::string text = fmt::format("Forging {}... {}", plan_, doing);
  if (text == text_) return;
  text_ = std::move(text);
  text_began_ = now;
}

std::string ForgeProgress::StillText(TimePoint now) const {
  return text_.empty() ? "" : fmt::format("{} ({})", text_, Seconds(now.ms - text_began_.ms));
}

void ForgeProgress::CountRounds(const State& state) {
  const std::vector<Stage>& stages = state.start.pipelines.pipelines[0].stages;
  for (std::size_t i = 0; i < stages.size() && i < state.lane.memos.size(); ++i) {
    if (stages[i].name != kAuditStage) continue;
    rounds_ = state.lane.memos[i].entered;
    most_rounds_ = stages[i].max_iterations;
  }
}

std::string ForgeProgress::Describe(const State& state, const std::string& severity) {
  CountRounds(state);
  const std::vector<Stage>& stages = state.start.pipelines.pipelines[0].stages;
  const auto here = static_cast<std::size_t>(state.lane.stage);
  if (here >= stages.size()) return "";
  const std::string& name = stages[here].name;
  // A plan that a person wrote is not drafted.
  const bool given = state.start.plan.has_value();
  if (name == kDraft) return given ? "" : "Drafting (reading codebase)";
  // A person who asks for changes allows one more round.
  const std::string round =
      fmt::format("Audit round {}{}...", rounds_, rounds_ > most_rounds_ ? "" : fmt::format("/{}", most_rounds_));
  if (name == kAuditStage && rounds_ == 1 && given) return round;
  if (name == kAuditStage && rounds_ > 0)
    return fmt::format("{} complete. {}", rounds_ == 1 ? "Draft" : "Revision", round);
  // A skipped stage is entered, too.
  if (name == kRework && SentBack(state, kApprove)) return "Revising it as you asked...";
  if (name == kRevise && rounds_ > 0 && SentBack(state, kAuditStage)) {
    return fmt::format("Audit round {} found {}concerns. Revising...", rounds_, severity.empty() ? "" : severity + " ");
  }
  return "";
}

std::string ForgeProgress::EndText(RunStatus status, const std::string& reason, bool escalated, bool written) const {
  switch (status) {
    case RunStatus::kCompleted:
    case RunStatus::kWaiting:
      if (escalated) {
        return fmt::format("Forge stopped after {} audit rounds — concerns remain. Review manually: `!plan show {}`",
                           rounds_, plan_);
      }
      if (began_.ms == 0) return fmt::format("Plan {} is ready for review.", plan_);  // nothing was left to do
      return fmt::format("Forge complete. Plan {} ready for review ({} {}, {})", plan_, rounds_,
                         rounds_ == 1 ? "round" : "rounds", Seconds(now_.ms - began_.ms));
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return fmt::format("Forge cancelled. Plan {} was cancelled.", plan_);
    case RunStatus::kPaused: return fmt::format("Forge paused. Resume with `!forge {}`.", plan_);
    case RunStatus::kFailed:
    case RunStatus::kActive:
    case RunStatus::kParked:
    case RunStatus::kBlocked: break;
  }
  const std::string failed =
      fmt::format("Forge failed during {}: {}.", plan_, reason.empty() ? std::string(Name(status)) : reason);
  if (written) return fmt::format("{} Partial plan saved: `!plan show {}`", failed, plan_);
  return fmt::format("{0} Nothing was drafted yet. Try again with `!forge {1}`, or cancel it with `!plan cancel {1}`.",
                     failed, plan_);
}

}  // namespace forge::chat
