// Questions to a person: durable, and bound to the hash of what they show.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "engine/turn.h"
#include "model/triage.h"

namespace forge {
namespace {

const std::string* FindOption(const Question& question, const std::string& answer) {
  for (const std::string& option : question.options) {
    if (EqualsIgnoreCase(option, Trim(answer))) return &option;
  }
  return nullptr;
}

bool IsNo(std::string_view answer) { return answer == "no" || answer == "abort" || answer == "stop"; }
bool IsModify(std::string_view answer) { return answer == "modify" || answer == "revise"; }

// Work goes back: by that word, or because of a finding that is to be fixed.
bool SendsBack(const Stage& stage, const Question& question, const std::string& answer) {
  if (IsModify(answer)) return true;
  if (stage.on_revision.empty()) return false;
  if (question.shows == kTriagePage) return AsksForFix(ReadTriageAnswer(answer, question.comment));
  return answer == "fix";
}

std::string WhatToChange(const Question& question, const std::string& answer) {
  if (question.shows == kTriagePage) {
    const std::string request = FixRequest(ReadTriageAnswer(answer, question.comment));
    return question.comment.empty() ? request : request + "\nIn their words: " + question.comment;
  }
  return question.comment.empty() ? "a person asked for changes" : question.comment;
}

}  // namespace

bool HoldsRun(const Question& question) {
  return question.kind == QuestionKind::kBudget || question.kind == QuestionKind::kBlocker ||
         question.kind == QuestionKind::kReapproval;
}

Question& Turn::Ask(QuestionKind kind, int lane, std::string text, std::vector<std::string> options,
                    std::string shows) {
  Question question;
  question.id = QuestionId{state_.next_question++};
  question.kind = kind;
  question.lane = lane;
  question.step = StepOf(lane);
  if (LaneAt(lane).pipeline >= 0 && LaneAt(lane).stage < static_cast<int>(LaneAt(lane).memos.size())) {
    question.stage = StageAt(LaneAt(lane)).name;
  }
  question.text = std::move(text);
  question.options = std::move(options);
  question.shows = std::move(shows);
  question.hash = HashOf(lane, question.shows);
  question.asked = at_;
  state_.open.insert(question.id);
  decision_.touched.questions.insert(question.id);
  Say("question", lane,
      Json::MakeObject().Set("question", question.id.value).Set("kind", Name(kind)).Set("text", question.text));
  return state_.questions.emplace(question.id, std::move(question)).first->second;
}

std::string Turn::HashOf(int lane, const std::string& shows) const {
  if (shows == "plan") return state_.plan ? state_.plan->hash : "";
  const ArtifactRef* artifact = FindArtifact(state_, lane, shows);
  return artifact == nullptr ? "" : artifact->sha256;
}

// What a person is looking at is no longer so: ask again, about what is there now.
void Turn::AskAgain() {
  std::vector<QuestionId> stale;
  for (QuestionId id : state_.open) {
    const Question& question = state_.questions.at(id);
    if (question.hash != HashOf(question.lane, question.shows)) stale.push_back(id);
  }
  for (QuestionId id : stale) {
    Question& question = state_.questions.at(id);
    Close(question, QuestionStatus::kWithdrawn);
    // About a changed plan of a run under way is asked by whoever wants to start a step on it.
    if (question.kind != QuestionKind::kAsk) continue;
    Ask(question.kind, question.lane, question.text, question.options, question.shows);
  }
}

void Turn::Close(Question& question, QuestionStatus status) {
  question.status = status;
  state_.open.erase(question.id);
  decision_.touched.questions.insert(question.id);
}

void Turn::AskStage(int lane) {
  Lane& at = LaneAt(lane);
  const Stage& stage = StageAt(at);
  ++at.attempt;
  at.phase = LanePhase::kAsking;
  std::vector<std::string> options = stage.options;
  if (options.empty()) {
    options = stage.on_revision.empty() ? std::vector<std::string>{"yes", "no"}
                                        : std::vector<std::string>{"yes", "modify", "no"};
  }
  Question& question = Ask(QuestionKind::kAsk, lane, stage.question, options, stage.shows);
  if (lane != kRunLane) SetStep(lane, StepStatus::kWaiting);
  auto approve = [&](const char* by) {
    question.answered = at_;
    question.by = by;
    question.answer = options[0];
    Close(question, QuestionStatus::kAnswered);
    AnswerAsk(question, Lower(options[0]));
  };
  // Whoever approved this very text before the run is not asked again.
  if (stage.shows == "plan" && !question.hash.empty() && question.hash == state_.start.approved)
    return approve("start");
  if (state_.start.attended || stage.unattended == Unattended::kWait) return;
  if (stage.unattended == Unattended::kApprove) return approve("policy");
  question.answered = at_;
  question.by = "policy";
  if (stage.unattended == Unattended::kStop) {
    Close(question, QuestionStatus::kWithdrawn);
    return FailLane(lane, fmt::format("`{}` needs a person, and nobody attends this run", stage.name));
  }
  // Deferred is no approval: it goes on without one, and says so.
  Close(question, QuestionStatus::kDeferred);
  state_.answers.Set(stage.name, "deferred");
  if (lane != kRunLane) SetStep(lane, StepStatus::kRunning);
  Next(lane);
}

void Turn::Escalate(int lane, const std::string& why, std::vector<std::string> options) {
  LaneAt(lane).phase = LanePhase::kAsking;
  LaneAt(lane).reason = why;
  Ask(QuestionKind::kEscalation, lane, why, std::move(options), "");
  if (lane != kRunLane) SetStep(lane, StepStatus::kWaiting, why);
}

void Turn::AskReapproval() {
  Ask(QuestionKind::kReapproval, kRunLane, "the plan changed after it was approved; approve it as it is now?",
      {"yes", "no"}, "plan");
}

void Turn::Withdraw(int lane) {
  for (QuestionId id : std::set<QuestionId>(state_.open)) {
    Question& question = state_.questions.at(id);
    if (question.lane == lane && !HoldsRun(question)) Close(question, QuestionStatus::kWithdrawn);
  }
}

void Turn::WithdrawAll() {
  for (QuestionId id : std::set<QuestionId>(state_.open)) Close(state_.questions.at(id), QuestionStatus::kWithdrawn);
}

Status Turn::On(const Answered& in) {
  auto it = state_.questions.find(in.question);
  if (it == state_.questions.end())
    return Fail(Code::kNotFound, fmt::format("no question {} in this run", in.question.value));
  Question& question = it->second;
  if (question.status == QuestionStatus::kAnswered) {
    return Fail(Code::kConflict, fmt::format("question {} was already answered `{}`{}", in.question.value,
                                             question.answer, question.by.empty() ? "" : " by " + question.by));
  }
  if (question.status != QuestionStatus::kOpen) {
    return Fail(Code::kConflict, fmt::format("question {} is {}", in.question.value, Name(question.status)));
  }
  const std::string* option = FindOption(question, in.answer);
  if (option == nullptr) {
    return Fail(Code::kInvalid, fmt::format("`{}` is no answer to question {}", in.answer, in.question.value),
                "answer one of: " + Join(question.options, ", "));
  }
  if (!in.shown.empty() && in.shown != question.hash) {
    return Fail(Code::kConflict, fmt::format("what question {} shows has changed since you saw it", in.question.value),
                "look at it again: forge questions");
  }
  if (question.kind == QuestionKind::kAsk && IsModify(Lower(*option)) &&
      StageAt(LaneAt(question.lane)).on_revision.empty()) {
    return Fail(Code::kInvalid, "this stage has nowhere to send changes to");
  }
  Close(question, QuestionStatus::kAnswered);
  question.answer = *option;
  question.comment = in.comment;
  question.by = in.by;
  question.answered = at_;
  const Question copy = question;
  if (copy.lane != kRunLane && copy.kind != QuestionKind::kBudget) SetStep(copy.lane, StepStatus::kRunning);
  switch (copy.kind) {
    case QuestionKind::kAsk: AnswerAsk(copy, Lower(*option)); break;
    case QuestionKind::kEscalation: AnswerEscalation(copy, *option); break;
    case QuestionKind::kBudget:
    case QuestionKind::kBlocker:
    case QuestionKind::kReapproval: AnswerHold(copy, *option); break;
  }
  return {};
}

void Turn::AnswerAsk(const Question& question, const std::string& answer) {
  const int lane = question.lane;
  Lane& at = LaneAt(lane);
  const Stage& stage = StageAt(at);
  state_.answers.Set(stage.name, answer);
  if (lane != kRunLane) SetStep(lane, StepStatus::kRunning);
  const bool sends_back = SendsBack(stage, question, answer);
  if (!sends_back && EqualsIgnoreCase(answer, question.options[0])) {
    if (question.shows == "plan") {
      state_.approved_hash = question.hash;
      state_.approval_seen = true;
    }
    return Approve(lane);
  }
  if (sends_back) {
    // A person may ask for changes as often as they like: the cap is for machines.
    MemoAt(at).verdict = Verdict::kRevision;
    at.note = WhatToChange(question, answer);
    Say("revision", lane, Json::MakeObject().Set("by", question.by).Set("summary", at.note));
    return GoTo(lane, stage.revision_index);
  }
  if (!IsNo(answer)) return Next(lane);
  const std::string why = fmt::format("answered `{}` at `{}`", answer, stage.name);
  if (lane == kRunLane) return EndRun(RunStatus::kCancelled, why);
  BlockLane(lane, why);
}

void Turn::AnswerEscalation(const Question& question, const std::string& answer) {
  const int lane = question.lane;
  Lane& at = LaneAt(lane);
  const Stage& stage = StageAt(at);
  const std::string why = at.reason;
  at.reason.clear();
  if (answer == "stop") return FailLane(lane, why);
  if (answer == "accept") return Accept(lane);
  if (answer == "skip") return SkipStage(lane, "skipped by a person");
  // retry: one more round for a review that ran out of them, or the gate once more.
  StageMemo& memo = MemoAt(at);
  memo.last_failures = -1;
  memo.attempts.clear();
  if (!question.comment.empty()) at.note = question.comment;
  if (memo.verdict == Verdict::kRevision && stage.revision_index >= 0) {
    // A loop that stopped for lack of progress has its rounds still; only one that used them up is given one more.
    memo.rounds = std::min(memo.rounds, std::max(0, stage.rounds(lane != kRunLane) - 1));
    if (stage.repair > 0 && lane != kRunLane) {
      int& repairs = state_.steps[static_cast<std::size_t>(lane)].repairs;
      repairs = std::min(repairs, stage.repair - 1);
    }
    return GoTo(lane, stage.revision_index);
  }
  Hold(lane);
}

void Turn::AnswerHold(const Question& question, const std::string& answer) {
  switch (question.kind) {
    case QuestionKind::kBudget:
      if (answer == "extend") return ExtendBudget(question.comment);
      return SetStatus(RunStatus::kParked, "the budget is reached");
    case QuestionKind::kBlocker:
      if (answer == "abandon") return EndRun(RunStatus::kAbandoned, question.text);
      if (answer == "park") return SetStatus(RunStatus::kParked, question.text);
      return;
    case QuestionKind::kReapproval:
      if (answer == "yes") {
        state_.approved_hash = question.hash;
        return;
      }
      return SetStatus(RunStatus::kParked, "the changed plan was not approved");
    case QuestionKind::kAsk:
    case QuestionKind::kEscalation: return;
  }
}

}  // namespace forge
