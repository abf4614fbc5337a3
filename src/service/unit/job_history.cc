#include "service/unit/job_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/strings.h"
#include "model/finding.h"
#include "model/triage_answer.h"
#include "service/report/run_stages.h"
#include "text/said_criteria.h"

namespace forge {
namespace {

bool AskedForChanges(const StageMemo& memo) { return !memo.skipped && memo.verdict == Verdict::kRevision; }

const std::vector<Stage>* StagesAround(const State& state, const Unit& unit) {
  if (unit.pipeline < 0) return nullptr;
  return &state.start.pipelines.pipelines[static_cast<std::size_t>(unit.pipeline)].stages;
}

const Lane* LaneWithMemos(const State& state, const Unit& unit) {
  if (unit.lane.is_run()) return &state.lane;
  const auto& lane = state.steps[static_cast<std::size_t>(unit.lane.place())].lane;
  return lane && lane->pipeline == unit.pipeline ? &*lane : nullptr;
}

// Calls `visit` with every stage of the unit's lane that has left something.
template <typename Visit>
void ForEachMemo(const State& state, const Unit& unit, const Visit& visit) {
  const std::vector<Stage>* stages = StagesAround(state, unit);
  const Lane* lane = LaneWithMemos(state, unit);
  if (stages == nullptr || lane == nullptr) return;
  for (std::size_t i = 0; i < stages->size() && i < lane->memos.size(); ++i) visit((*stages)[i], lane->memos[i]);
}

const MemberMemo* FindMemo(const StageMemo& memo, const std::string& member) {
  const auto found = std::ranges::find(memo.members, member, &MemberMemo::name);
  return found == memo.members.end() ? nullptr : &*found;
}

// In a panel of vetoes only those who object ask for something; elsewhere the answers count together.
bool MemberAsks(const Stage& stage, const StageMemo& memo, const std::string& member) {
  if (!AskedForChanges(memo)) return false;
  const MemberMemo* own = FindMemo(memo, member);
  const bool content = own != nullptr && own->verdict == Verdict::kApproved;
  if (stage.aggregate == Aggregate::kLenses && content && FindingsFromJson(own->result).empty()) return false;
  return stage.aggregate != Aggregate::kAllPass || own == nullptr || own->verdict == Verdict::kRevision;
}

// Another member checked its points in its place: what it said itself is out of date.
bool WasSpokenFor(const Stage& stage, const StageMemo& memo, const std::string& member) {
  const MemberMemo* own = FindMemo(memo, member);
  return stage.asks_again == AsksAgain::kOne && own != nullptr && own->unasked && !own->last;
}

bool IsPlainYes(const Question& question) {
  return question.comment.empty() &&
         (EqualsIgnoreCase(question.options.empty() ? "" : question.options[0], "yes") ||
          question.status != QuestionStatus::kAnswered || question.kind != QuestionKind::kAsk);
}

// What was said at a checkpoint waits to be done until the step asks at its checkpoint again.
bool IsLastCheckpoint(const State& state, const Question& question) {
  return question.kind == QuestionKind::kCheckpoint && std::ranges::none_of(state.questions, [&](const auto& entry) {
           const Question& other = entry.second;
           return other.kind == QuestionKind::kCheckpoint && other.step == question.step && question.id < other.id;
         });
}

// An agent stopped and asked, or could not start: the words go with its next attempt, and no later verdict says that
// they are done.
bool IsToldToAgent(const State& state, const Question& question) {
  const Stage* stage = StageOfRun(state, question.step.value, question.stage);
  return question.kind == QuestionKind::kEscalation && !Trim(question.comment).empty() && stage != nullptr &&
         Works(*stage) && EqualsIgnoreCase(question.answer, "retry");
}

// The option with the line of the question that says what it means.
std::string AnswerWithMeaning(const Question& question) {
  for (std::string_view line : Split(question.text, '\n')) {
    if (Lower(Trim(line)).starts_with(Lower(question.answer) + ":")) return std::string(Trim(line));
  }
  return question.answer;
}

// Whether it is about a comparison of the plan with alternatives.
bool ChoosesPlan(const State& state, const Question& question) {
  if (question.shows.empty() || !question.step.empty() || state.start.pipelines.pipelines.empty()) return false;
  return std::ranges::any_of(state.start.pipelines.pipelines.front().stages, [&](const Stage& stage) {
    return stage.kind == StageKind::kPanel && stage.aggregate == Aggregate::kCompare &&
           stage.produces == question.shows;
  });
}

const Question* FindLastQuestion(const State& state, const std::string& stage) {
  const Question* last = nullptr;
  for (const auto& [id, question] : state.questions) {
    const bool of_run = question.kind == QuestionKind::kAsk && question.step.empty();
    if (of_run && question.stage == stage) last = &question;
  }
  return last;
}

bool RaisesConcerns(const Lane& lane) {
  return std::ranges::any_of(lane.memos, [](const StageMemo& memo) {
    return !memo.result["concerns"].AsArray().empty() || memo.result["status"].AsString() == "concerns";
  });
}

std::string CommandLine(const Json& entry) {
  std::string text = fmt::format("$ {}\n  {} (exit {}", entry["command"].AsString(),
                                 entry["passed"].AsBool() ? "passed" : "failed", entry["exit_code"].AsInt());
  if (const Json& tests = entry["tests"]; !tests.is_null()) {
    text += fmt::format(", tests: {} passed, {} failed, {} skipped", tests["passed"].AsInt(), tests["failed"].AsInt(),
                        tests["skipped"].AsInt());
  }
  return text + ")\n";
}

std::string CriterionLine(const Json& entry) {
  if (entry["passed"].AsBool() && SaysMoreThanExit(entry["check"].AsString()))
    return fmt::format(
        "acceptance criterion of step {}: {}\n  its command exits with {}; whether the sentence holds is for you to "
        "judge\n",
        entry["step"].AsString(), entry["check"].AsString(), entry["exit_code"].AsInt());
  return fmt::format("acceptance criterion of step {}: {}\n  {} (exit {})\n", entry["step"].AsString(),
                     entry["check"].AsString(), entry["passed"].AsBool() ? "holds" : "does not hold",
                     entry["exit_code"].AsInt());
}

// Is work sent back across `place` to a stage behind `approval`, and never to `place` itself? That stage does what was
// approved; `place` only follows it.
bool FollowsTheWork(const std::vector<Stage>& stages, int approval, int place) {
  const auto sends_to = [](const Stage& stage, int from, int to) {
    return from < stage.revision_index && stage.revision_index < to;
  };
  const auto behind = std::span(stages).subspan(static_cast<std::size_t>(place) + 1);
  return std::ranges::any_of(behind, [&](const Stage& stage) { return sends_to(stage, approval, place); }) &&
         std::ranges::none_of(stages, [&](const Stage& stage) { return stage.revision_index == place; });
}

void AddSetbacks(const std::vector<Stage>& stages, const Lane& lane, const std::string& name,
                 std::vector<Setback>& found) {
  for (std::size_t i = 0; i < stages.size() && i < lane.memos.size(); ++i) {
    const StageMemo& memo = lane.memos[i];
    if (memo.rounds == 0) continue;
    Setback one{name, stages[i].name, memo.rounds, memo.entered, {}, false};
    for (const Member& member : stages[i].members) one.members.push_back(member.name);
    found.push_back(std::move(one));
  }
}

bool SeesEvidence(const State& state, const Unit& unit) {
  const std::vector<Stage>* stages = StagesAround(state, unit);
  if (stages == nullptr) return false;
  const std::vector<std::string>& sees = (*stages)[static_cast<std::size_t>(unit.stage)].sees;
  return std::ranges::find(sees, "EVIDENCE.md") != sees.end();
}

// Who sees the evidence reads there what such a command printed.
bool IsCriterion(const StageMemo& memo, const std::string& command) {
  return std::ranges::any_of(memo.result["evidence"]["criteria"].AsArray(),
                             [&](const Json& one) { return one["check"].AsString() == command; });
}

// A failure that was let through leaves the verdict of an approval behind.
bool WasLetThrough(const State& state, const StepId& step, const std::string& stage) {
  return std::ranges::any_of(state.accepted,
                             [&](const AcceptedFailure& one) { return one.step == step && one.stage == stage; });
}

}  // namespace

std::vector<Sender> SendersTo(const State& state, const Unit& unit) {
  std::vector<Sender> senders;
  ForEachMemo(state, unit, [&](const Stage& stage, const StageMemo& memo) {
    if (!AskedForChanges(memo)) return;
    Sender sender;
    sender.stage = stage.name;
    sender.kind = stage.kind;
    sender.round = std::max(1, memo.rounds);
    sender.of = stage.kind == StageKind::kAsk ? 0 : std::max(stage.max_iterations, stage.repair);
    sender.here = stage.revision_index == unit.stage;
    sender.summary = memo.summary;
    sender.shows = stage.shows;
    senders.push_back(std::move(sender));
  });
  return senders;
}

std::vector<LaneReview> ReviewsIn(const State& state, const Unit& unit) {
  std::vector<LaneReview> reviews;
  const std::vector<Stage>* stages = StagesAround(state, unit);
  const bool plans = stages != nullptr && (*stages)[static_cast<std::size_t>(unit.stage)].produces == "plan";
  ForEachMemo(state, unit, [&](const Stage& stage, const StageMemo& memo) {
    const bool of_plan = plans && stage.revision_index == unit.stage && !memo.skipped && memo.entered > 0;
    const auto add = [&](const std::string& member, std::string artifact, bool asks) {
      reviews.push_back({stage.name, member, std::move(artifact), asks, 0, of_plan && !asks});
    };
    if (!stage.verdict.empty() && stage.members.empty()) add("", stage.verdict, AskedForChanges(memo));
    // Who compares or collects judges nothing; the panel's document has what they say.
    if (stage.aggregate == Aggregate::kCompare || stage.aggregate == Aggregate::kCollect) return;
    for (const Member& member : stage.members) {
      if (!WasSpokenFor(stage, memo, member.name))
        add(member.name, stage.name + "." + member.name + ".md", MemberAsks(stage, memo, member.name));
    }
  });
  return reviews;
}

std::vector<std::string> ChecksPassed(const State& state, const Unit& unit) {
  std::vector<std::string> passed;
  ForEachMemo(state, unit, [&](const Stage& stage, const StageMemo& memo) {
    // One that only advises lets the plan pass whatever it finds.
    const bool blocks = stage.mode == CheckMode::kBlocking;
    const bool found_nothing = stage.mode == CheckMode::kAdvisory && !memo.skipped && !memo.result.Has("issues");
    if (stage.kind != StageKind::kCheck || !(blocks || found_nothing)) return;
    if (memo.verdict != Verdict::kApproved || WasLetThrough(state, unit.step, stage.name)) return;
    for (const std::string& check : stage.checks) {
      if (check == "structure" || check == "graph" || check == "claims" || check == "symbols") passed.push_back(check);
    }
  });
  return passed;
}

std::vector<std::string> ProvedToday(const State& state, const Unit& unit) {
  std::vector<std::string> steps;
  ForEachMemo(state, unit, [&](const Stage&, const StageMemo& memo) {
    if (memo.skipped) return;
    for (const Json& step : memo.result[kPassesToday].AsArray()) steps.push_back(step.AsString());
  });
  return steps;
}

std::vector<std::string> FailedBefore(const State& state) {
  std::vector<std::string> issues;
  for (const StageMemo& memo : state.lane.memos) {
    if (!memo.result["baseline"].AsBool()) continue;
    for (const Json& issue : memo.result["issues"].AsArray()) issues.push_back(issue.AsString());
  }
  return issues;
}

std::vector<std::string> ProjectBefore(const State& state) {
  std::vector<std::string> commands;
  if (state.start.pipelines.pipelines.empty()) return commands;
  const std::vector<Stage>& stages = state.start.pipelines.pipelines.front().stages;
  for (std::size_t i = 0; i < stages.size() && i < state.lane.memos.size(); ++i) {
    const Json& result = state.lane.memos[i].result;
    const bool project = std::ranges::all_of(stages[i].commands, [](const auto& one) { return one == "project"; });
    if (!project || !result["baseline"].AsBool()) continue;
    for (const Json& one : result["results"].AsArray()) {
      const std::string command = one["command"].AsString();
      if (std::ranges::find(commands, command) == commands.end()) commands.push_back(command);
    }
  }
  return commands;
}

std::vector<std::string> SpeaksFor(const State& state, const Unit& unit) {
  std::vector<std::string> names;
  const std::vector<Stage>* stages = StagesAround(state, unit);
  const Lane* lane = LaneWithMemos(state, unit);
  if (stages == nullptr || lane == nullptr || unit.member.empty()) return names;
  const auto at = static_cast<std::size_t>(unit.stage);
  if (at >= lane->memos.size() || (*stages)[at].asks_again != AsksAgain::kOne) return names;
  // Who approved before looks at what has changed, not at what others asked for.
  const MemberMemo* own = FindMemo(lane->memos[at], unit.member);
  if (own != nullptr && own->last) return names;
  for (const MemberMemo& member : lane->memos[at].members) {
    if (member.unasked && !member.last && member.name != unit.member) names.push_back(member.name);
  }
  return names;
}

std::vector<LaneReview> ReviewsOfPlan(const State& state, const Unit& unit) {
  std::vector<LaneReview> reviews;
  const std::vector<Stage>& stages = state.start.pipelines.pipelines.front().stages;
  const auto each = std::ranges::find(stages, StageKind::kEach, &Stage::kind);
  // Before the steps there is no work to be told about.
  if (unit.step.empty() && (unit.pipeline != 0 || each == stages.end() || unit.stage < each - stages.begin()))
    return reviews;
  for (std::size_t i = 0; i < stages.size() && i < state.lane.memos.size(); ++i) {
    const Stage& stage = stages[i];
    if (stage.kind == StageKind::kEach) break;  // what follows judges the work
    if (stage.verdict.empty() || state.lane.memos[i].verdict != Verdict::kApproved) continue;
    if (WasLetThrough(state, {}, stage.name)) continue;
    const int rounds = state.lane.memos[i].entered;
    if (stage.members.empty()) reviews.push_back({stage.name, "", stage.verdict, false, rounds});
    for (const Member& member : stage.members) {
      if (WasSpokenFor(stage, state.lane.memos[i], member.name)) continue;
      reviews.push_back({stage.name, member.name, stage.name + "." + member.name + ".md", false, rounds});
    }
  }
  return reviews;
}

std::vector<PersonsWord> PersonsWords(const State& state, const Unit& unit) {
  const std::vector<Sender> senders = SendersTo(state, unit);
  const auto asks = [&](const Question& question) {
    const auto sender = std::ranges::find(senders, question.stage, &Sender::stage);
    return question.step == unit.step && sender != senders.end();
  };
  std::vector<PersonsWord> words;
  for (const auto& [id, question] : state.questions) {
    const bool about_work = question.kind == QuestionKind::kAsk || question.kind == QuestionKind::kEscalation ||
                            question.kind == QuestionKind::kCheckpoint;
    const bool in_reach = question.step.empty() || question.step == unit.step;
    // What was answered about findings is the request of the unit that fixes them.
    if (!about_work || !in_reach || question.shows == kTriagePage || IsPlainYes(question)) continue;
    if (question.status != QuestionStatus::kAnswered) continue;
    const bool by_policy = question.by == "policy";  // what follows goes by it all the same
    const bool open = !by_policy && (asks(question) || IsLastCheckpoint(state, question));
    // An answer replaces the earlier ones to the same question, unless all of them still wait for the work.
    const std::string asked(FirstLineOf(question));
    const bool to_agent = !open && IsToldToAgent(state, question);
    if (!open) {
      std::erase_if(words, [&](const PersonsWord& word) {
        return word.stage == question.stage && !(word.to_agent && word.question != asked);
      });
    }
    words.push_back({question.stage, asked, AnswerWithMeaning(question), question.comment, open, by_policy,
                     question.kind == QuestionKind::kAsk && question.comment.empty(), question.shows, to_agent,
                     ChoosesPlan(state, question)});
  }
  // A wish that was met and then approved without a word says nothing any more.
  std::erase_if(words, [&](const PersonsWord& word) {
    const bool sent_back = EqualsIgnoreCase(word.answer, "modify") || EqualsIgnoreCase(word.answer, "revise") ||
                           EqualsIgnoreCase(word.answer, "retry");
    return !word.open && !word.to_agent && sent_back;
  });
  return words;
}

std::vector<AskedDocument> BriefsFor(const State& state, const Unit& unit) {
  std::vector<AskedDocument> briefs;
  const std::vector<Stage>& stages = state.start.pipelines.pipelines.front().stages;
  for (std::size_t i = 0; i < stages.size() && i < state.lane.memos.size(); ++i) {
    if (unit.lane.is_run() && static_cast<int>(i) >= unit.stage) break;
    const Stage& stage = stages[i];
    const StageMemo& memo = state.lane.memos[i];
    const bool asked = stage.kind == StageKind::kAsk && stage.revision_index >= 0 && !memo.skipped && memo.entered > 0;
    if (!asked || stage.shows.empty() || stage.shows == "plan" || memo.verdict == Verdict::kRevision) continue;
    const Question* question = FindLastQuestion(state, stage.name);
    const bool made = stages[static_cast<std::size_t>(stage.revision_index)].produces == stage.shows;
    if (!made || question == nullptr || question->status == QuestionStatus::kOpen) continue;
    briefs.push_back({stage.shows, question->status == QuestionStatus::kAnswered && question->by != "policy"});
  }
  return briefs;
}

std::vector<Alternative> ChosenAlternatives(const State& state, const Unit& unit) {
  std::vector<Alternative> chosen;
  const std::vector<Stage>& stages = state.start.pipelines.pipelines.front().stages;
  const bool plans = unit.lane.is_run() && unit.pipeline == 0 && unit.iteration == 1 &&
                     stages[static_cast<std::size_t>(unit.stage)].produces == "plan";
  for (int i = 0; plans && i < unit.stage; ++i) {
    const Stage& panel = stages[static_cast<std::size_t>(i)];
    if (panel.aggregate != Aggregate::kCompare || panel.members.empty()) continue;
    if (state.lane.memos[static_cast<std::size_t>(i)].skipped) continue;
    const auto asks = [&](const Stage& stage) {
      return stage.kind == StageKind::kAsk && stage.shows == panel.produces;
    };
    const auto ask = std::ranges::find_if(stages, asks);
    const Question* question = ask == stages.end() ? nullptr : FindLastQuestion(state, ask->name);
    if (question == nullptr || question->status != QuestionStatus::kAnswered) continue;
    // The first option is the plan as it is, and `edit` is the person's own plan.
    if (EqualsIgnoreCase(question->answer, question->options.front()) || EqualsIgnoreCase(question->answer, "edit"))
      continue;
    for (const Member& member : panel.members) {
      if (member.name != panel.members.back().name)
        chosen.push_back({member.name, panel.name + "." + member.name + ".md"});
    }
  }
  return chosen;
}

std::vector<Agreed> AgreedDocuments(const State& state, const Unit& unit) {
  std::vector<Agreed> agreed;
  const std::vector<Stage>* stages = StagesAround(state, unit);
  ForEachMemo(state, unit, [&](const Stage& stage, const StageMemo& memo) {
    if (memo.skipped || memo.verdict != Verdict::kApproved || stage.revision_index < 0) return;
    if (stage.verdict.empty() && stage.kind != StageKind::kAsk) return;
    const std::string& made = (*stages)[static_cast<std::size_t>(stage.revision_index)].produces;
    const bool document = !made.empty() && made != "plan" && made != "steps";
    if (FollowsTheWork(*stages, static_cast<int>(&stage - stages->data()), unit.stage)) return;
    if (document && (stage.kind != StageKind::kAsk || stage.shows == made)) agreed.push_back({made, stage.name});
  });
  return agreed;
}

bool HasConcerns(const State& state, const Unit& unit) {
  const Lane* own = LaneWithMemos(state, unit);
  if (own != nullptr && RaisesConcerns(*own)) return true;
  return unit.lane.is_run() && std::ranges::any_of(state.steps, [](const StepState& step) {
           return step.lane && !step.lane->is_child_run() && RaisesConcerns(*step.lane);
         });
}

std::string ChecksRun(const State& state, const Unit& unit) {
  std::string text;
  const bool sees_evidence = SeesEvidence(state, unit);
  ForEachMemo(state, unit, [&](const Stage& stage, const StageMemo& memo) {
    if (stage.kind != StageKind::kCheck || memo.skipped || memo.result["baseline"].AsBool()) return;
    for (const Json& entry : memo.result["results"].AsArray()) {
      if (sees_evidence && IsCriterion(memo, entry["command"].AsString())) continue;
      std::string line = CommandLine(entry);
      const Json::Array& as_before = memo.result["as_before"].AsArray();
      if (std::ranges::any_of(as_before,
                              [&](const Json& one) { return one.AsString() == entry["command"].AsString(); }))
        line += "  It failed so before any work.\n";
      if (text.find(line) == std::string::npos) text += line;
    }
    for (const Json& entry : memo.result["criteria"].AsArray()) text += CriterionLine(entry);
  });
  return text;
}

std::vector<Setback> SetbacksOf(const State& state) {
  std::vector<Setback> found;
  const auto& pipelines = state.start.pipelines.pipelines;
  AddSetbacks(pipelines[0].stages, state.lane, "run", found);
  for (std::size_t place = 0; state.plan && place < state.steps.size(); ++place) {
    const auto& lane = state.steps[place].lane;
    if (!lane) continue;
    const std::string& step = state.plan->steps[place].id.value;
    if (lane->is_child_run()) {
      found.push_back({step, "", 0, 0, {}, true});
      continue;
    }
    AddSetbacks(pipelines[static_cast<std::size_t>(lane->pipeline)].stages, *lane, step, found);
  }
  return found;
}

}  // namespace forge
