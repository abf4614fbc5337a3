#include "engine/revisions.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/panel_rounds.h"
#include "engine/subject.h"
#include "model/dialectic.h"
#include "model/failed_command.h"
#include "model/repair.h"
#include "model/stagnation.h"

namespace forge {
namespace {

bool Judges(const Stage& stage) { return stage.kind != StageKind::kCheck && stage.kind != StageKind::kIntegrate; }

// Names the commands where nothing but commands failed. `unchanged`: why the loop ends; else its rounds are used up.
std::string StillFails(const Stage& stage, const StageMemo& memo, std::int64_t failures, const std::string& feedback,
                       bool unchanged) {
  const auto after = [&](const char* rounds) {
    if (!unchanged) return fmt::format(" after {} {}", memo.rounds, rounds);
    return fmt::format(", and the {} changed nothing", Judges(stage) ? "revision" : "repair");
  };
  if (Judges(stage)) return fmt::format("`{}` still asks for changes{}: {}", stage.name, after("rounds"), feedback);
  const std::vector<FailedCommand> commands = FailedCommands(memo.result);
  if (commands.empty() || static_cast<std::int64_t>(commands.size()) != failures)
    return fmt::format("`{}` still fails{}: {}", stage.name, after("rounds"), feedback);
  const std::string first = DescribeCommand(commands[0]);
  if (commands.size() == 1) return fmt::format("{} still fails{}", first, after("attempts"));
  return fmt::format("{} and {} more still fail{}", first, commands.size() - 1, after("attempts"));
}

// Whether the stage that the lane stands at is a debate about whose open objections a person is asked, whatever became
// of its fixer or its rounds.
bool AsksAtTheEnd(const State& state, LaneId lane) {
  return state.start.rules >= 13 && StageOf(state, LaneOf(state, lane)).asks_open == AsksOpen::kPause;
}

}  // namespace

void AddNew(const std::vector<std::string>& unmet, std::vector<std::string>& list) {
  constexpr std::size_t kMostNoted = 50;
  for (const std::string& what : unmet) {
    const bool fresh = std::find(list.begin(), list.end(), what) == list.end();
    if (fresh && list.size() < kMostNoted) list.push_back(what);
  }
}

Json ListOf(const std::vector<std::string>& texts) {
  Json list = Json::MakeArray();
  for (const std::string& text : texts) list.Append(text);
  return list;
}

// A person changed something by hand in a step that only reads. No agent may write there, except that the findings of
// an audit's review are fixed, and what that fix breaks.
bool Revisions::OnlyAPersonRepairs(LaneId lane) const {
  const Lane& at = LaneOf(state_, lane);
  if (state_.start.rules < 7 || lane.is_run() || at.is_child_run() || !at.unmerged) return false;
  const StepSpec& step = change_.SpecAt(lane.place());
  if (!ChangesNothing(step)) return false;
  if (step.kind != "audit") return true;
  const std::vector<Stage>& stages = StagesOf(state_, at);
  for (std::size_t i = 0; i < stages.size() && i < at.memos.size(); ++i) {
    const bool review = stages[i].kind == StageKind::kAgent || stages[i].kind == StageKind::kPanel;
    if (review && (at.memos[i].rounds > 0 || static_cast<int>(i) == at.stage)) return false;
  }
  return true;
}

bool Revisions::LeaveToPerson(LaneId lane, const std::string& feedback) {
  if (!OnlyAPersonRepairs(lane)) return false;
  Lane& at = change_.LaneAt(lane);
  state_.learnt = true;
  at.entered = false;  // `retry` asks this stage again, of what the person has made of it
  // Whatever the stage says of its last round: nobody has decided about this work yet.
  Ask(lane,
      fmt::format("`{}` refuses what was changed by hand in step {}, and an agent may not write in a step of the "
                  "kind `{}`: {}. Take the step with forge shell to repair it",
                  StageOf(state_, at).name, StepOf(state_, lane).value, change_.SpecAt(lane.place()).kind, feedback));
  return true;
}

void Revisions::Revise(LaneId lane, std::int64_t failures, const std::string& feedback) {
  if (LeaveToPerson(lane, feedback)) return;
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  StageMemo& memo = at.memo();
  const bool unchanged = CameBackUnchanged(state_, lane);
  NoteSentBack(state_, lane, memo);
  memo.verdict = Verdict::kRevision;
  state_.learnt = true;
  // Without a change no reviewer is asked again: that it said so before is no further round.
  const bool repeated = unchanged && Judges(stage) && state_.start.rules >= 12;
  if (!repeated) ++memo.rounds;
  at.note = feedback;
  Json said = Json::MakeObject();
  if (repeated) {
    said.Set("unchanged", true);
  } else {
    said.Set("round", memo.rounds).Set("of", RoundsOf(state_, lane));
  }
  change_.Say("revision", lane, std::move(said.Set("failures", failures).Set("summary", feedback)));
  const std::int64_t before = memo.last_failures;
  memo.last_failures = failures;
  if (stage.on_revision.empty()) {
    return endings_.Fail(
        lane, Judges(stage) ? fmt::format("`{}` asks for changes, and no stage makes them: {}", stage.name, feedback)
                            : fmt::format("`{}` failed: {}", stage.name, feedback));
  }
  if (NeedsNoWork(lane)) {
    const std::size_t gaps = memo.result[kGapsMember].AsArray().size();
    return Exhausted(lane, fmt::format("`{}`: no command of the plan proves {}, so no work can. {}", stage.name,
                                       gaps == 1 ? "one criterion" : fmt::format("{} criteria", gaps),
                                       "`accept` goes on without that proof, for the same criteria also later"));
  }
  if (memo.rounds >= RoundsOf(state_, lane)) {
    return Exhausted(lane, StillFails(stage, memo, failures, feedback, false));
  }
  if (SeesTheSamePlan(lane, before)) {
    return Exhausted(lane,
                     fmt::format("`{}` makes no progress: the plan came back as it was: {}", stage.name, feedback));
  }
  if (unchanged) return Exhausted(lane, StillFails(stage, memo, failures, feedback, true));
  if (stage.converge == Converge::kDecreasing && before >= 0 && failures >= before) {
    const std::string what = state_.start.rules >= 5 ? ": " + feedback : "";
    return Exhausted(lane, fmt::format("`{}` makes no progress: {} failures, {} the round before{}", stage.name,
                                       failures, before, what));
  }
  if (stage.converge == Converge::kAttempts) {
    const std::string why = WhyStagnant(JudgeAttempts(memo.attempts));
    if (!why.empty()) {
      return Exhausted(lane, fmt::format("`{}` makes no progress: {}: {}", stage.name, why, feedback));
    }
  }
  lanes_.SendBack(lane);
}

// What fails is that criteria name no command that can be run: only the plan can change that.
bool Revisions::NeedsNoWork(LaneId lane) const {
  const Lane& at = LaneOf(state_, lane);
  const std::vector<Stage>& stages = StagesOf(state_, at);
  const Json& result = at.memos[static_cast<std::size_t>(at.stage)].result;
  const auto repair = static_cast<std::size_t>(StageOf(state_, at).revision_index);
  return result[kOnlyGapsMember].AsBool() && stages[repair].produces != "plan";
}

// The same text fails the same way, whatever is said about it.
bool Revisions::SeesTheSamePlan(LaneId lane, std::int64_t failures_before) {
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  const std::vector<Stage>& stages = StagesOf(state_, at);
  const bool of_plan = stage.kind == StageKind::kCheck && stage.commands.empty() && state_.plan && lane.is_run() &&
                       stages[static_cast<std::size_t>(stage.revision_index)].produces == "plan";
  if (state_.start.rules < 6 || !of_plan) return false;
  const bool same = failures_before >= 0 && at.memo().judged_plan == state_.plan->hash;
  at.memo().judged_plan = state_.plan->hash;
  at.memo().same_plan = same ? at.memo().same_plan + 1 : 0;
  // What was built by it is the same too.
  const bool built = state_.start.rules >= 10 && state_.each_stage >= 0 && at.stage > state_.each_stage;
  return at.memo().same_plan >= (built ? 1 : 2);
}

bool Revisions::ComeAgain(LaneId lane, std::int64_t failures, const std::string& feedback) {
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  StageMemo& memo = at.memo();
  if (OnlyAPersonRepairs(lane)) return false;
  // Each time another step was merged first, so there is an end to it.
  if (stage.on_revision.empty() || memo.overtaken >= static_cast<int>(state_.steps.size())) return false;
  ++memo.overtaken;
  memo.verdict = Verdict::kRevision;
  at.note = feedback;
  change_.Say("revision", lane,
              Json::MakeObject().Set("overtaken", memo.overtaken).Set("failures", failures).Set("summary", feedback));
  lanes_.SendBack(lane);
  return true;
}

bool Revisions::LeaveOpen(LaneId lane, const std::string& why) {
  Lane& at = change_.LaneAt(lane);
  if (at.is_child_run()) return false;
  // Elsewhere what a failed unit changed is not in the work.
  if (state_.start.settings["isolation"].AsString() == "shared") return false;
  const std::vector<Stage>& stages = StagesOf(state_, at);
  int debate = -1;
  for (std::size_t i = 0; i < stages.size() && i < at.memos.size(); ++i) {
    const bool open = stages[i].on_failure == OnFailure::kOpen && stages[i].revision_index == at.stage;
    if (open && at.memos[i].sent_back) debate = static_cast<int>(i);
  }
  if (debate < 0) return false;
  const std::string fixer = stages[static_cast<std::size_t>(at.stage)].name;
  lanes_.GoTo(lane, debate);
  StageMemo& memo = at.memo();
  memo.result.Set(kFixFailed, fmt::format("`{}` failed: {}", fixer, why));
  if (AsksAtTheEnd(state_, lane)) {
    memo.verdict = Verdict::kRevision;
    AskAboutOpen(lane, fmt::format("`{}` failed: {}. What it was to fix is open", fixer, why),
                 OpenObjections(memo.result, true));
    return true;
  }
  lanes_.NoteOpen(lane, fmt::format("`{}` failed, so what it was to fix stays open: {}", fixer, why));
  memo.verdict = Verdict::kApproved;
  memo.sent_back = false;
  memo.judged.clear();  // nobody approved it: should the lane come back, the stage judges
  at.note.clear();
  at.urge.clear();
  lanes_.Next(lane);
  return true;
}

void Revisions::Exhausted(LaneId lane, const std::string& why) {
  const Stage& stage = StageOf(state_, change_.LaneAt(lane));
  change_.Say("exhausted", lane, Json::MakeObject().Set("reason", why).Set("then", Name(stage.on_exhausted)));
  switch (stage.on_exhausted) {
    case OnExhausted::kAccept: {
      const std::string open =
          AsksAtTheEnd(state_, lane) ? OpenObjections(change_.LaneAt(lane).memo().result, true) : "";
      return open.empty() ? Accept(lane, "policy") : AskAboutOpen(lane, why, open);
    }
    case OnExhausted::kBlock: return endings_.Block(lane, why);
    case OnExhausted::kEscalate: return Ask(lane, why);
  }
}

void Revisions::Ask(LaneId lane, const std::string& why) {
  const Stage& stage = StageOf(state_, change_.LaneAt(lane));
  const bool stops = stage.kind == StageKind::kCheck && stage.unattended == Unattended::kStop;
  if (stops && !state_.start.attended) return endings_.Fail(lane, why);
  const std::string output = Judges(stage) ? "" : FailedOutput(change_.LaneAt(lane).memo().result);
  questions_.Escalate(lane, why, {"retry", "accept", "stop"}, output);
}

void Revisions::AskAboutOpen(LaneId lane, const std::string& why, const std::string& objections) {
  using Options = std::vector<std::string>;
  Options options = {"accept", "stop"};
  if (!StageOf(state_, LaneOf(state_, lane)).on_revision.empty()) options.insert(options.begin(), kFixOpen);
  questions_.Escalate(lane, why + ". Fix them, or accept the work with them open?", std::move(options), objections);
}

void Revisions::Accept(LaneId lane, const std::string& by) {
  Lane& at = change_.LaneAt(lane);
  lanes_.LetThrough(lane, at.memo().summary, by);
  at.memo().verdict = Verdict::kApproved;
  at.memo().sent_back = false;
  at.memo().judged.clear();  // nobody approved it: should the lane come back, the stage judges
  NoteAcceptedGaps(at.memo().result);
  at.note.clear();
  NoteDropped(lane);
  lanes_.Next(lane);
}

// The next round of the check is given them, so that the same words are not asked about again.
void Revisions::NoteAcceptedGaps(Json& result) {
  if (result[kGapsMember].AsArray().empty()) return;
  Json all = Json::MakeArray();
  for (const char* member : {kAcceptedGapsMember, kGapsMember}) {
    for (const Json& gap : result[member].AsArray()) all.Append(gap);
  }
  result.Set(kAcceptedGapsMember, std::move(all));
}

// The step keeps a list of what an accepted check found missing.
void Revisions::NoteDropped(LaneId lane) {
  const Lane& at = change_.LaneAt(lane);
  if (lane.is_run() || StageOf(state_, at).kind != StageKind::kCheck) return;
  const std::vector<std::string> unmet = RepairSignalsFromJson(at.memo().result["signals"]).unmet();
  if (unmet.empty()) return;
  AddNew(unmet, change_.StepAt(lane.place()).dropped);
  state_.has_dropped = true;
  change_.Say("dropped", lane, Json::MakeObject().Set("what", ListOf(unmet)));
}

}  // namespace forge
