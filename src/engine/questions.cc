#include "engine/questions.h"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace forge {

Question& Questions::Ask(QuestionKind kind, LaneId lane, std::string text, std::vector<std::string> options,
                         std::string shows) {
  const Lane& at = change_.LaneAt(lane);
  Question question;
  question.id = QuestionId{state_.next_question++};
  question.kind = kind;
  question.lane = lane;
  question.step = StepOf(state_, lane);
  if (HasStage(state_, at)) question.stage = StageOf(state_, at).name;
  question.text = std::move(text);
  question.options = std::move(options);
  question.shows = std::move(shows);
  question.hash = HashOf(kind, lane, question.shows);
  question.asked = change_.at();
  state_.open.insert(question.id);
  change_.Touch(question.id);
  Json data =
      Json::MakeObject().Set("question", question.id.value).Set("kind", Name(kind)).Set("text", FirstLineOf(question));
  const bool approved = question.shows == "plan" && !question.hash.empty() && question.hash == state_.start.approved;
  const bool by_rule = kind == QuestionKind::kAsk && !state_.start.attended && !approved;
  if (by_rule && StageOf(state_, at).unattended != Unattended::kWait) data.Set("unattended", true);
  change_.Say("question", lane, std::move(data));
  return state_.questions.emplace(question.id, std::move(question)).first->second;
}

void Questions::Escalate(LaneId lane, const std::string& why, std::vector<std::string> options,
                         const std::string& details) {
  Lane& at = change_.LaneAt(lane);
  at.phase = LanePhase::kAsking;
  at.reason = why;
  Ask(QuestionKind::kEscalation, lane, details.empty() ? why : why + "\n" + details, std::move(options), "");
  change_.SetStep(lane, StepStatus::kWaiting, why);
}

// A child run makes its own changes again only if it is asked to: there is nothing to send back from here.
Question& Questions::AskCheckpoint(LaneId lane) {
  Lane& at = change_.LaneAt(lane);
  at.phase = LanePhase::kAsking;
  const StepSpec& step = change_.SpecAt(lane.place());
  std::vector<std::string> options = {"yes", "no"};
  if (!at.is_child_run()) options.insert(options.begin() + 1, "modify");
  Question& question = Ask(QuestionKind::kCheckpoint, lane,
                           fmt::format("step {} ({}) is done and has a checkpoint; continue with what depends on it?",
                                       step.id.value, step.title),
                           std::move(options), "diff");
  change_.SetStep(lane, StepStatus::kWaiting, "waits at its checkpoint");
  return question;
}

bool Questions::ApprovalStale() const {
  return state_.approval_seen && state_.plan && state_.plan->hash != state_.approved_hash;
}

void Questions::AskReapproval() {
  Ask(QuestionKind::kReapproval, kRunLane, "the plan changed after it was approved; approve it as it is now?",
      {"yes", "no"}, "plan");
}

std::string Questions::HashOf(QuestionKind kind, LaneId lane, const std::string& shows) const {
  if (kind == QuestionKind::kCheckpoint) return LaneOf(state_, lane).snapshot;
  if (shows == "plan") return state_.plan ? state_.plan->hash : "";
  const ArtifactRef* artifact = FindArtifact(state_, lane, shows);
  return artifact == nullptr ? "" : artifact->sha256;
}

void Questions::AskAgain() {
  std::vector<QuestionId> stale;
  for (QuestionId id : state_.open) {
    const Question& question = state_.questions.at(id);
    if (question.hash != HashOf(question.kind, question.lane, question.shows)) stale.push_back(id);
  }
  for (QuestionId id : stale) {
    Question& question = state_.questions.at(id);
    Close(question, QuestionStatus::kWithdrawn);
    // The engine asks for a new approval when it is about to start a step of the changed plan.
    if (question.kind != QuestionKind::kAsk) continue;
    Ask(question.kind, question.lane, question.text, question.options, question.shows);
  }
}

void Questions::Close(Question& question, QuestionStatus status) {
  question.status = status;
  state_.open.erase(question.id);
  change_.Touch(question.id);
}

template <typename Predicate>
void Questions::WithdrawIf(Predicate withdrawn) {
  for (QuestionId id : std::set<QuestionId>(state_.open)) {
    Question& question = state_.questions.at(id);
    if (withdrawn(question)) Close(question, QuestionStatus::kWithdrawn);
  }
}

void Questions::Withdraw(LaneId lane) {
  WithdrawIf([&](const Question& question) { return question.lane == lane && !HoldsRun(question); });
}

void Questions::Withdraw(QuestionKind kind) {
  WithdrawIf([&](const Question& question) { return question.kind == kind; });
}

void Questions::WithdrawAll() {
  WithdrawIf([](const Question&) { return true; });
}

}  // namespace forge
