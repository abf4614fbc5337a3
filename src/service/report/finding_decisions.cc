#include "service/report/finding_decisions.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "model/dialectic.h"
#include "model/triage_answer.h"
#include "service/report/findings_said.h"
#include "service/report/run_stages.h"
#include "service/report/settlements.h"

namespace forge {
namespace {

TimePoint LastBefore(const std::vector<TimePoint>& times, TimePoint when) {
  TimePoint last;
  for (const TimePoint at : times) {
    if (at.ms <= when.ms) last = at;
  }
  return last;
}

// Who answered for it at that time.
Speaker SpeakerAt(const Seen& seen, std::size_t place, TimePoint when) {
  const Track& track = seen.tracks[place];
  for (const auto& [until, speaker] : track.earlier) {
    if (seen.rules >= kDecisionsStand && when.ms < until.ms) return speaker;
  }
  return track.said_by;
}

// Whether its reviewer still reported it at that time, and no other had dismissed it since.
bool WasRaisedAt(const Seen& seen, std::size_t place, TimePoint when) {
  const TimePoint reported = LastBefore(seen.tracks[place].reported, when);
  const TimePoint dismissed = seen.tracks[place].dismissed_at;
  if (dismissed.ms > 0 && dismissed.ms >= reported.ms && dismissed.ms <= when.ms) return false;
  return reported.ms > 0 && reported.ms == LastBefore(seen.spoke.at(SpeakerAt(seen, place, when)), when).ms;
}

// Whether it was reported, and no longer at that time because the work had changed: a question then was not about it.
bool WasFixedAt(const Seen& seen, std::size_t place, TimePoint when) {
  const TimePoint reported = LastBefore(seen.tracks[place].reported, when);
  const TimePoint spoke = LastBefore(seen.spoke.at(SpeakerAt(seen, place, when)), when);
  return !seen.findings[place].concern && reported.ms > 0 && reported.ms < spoke.ms &&
         !seen.works.NothingChanged(reported, spoke);
}

// Reported as worse since it was decided: the decision was about less, and the person is asked again. It stands when
// who said so says it no longer, unless they were.
bool IsAboutLess(const State& state, const Seen& seen, std::size_t place, TimePoint decided) {
  const TimePoint worse = seen.tracks[place].worse;
  if (worse.ms <= decided.ms) return false;
  const bool asked_since = std::ranges::any_of(state.questions, [&](const auto& entry) {
    const Question& question = entry.second;
    return question.shows == kTriagePage && question.status == QuestionStatus::kAnswered &&
           question.asked.ms >= worse.ms;
  });
  return seen.rules < kDecisionsStand || asked_since || IsRaised(seen, place);
}

void NoteWorse(const Seen& seen, RunFinding& found, FindingState decided) {
  if (seen.rules < kDecisionsStand) return;
  if (decided != FindingState::kRejected && decided != FindingState::kFollowUp) return;
  found.worse_since = true;
  found.finding.reason = fmt::format("decided as {}; reported as worse since", Name(decided));
}

// Why the work of the stage that was asked to fix it does not settle it: it changed nothing, or neither its reviewer
// nor one of the whole has looked at the change. Empty: it settles it.
std::string WhyNotFixed(const Seen& seen, std::size_t place, TimePoint asked, TimePoint worked) {
  if (seen.rules < 5) return "";
  if (seen.works.NothingChanged(asked, worked)) return "sent to be fixed, but nothing was changed";
  const std::vector<TimePoint>& spoke = seen.spoke.at(seen.tracks[place].said_by);
  const bool judged = seen.judged.ms > worked.ms || (!spoke.empty() && spoke.back().ms > worked.ms);
  return judged ? "" : "sent to be fixed; no review has looked at it since";
}

// What a person decided about it. A finding to be fixed is fixed once the stage that was asked to fix it has changed
// the work and a review after that no longer reports it.
void ApplyAnswer(const State& state, const Seen& seen, const Question& question, std::size_t place, RunFinding& found) {
  if (found.accepted_plan || found.first_at.ms > question.asked.ms) return;
  const TriageAnswer answer = ReadTriageAnswer(question.answer, question.comment);
  const TriageWish wish = WishFor(answer, found.id, TriageTitle(found));
  const bool leaves = question.status == QuestionStatus::kAnswered && (wish.word == "keep" || wish.word == "follow-up");
  const bool less =
      leaves ? IsAboutLess(state, seen, place, question.asked) : seen.tracks[place].worse.ms > question.asked.ms;
  if (less && leaves) NoteWorse(seen, found, wish.word == "keep" ? FindingState::kRejected : FindingState::kFollowUp);
  if (less) return;
  const bool again = seen.rules >= kDecisionsStand && found.at.ms > question.asked.ms;
  if (again && WasFixedAt(seen, place, question.asked)) return;
  // The answer is about what was open when it was asked, even if its reviewer does not report it since.
  const bool gone = found.finding.state == FindingState::kFixed || seen.tracks[place].dropped;
  const bool gone_since = gone && found.settled.ms == 0 && WasRaisedAt(seen, place, question.asked);
  if (!NeedsTriage(found) && !gone_since) return;
  found.worse_since = found.unasked = false;
  Finding& finding = found.finding;
  found.by = question.by;
  found.settled = question.answered;
  if (question.status == QuestionStatus::kDeferred || wish.word == "defer") {
    // The rule of an unattended run leaves it to a person: that is no decision.
    found.unasked = question.by == "policy";
    finding.state = found.unasked ? FindingState::kOpen : FindingState::kDeferred;
    finding.reason = found.unasked ? "the run was unattended: no decision yet" : "put off at the end of the run";
    return;
  }
  // A comment that only names exceptions is not a reason.
  finding.reason = answer.named.empty() && !answer.rest.spawn ? question.comment : "";
  if (wish.word == "keep") {
    finding.state = FindingState::kRejected;
    if (finding.reason.empty()) finding.reason = "kept as it is";
  } else if (wish.word == "follow-up") {
    finding.state = FindingState::kFollowUp;
    found.spawn = wish.spawn;
  } else {
    const Stage* stage = StageOfRun(state, "", question.stage);
    const auto worked = seen.worked.find(stage == nullptr ? "" : stage->on_revision);
    const bool done = worked != seen.worked.end() && worked->second.ms >= question.answered.ms;
    const bool back = done && found.at.ms > worked->second.ms;
    const std::string wanting = done && !back ? WhyNotFixed(seen, place, question.answered, worked->second) : "";
    finding.state = done && !back && wanting.empty() ? FindingState::kFixed : FindingState::kOpen;
    finding.reason = back                      ? "fixed as asked, then reported again"
                     : !wanting.empty()        ? wanting
                     : question.by == "policy" ? "medium or worse: an unattended run has it fixed"
                                               : "a person asked for it to be fixed";
  }
}

void SettlePoint(const Question& question, const TriageWish& wish, bool named, RunFinding& found) {
  found.finding.state = wish.word == "keep" ? FindingState::kRejected : FindingState::kFollowUp;
  found.finding.reason = named || wish.spawn ? "" : question.comment;
  if (found.finding.reason.empty() && wish.word == "keep") found.finding.reason = "kept as it is";
  found.by = question.by;
  found.settled = question.answered;
  found.spawn = wish.spawn;
}

// An answer about a document that lists findings is about each of them, but for those that its comment names. One that
// is to be fixed stays open until it is no longer listed.
void ApplyToPoints(const State& state, const Question& question, Seen& seen) {
  const bool leaves = question.answer == "keep" || question.answer == kForLater;
  if (seen.rules < kDecisionsStand || question.status != QuestionStatus::kAnswered) return;
  if (state.start.pipelines.pipelines.empty() || !question.step.empty()) return;
  const Stage* collector = CollectorOf(state.start.pipelines.pipelines.front().stages, question.shows);
  if (collector == nullptr) return;
  const TriageAnswer answer = ReadTriageAnswer(leaves ? question.answer : "fix", question.comment);
  for (std::size_t i = 0; i < seen.findings.size(); ++i) {
    RunFinding& found = seen.findings[i];
    if (found.collected_by != collector->name || found.first_at.ms > question.asked.ms) continue;
    const auto is_it = [&](const auto& one) { return EqualsIgnoreCase(one.first, found.id); };
    const bool named = std::ranges::any_of(answer.named, is_it);
    if (!leaves && !named) continue;
    const TriageWish& wish = WishFor(answer, found.id, TriageTitle(found));
    if (wish.word != "keep" && wish.word != kForLater) continue;
    // The others were worked on since, and it is no longer listed: that does not fix it.
    const bool gone_since = named && found.settled.ms == 0 && WasRaisedAt(seen, i, question.asked);
    if (NeedsTriage(found) || gone_since) SettlePoint(question, wish, !answer.named.empty(), found);
  }
}

// Who was to fix what the debate asks for gave up.
std::string WhyGivenUp(const State& state, const std::string& step, const std::string& name) {
  const int place = step.empty() ? -1 : state.graph.Find(step);
  if (!step.empty() && (place < 0 || !state.steps[static_cast<std::size_t>(place)].lane)) return "";
  const Lane& at = step.empty() ? state.lane : *state.steps[static_cast<std::size_t>(place)].lane;
  if (at.is_child_run()) return "";
  const std::vector<Stage>& stages = StagesOf(state, at);
  const auto stage = std::ranges::find(stages, name, &Stage::name);
  if (stage == stages.end()) return "";
  const Json& why = at.memos[static_cast<std::size_t>(stage - stages.begin())].result[kFixFailed];
  return why.is_string() ? "; " + why.AsString() : "";
}

struct Argued {
  std::size_t place;  // of the objection among the findings
  ObjectionOutcome outcome;
};

// The result of a member of the debate, where it is about the last challenge: what was said before is about an earlier
// round.
Json AnswerOf(const Seen& seen, const Speaker& challenger, const Member& member) {
  const auto& [step, stage, name] = challenger;
  const Speaker who{step, stage, member.name};
  const auto said = seen.results.find(who);
  const bool now = said != seen.results.end() && seen.latest.at(challenger).value < seen.latest.at(who).value;
  return now ? said->second : Json();
}

// What has become of the objections of the last challenge.
std::vector<Argued> LastDebate(const Seen& seen, const Stage& stage, const Speaker& challenger) {
  std::vector<Argued> argued;
  const Json defence = AnswerOf(seen, challenger, stage.members[1]);
  std::vector<Json> rebuttals;
  for (std::size_t i = 2; i < stage.members.size(); ++i)
    rebuttals.push_back(AnswerOf(seen, challenger, stage.members[i]));
  for (ObjectionOutcome& one : Settle(JoinDebate(seen.results.at(challenger), defence, rebuttals))) {
    Finding challenge = AsNamed(one.challenge, seen.rules);
    challenge.source = stage.name + "." + stage.members[0].name;
    const auto exact = seen.places.find({challenger, ExactKey(challenge)});
    const auto place = exact == seen.places.end() ? seen.places.find({challenger, FindingKey(challenge)}) : exact;
    if (place != seen.places.end()) argued.push_back({place->second, std::move(one)});
  }
  return argued;
}

std::string ReasonOf(const std::string& why) {
  return fmt::format("{}: {}", Lower(Name(DebateOutcome::kResolved)), why);
}

}  // namespace

bool IsRaised(const Seen& seen, std::size_t place) {
  return seen.findings[place].last == seen.latest.at(seen.tracks[place].said_by);
}

void ApplyAnswers(const State& state, Seen& seen) {
  for (const auto& [id, question] : state.questions) {
    const bool spoken = question.status == QuestionStatus::kAnswered || question.status == QuestionStatus::kDeferred;
    if (question.shows != kTriagePage) ApplyToPoints(state, question, seen);
    if (question.shows != kTriagePage || !spoken) continue;
    for (std::size_t i = 0; i < seen.findings.size(); ++i) ApplyAnswer(state, seen, question, i, seen.findings[i]);
  }
}

Status ApplySettlements(Store& store, RunId run, Seen& seen) {
  for (std::size_t i = 0; i < seen.findings.size(); ++i) {
    const auto settlement = TRY(FindSettlement(store, run, seen.findings[i].key));
    if (!settlement) continue;
    RunFinding& found = seen.findings[i];
    const bool worse = settlement->at.ms < seen.tracks[i].worse.ms;
    if (worse && (seen.rules < kDecisionsStand || found.settled.ms > 0 || IsRaised(seen, i))) {
      if (found.settled.ms == 0) NoteWorse(seen, found, settlement->state);
      continue;
    }
    found.worse_since = found.unasked = false;
    ApplySettlement(found, *settlement);
  }
  return {};
}

void CarryDecisionsOver(Seen& seen) {
  std::vector<const RunFinding*> decided;
  for (const RunFinding& found : seen.findings) {
    if (IsDecided(found)) decided.push_back(&found);
  }
  for (RunFinding& found : seen.findings) {
    if (found.finding.state != FindingState::kOpen || found.settled.ms > 0) continue;
    const auto same = std::ranges::find_if(decided, [&](const RunFinding* one) {
      const bool same_speaker = one->step == found.step && one->stage == found.stage && one->member == found.member;
      if (one->settled.ms >= found.first_at.ms) return false;
      if (same_speaker) return LooksSame(one->finding, found.finding);
      return seen.rules >= kDecisionsStand && SaysTheSame(one->finding, found.finding);
    });
    if (same == decided.end()) continue;
    const RunFinding& one = **same;
    found.same_as = one.id;
    found.finding.state = one.finding.state;
    found.finding.reason = fmt::format("decided with {}", one.id);
    if (!one.finding.reason.empty()) found.finding.reason += ": " + one.finding.reason;
    found.by = one.by;
    found.settled = one.settled;
  }
}

void NoteWithdrawn(Seen& seen, const Stage* stage, const UnitRow& unit) {
  const Speaker speaker{unit.step.value, unit.stage, unit.member};
  if (seen.rules < kWithdrawnStays || !IsDebate(stage) || unit.member != stage->members[0].name) return;
  if (!seen.results.contains(speaker)) return;
  for (const Argued& one : LastDebate(seen, *stage, speaker)) {
    if (one.outcome.outcome != DebateOutcome::kResolved) continue;
    const std::string& why = one.outcome.why;
    seen.tracks[one.place].withdrawn =
        Withdrawal{seen.findings[one.place].last, ReasonOf(why), one.outcome.argued.empty() ? why : one.outcome.argued};
  }
}

void SettleDebates(const State& state, Seen& seen) {
  for (const auto& [speaker, result] : seen.results) {
    const auto& [step, name, member] = speaker;
    const Stage* stage = StageOfRun(state, step, name);
    if (!IsDebate(stage) || member != stage->members[0].name) continue;
    const std::vector<Argued> debate = LastDebate(seen, *stage, speaker);
    const auto is_remark = [](const Argued& one) { return one.outcome.challenge.level == FindingLevel::kLow; };
    const bool unasked = stage->stops_early && !seen.asking.contains(speaker) &&
                         std::ranges::all_of(debate, is_remark) && AnswerOf(seen, speaker, stage->members[1]).is_null();
    for (const auto& [place, one] : debate) {
      Finding& finding = seen.findings[place].finding;
      if (finding.state != FindingState::kOpen) continue;
      finding.reason = fmt::format("{}: {}", Lower(Name(one.outcome)), one.why);
      if (one.outcome == DebateOutcome::kConceded) finding.reason += WhyGivenUp(state, step, name);
      if (one.outcome == DebateOutcome::kResolved) {
        finding.state = FindingState::kRejected;
        seen.findings[place].argued = one.argued.empty() ? one.why : one.argued;
      }
      if (one.outcome == DebateOutcome::kOpen) finding.state = FindingState::kDeferred;
      if (unasked) finding.reason = "a remark: its challenger approved, and asked for no answer";
    }
  }
}

}  // namespace forge
