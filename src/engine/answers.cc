#include "engine/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/strings.h"
#include "engine/panels.h"
#include "engine/subject.h"
#include "model/finding.h"
#include "model/triage_answer.h"

namespace forge {
namespace {

constexpr int kFirstLimited = 8;  // rules: before, a policy sent work back without limit

const std::string* FindOption(const Question& question, const std::string& answer) {
  for (const std::string& option : question.options) {
    if (EqualsIgnoreCase(option, Trim(answer))) return &option;
  }
  return nullptr;
}

bool IsNo(std::string_view answer) { return answer == "no" || answer == "abort" || answer == "stop"; }
bool IsModify(std::string_view answer) { return answer == "modify" || answer == "revise"; }

// The work goes back: by that word, or because a finding is to be fixed.
bool SendsBack(const Stage& stage, const Question& question, const std::string& answer) {
  if (IsModify(answer)) return true;
  if (stage.on_revision.empty()) return false;
  if (question.shows == kTriagePage) return AsksForFix(ReadTriageAnswer(answer, question.comment));
  return answer == "fix";
}

bool LeavesForLater(const Question& question) {
  return std::ranges::find(question.options, kForLater) != question.options.end();
}

// The numbers that the check `findings` last called serious, for the comment of an answer.
std::string SeriousFindings(const State& state, const Lane& lane) {
  const std::vector<Stage>& stages = StagesOf(state, lane);
  std::vector<std::string> ids;
  for (int i = 0; i < lane.stage; ++i) {
    const auto place = static_cast<std::size_t>(i);
    const bool tells = std::ranges::find(stages[place].checks, "findings") != stages[place].checks.end();
    if (!tells || lane.memos[place].skipped) continue;
    ids.clear();
    for (const Json& id : lane.memos[place].result["serious"].AsArray()) ids.push_back(id.AsString());
  }
  return Join(ids, " ");
}

// Whether the document that is shown lists something of medium or worse; one that lists nothing readable may.
bool ListsSerious(const State& state, const Lane& lane) {
  const std::vector<Stage>& stages = StagesOf(state, lane);
  bool serious = true;
  for (int i = 0; i < lane.stage; ++i) {
    const auto place = static_cast<std::size_t>(i);
    if (stages[place].produces != StageOf(state, lane).shows || lane.memos[place].skipped) continue;
    const std::vector<Finding> points = FindingsFromJson(lane.memos[place].result);
    serious = points.empty() ||
              std::ranges::any_of(points, [](const Finding& point) { return point.level != FindingLevel::kLow; });
  }
  return serious;
}

// What a comparison recommends about the document that is shown.
std::string Recommended(const State& state, const Lane& lane) {
  const std::vector<Stage>& stages = StagesOf(state, lane);
  std::string summary;
  for (int i = 0; i < lane.stage; ++i) {
    const auto place = static_cast<std::size_t>(i);
    const bool compares = stages[place].aggregate == Aggregate::kCompare && stages[place].kind == StageKind::kPanel;
    if (!compares || stages[place].produces != StageOf(state, lane).shows || lane.memos[place].skipped) continue;
    summary = lane.memos[place].summary;
  }
  return summary;
}

std::string WhatToChange(const Question& question, const std::string& answer, int rules) {
  if (question.by == "policy" && question.comment.empty() && rules >= kFirstLimited)
    return question.shows.empty() ? "the run's default asks for changes"
                                  : fmt::format("Fix what `{}` lists", question.shows);
  if (question.by == "policy")
    return "Fix these findings, and only these: " + question.comment.substr(0, question.comment.find(':'));
  if (question.shows == kTriagePage) {
    const std::string request = FixRequest(ReadTriageAnswer(answer, question.comment));
    return question.comment.empty() ? request : request + "\nIn the person's words: " + question.comment;
  }
  return question.comment.empty() ? "a person asked for changes" : question.comment;
}

// Whether there is no plan, or the document is not there because the stage that would have made it was left out, or its
// last member was.
bool IsLeftOut(const State& state, LaneId lane, const std::string& document) {
  if (document == "plan") return state.start.rules >= 11 && !state.plan;
  if (document.empty() || FindArtifact(state, lane, document) != nullptr) return false;
  const Lane& at = LaneOf(state, lane);
  const std::vector<Stage>& stages = StagesOf(state, at);
  for (std::size_t i = 0; i < stages.size() && i < static_cast<std::size_t>(at.stage); ++i) {
    const std::vector<MemberMemo>& members = at.memos[i].members;
    const bool unasked = state.start.rules >= 9 && !members.empty() && members.back().unasked;
    const bool unmade = at.memos[i].skipped || unasked;
    if (stages[i].produces == document && unmade) return true;
  }
  return false;
}

// Why a person is asked about the plan once more: a check of what was built by it sent it back.
std::string WhyPlanIsBack(const State& state, const Lane& at) {
  const std::vector<Stage>& stages = StagesOf(state, at);
  for (std::size_t i = static_cast<std::size_t>(at.stage) + 1; i < at.memos.size(); ++i) {
    const StageMemo& memo = at.memos[i];
    const int target = stages[i].revision_index;
    if (stages[i].kind != StageKind::kCheck || !memo.sent_back || target < 0 || target > at.stage) continue;
    const bool same = state.plan && memo.judged_plan == state.plan->hash;
    return fmt::format("`{}` failed on what was built, and the plan {}: {}", stages[i].name,
                       same ? "came back as it was" : "was changed for it", memo.summary);
  }
  return "";
}

}  // namespace

void Answers::AskStage(LaneId lane) {
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  if (state_.start.rules >= 3 && IsLeftOut(state_, lane, stage.shows))
    return lanes_.Skip(lane, fmt::format("there is no `{}` to ask about", stage.shows));
  ++at.attempt;
  at.phase = LanePhase::kAsking;
  std::vector<std::string> options = stage.options;
  if (options.empty()) {
    options = stage.on_revision.empty() ? std::vector<std::string>{"yes", "no"}
                                        : std::vector<std::string>{"yes", "modify", "no"};
  }
  std::string text = stage.question;
  const std::string recommended = state_.start.rules >= 3 ? Recommended(state_, at) : "";
  if (!recommended.empty()) text += "\n" + recommended;
  const bool explains = state_.start.rules >= 10 && stage.shows == "plan" && lane.is_run();
  const std::string back = explains ? WhyPlanIsBack(state_, at) : "";
  if (!back.empty()) text += "\n" + back;
  Question& question = questions_.Ask(QuestionKind::kAsk, lane, std::move(text), options, stage.shows);
  change_.SetStep(lane, StepStatus::kWaiting);
  // A person approved this very plan before the run began.
  if (stage.shows == "plan" && !question.hash.empty() && question.hash == state_.start.approved)
    return AnswerFor("start", question, options[0]);
  if (!state_.start.attended) FollowPolicy(question);
}

void Answers::AnswerFor(const char* by, Question& question, const std::string& option) {
  question.answered = change_.at();
  question.by = by;
  question.answer = option;
  questions_.Close(question, QuestionStatus::kAnswered);
  // A plain yes is told as an approval.
  if (question.by == "policy" && !EqualsIgnoreCase(option, "yes")) SayNotAsked(question.lane, option);
  AnswerAsk(question, Lower(option));
}

// Of an `ask` stage.
void Answers::FollowPolicy(Question& question) {
  const LaneId lane = question.lane;
  const Stage& stage = StageOf(state_, change_.LaneAt(lane));
  if (stage.unattended == Unattended::kWait) return;
  if (const std::string option = PolicyOption(question); !option.empty()) return AnswerFor("policy", question, option);
  const bool fixes = stage.unattended == Unattended::kFix && (stage.shows == kTriagePage || !LeavesForLater(question));
  if (fixes && FixesSerious(lane, question)) return;
  question.answered = change_.at();
  question.by = "policy";
  if (stage.unattended == Unattended::kStop) {
    questions_.Close(question, QuestionStatus::kWithdrawn);
    return endings_.Fail(lane, fmt::format("`{}` needs a person, and the run is unattended", stage.name));
  }
  // The run continues without an approval, and says so.
  questions_.Close(question, QuestionStatus::kDeferred);
  SayNotAsked(lane, "");
  state_.answers.Set(stage.name, "deferred");
  change_.SetStep(lane, StepStatus::kRunning);
  lanes_.Next(lane);
}

// Which option stands for the policy of the stage; empty: none, or the one that sends the work back has no round left.
std::string Answers::PolicyOption(const Question& question) {
  const LaneId lane = question.lane;
  const Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  const bool leaves = LeavesForLater(question);
  const bool fixes = stage.unattended == Unattended::kFix && stage.shows != kTriagePage && leaves;
  if (!fixes && stage.unattended != Unattended::kApprove) return "";
  if (fixes && !ListsSerious(state_, at)) return std::string(kForLater);
  std::string option = question.options[0];
  const bool limited = state_.start.rules >= kFirstLimited && SendsBack(stage, question, Lower(option));
  if (!limited || TakesRound(lane)) return option;
  return leaves ? std::string(kForLater) : "";
}

// Only a person may ask for changes without limit.
bool Answers::TakesRound(LaneId lane) {
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  StageMemo& memo = at.memo();
  if (stage.on_revision.empty() || memo.rounds + 1 >= stage.max_iterations) return false;
  if (VerdictStands(state_, lane)) return false;  // who was to make the changes made none
  memo.judged = memo.looks_at;
  ++memo.rounds;
  state_.learnt = true;
  return true;
}

void Answers::GoOnAlone() {
  state_.start.attended = false;
  if (state_.start.flags.is_null()) state_.start.flags = Json::MakeObject();
  state_.start.flags.Set("auto", "true");
  for (const QuestionId id : std::set<QuestionId>(state_.open)) {
    Question& question = state_.questions.at(id);
    if (question.status != QuestionStatus::kOpen) continue;  // the run has ended over another one
    // A person is at work on that step: what they do there is its answer.
    if (!question.lane.is_run() && state_.holds.contains(StepOf(state_, question.lane))) continue;
    if (question.kind == QuestionKind::kCheckpoint) endings_.PassOver(question);
    // One that stops a run is left to the person who was asked it.
    if (question.kind == QuestionKind::kAsk &&
        StageOf(state_, LaneOf(state_, question.lane)).unattended != Unattended::kStop)
      FollowPolicy(question);
  }
}

// What reviewers call medium or worse goes to the stage that fixes; the rest waits for a person. The stage's rounds
// limit it.
bool Answers::FixesSerious(LaneId lane, Question& question) {
  const std::string serious = SeriousFindings(state_, change_.LaneAt(lane));
  if (serious.empty() || !TakesRound(lane)) return false;
  question.answered = change_.at();
  question.by = "policy";
  question.answer = "defer";
  question.comment = serious + ": fix";  // in the words of a triage
  questions_.Close(question, QuestionStatus::kAnswered);
  SayNotAsked(lane, question.comment);
  AnswerAsk(question, question.answer);
  return true;
}

void Answers::SayNotAsked(LaneId lane, const std::string& answer) {
  Json data = Json::MakeObject();
  if (!answer.empty()) data.Set("answer", answer);
  change_.Say("not-asked", lane, std::move(data));
}

// Which of the question's options the answer names, or why it cannot be taken.
Result<std::string> Answers::OptionFor(const Question& question, const Answered& in) const {
  if (question.status == QuestionStatus::kAnswered) {
    return Fail(Code::kConflict, fmt::format("question {} was already answered `{}`{}", question.id.value,
                                             question.answer, question.by.empty() ? "" : " by " + question.by));
  }
  if (question.status != QuestionStatus::kOpen) {
    return Fail(Code::kConflict, fmt::format("question {} is {}", question.id.value, Name(question.status)));
  }
  const std::string* option = FindOption(question, in.answer);
  if (option == nullptr) {
    return Fail(Code::kInvalid, fmt::format("question {} has no option `{}`", question.id.value, in.answer),
                "answer one of: " + Join(question.options, ", ") + "; your words go with it: -m \"...\"");
  }
  if (!in.shown.empty() && in.shown != question.hash) {
    return Fail(Code::kConflict, fmt::format("what question {} shows has changed since you saw it", question.id.value),
                "forge questions shows what it is now");
  }
  if (question.kind == QuestionKind::kAsk && IsModify(Lower(*option)) &&
      StageOf(state_, LaneOf(state_, question.lane)).on_revision.empty()) {
    return Fail(Code::kInvalid, "no stage of the pipeline makes changes after this question");
  }
  return *option;
}

Status Answers::On(const Answered& in) {
  auto it = state_.questions.find(in.question);
  if (it == state_.questions.end())
    return Fail(Code::kNotFound, fmt::format("no question {} in this run", in.question.value));
  Question& question = it->second;
  const std::string option = TRY(OptionFor(question, in));
  questions_.Close(question, QuestionStatus::kAnswered);
  question.answer = option;
  question.comment = in.comment;
  question.by = in.by;
  question.answered = change_.at();
  const bool as_proposed = EqualsIgnoreCase(option, question.options[0]) && in.comment.empty();
  const bool approves = question.kind == QuestionKind::kAsk || question.kind == QuestionKind::kCheckpoint;
  if (!as_proposed && approves) state_.learnt = true;
  if (question.kind != QuestionKind::kBudget && question.kind != QuestionKind::kGit)
    change_.SetStep(question.lane, StepStatus::kRunning);
  switch (question.kind) {
    case QuestionKind::kAsk: AnswerAsk(question, Lower(option)); break;
    case QuestionKind::kEscalation: AnswerEscalation(question, option); break;
    case QuestionKind::kCheckpoint: AnswerCheckpoint(question, option); break;
    case QuestionKind::kBudget:
    case QuestionKind::kBlocker:
    case QuestionKind::kReapproval:
    case QuestionKind::kGit: AnswerHold(question, option); break;
  }
  return {};
}

void Answers::AnswerAsk(const Question& question, const std::string& answer) {
  const LaneId lane = question.lane;
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  state_.answers.Set(stage.name, answer);
  change_.SetStep(lane, StepStatus::kRunning);
  const bool sends_back = SendsBack(stage, question, answer);
  if (!sends_back && EqualsIgnoreCase(answer, question.options[0])) {
    if (question.shows == "plan") {
      state_.approved_hash = question.hash;
      state_.approval_seen = true;
    }
    return lanes_.Approve(lane);
  }
  if (sends_back) {
    // A person may ask for changes without limit: the limit of rounds is for agents.
    at.memo().verdict = Verdict::kRevision;
    at.note = WhatToChange(question, answer, state_.start.rules);
    // Reviewers judge what the person asked for, too. Which findings are to be fixed they have said themselves.
    if (question.by != "policy" && question.shows != kTriagePage) WantNewVerdicts(state_, at);
    change_.Say("revision", lane, Json::MakeObject().Set("by", question.by).Set("summary", at.note));
    return lanes_.SendBack(lane);
  }
  if (!IsNo(answer)) return lanes_.Next(lane);
  const std::string why = fmt::format("answered `{}` at `{}`", answer, stage.name);
  if (lane.is_run()) return endings_.EndRun(RunStatus::kCancelled, why);
  endings_.Block(lane, why);
}

void Answers::AnswerEscalation(const Question& question, const std::string& answer) {
  const LaneId lane = question.lane;
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  const std::string why = at.reason;
  at.reason.clear();
  if (answer == "stop") return endings_.Fail(lane, why);
  if (answer == "accept") return revisions_.Accept(lane, question.by);
  if (answer == "skip") return lanes_.SkipAsAsked(lane, "skipped: " + why, question.by, "skipped by a person");
  if (answer == "leave") {
    change_.Say("work-left", lane, Json::MakeObject().Set("snapshot", at.snapshot));
    at.unmerged = false;
    at.changes.clear();
    if (lane.is_run() && std::exchange(state_.has_new_steps, false)) return lanes_.GoTo(lane, state_.each_stage);
    at.stage = static_cast<int>(at.memos.size());
    return change_.Hold(lane);
  }
  if (answer == kFixOpen) NoteSentBack(state_, lane, at.memo());
  // retry, integrate: one more round for a review that used up its rounds, or the gate or the stage once more.
  StageMemo& memo = at.memo();
  memo.last_failures = -1;
  memo.attempts.clear();
  WantNewVerdict(stage, memo);
  if (!question.comment.empty()) WantNewVerdicts(state_, at);
  if (at.note.starts_with(kStoppedAndSaid) && state_.start.rules >= 5) {
    at.note +=
        question.comment.empty() ? "\nA person asks you to try again" : "\nA person answers: " + question.comment;
  } else if (!question.comment.empty()) {
    at.note = question.comment;
  }
  if (memo.verdict == Verdict::kRevision && stage.revision_index >= 0) {
    // A loop that stopped for lack of progress has rounds left; one that used them up gets one more.
    int most = RoundsOf(state_, lane) - 1;
    if (stage.repair > 0 && !lane.is_run()) {
      most = stage.repair - 1;
      int& repairs = change_.StepAt(lane.place()).repairs;
      repairs = std::min(repairs, most);
    }
    memo.rounds = std::min(memo.rounds, std::max(0, most));
    return lanes_.SendBack(lane);
  }
  change_.Hold(lane);
}

// "modify": the stages from the first that works are gone through again, on top of what is merged. A person may ask for
// that without limit: the limit of rounds is for agents.
void Answers::AnswerCheckpoint(const Question& question, const std::string& answer) {
  const LaneId lane = question.lane;
  if (answer == "yes") return endings_.Close(lane);
  if (answer == "no") return endings_.Block(lane, "answered `no` at its checkpoint");
  Lane& at = change_.LaneAt(lane);
  const std::vector<Stage>& stages = StagesOf(state_, at);
  const auto works = [](const Stage& stage) { return stage.kind == StageKind::kAgent && !stage.splits(); };
  const auto first = std::ranges::find_if(stages, works);
  for (StageMemo& memo : at.memos) {
    memo.rounds = memo.overtaken = 0;
    memo.last_failures = -1;
    memo.attempts.clear();
    memo.judged.clear();
  }
  WantNewVerdicts(state_, at);
  change_.StepAt(lane.place()).repairs = 0;
  at.note = question.comment.empty() ? "a person asked for changes" : question.comment;
  change_.Say("revision", lane, Json::MakeObject().Set("by", question.by).Set("summary", at.note));
  lanes_.GoTo(lane, first == stages.end() ? 0 : static_cast<int>(first - stages.begin()));
}

void Answers::AnswerHold(const Question& question, const std::string& answer) {
  switch (question.kind) {
    case QuestionKind::kBudget:
      if (answer == "extend") return budgets_.Extend(question.comment);
      return change_.SetStatus(RunStatus::kParked, "the budget is reached");
    case QuestionKind::kBlocker:
      if (answer == "abandon") return endings_.EndRun(RunStatus::kAbandoned, question.text);
      if (answer == "park") return change_.SetStatus(RunStatus::kParked, question.text);
      return;
    case QuestionKind::kReapproval:
      if (answer == "yes") {
        state_.approved_hash = question.hash;
        return;
      }
      return change_.SetStatus(RunStatus::kParked, "the changed plan was not approved");
    case QuestionKind::kGit: return AnswerGit(question, answer);
    case QuestionKind::kAsk:
    case QuestionKind::kEscalation:
    case QuestionKind::kCheckpoint: return;
  }
}

// The service moves the branch before the next unit starts. Only what was adopted changes the steps. What the branch
// must contain from now on is where the answer leaves it.
void Answers::AnswerGit(const Question& question, const std::string& answer) {
  state_.git_choice = answer;
  if (answer == "abandon") return endings_.EndRun(RunStatus::kAbandoned, question.text);
  if (answer == "redo" || answer == "keep") state_.commits.clear();
  const std::string& now = answer == "redo" ? state_.git->target : state_.git->branch;
  if (answer != "restore" && !now.empty()) state_.commits.push_back(now);
  if (answer != "adopt") return;
  for (const StepId& step : state_.git->merged) {
    const int place = state_.graph.Find(step.value);
    if (place >= 0) endings_.Adopt(place);
  }
}

}  // namespace forge
