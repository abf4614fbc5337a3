#include "engine/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/panel_rounds.h"
#include "engine/policy.h"
#include "engine/subject.h"
#include "model/compare.h"
#include "model/dialectic.h"
#include "model/lenses.h"

namespace forge {
namespace {

constexpr int kQuorum = kLensQuorum;

// Does the aggregate need this member's verdict?
bool NeedsVerdict(const Stage& stage, const std::string& member) {
  switch (stage.aggregate) {
    case Aggregate::kAllPass:
    case Aggregate::kLenses: return true;
    case Aggregate::kDialectic: return member == stage.members.back().name;
    case Aggregate::kCompare:
    case Aggregate::kCollect: return false;
  }
  return true;
}

struct Tally {
  int answered = 0;
  int revisions = 0;
  std::int64_t failures = 0;
  std::vector<std::string> silent;
};

Tally Count(const StageMemo& memo) {
  Tally tally;
  for (const MemberMemo& member : memo.members) {
    if (member.failed) {
      tally.silent.push_back(member.name);
      continue;
    }
    ++tally.answered;
    tally.failures += member.failures;
    if (member.verdict == Verdict::kRevision) ++tally.revisions;
  }
  return tally;
}

// The result of a panel whose answers are findings and not only verdicts.
struct Computed {
  std::int64_t failures = 0;  // what has to be fixed
  std::string summary;
  Json result = {};  // for gates and questions; null: none
};

Computed ByLenses(const StageMemo& memo) {
  const LensVerdict verdict = LensesOf(memo);
  return {static_cast<std::int64_t>(verdict.must_fix.size()),
          fmt::format("{} findings must be fixed, {} are advice", verdict.must_fix.size(), verdict.advisory.size())};
}

// The first member challenges, the second defends, the others rebut. A person decides what stays open.
Computed ByDebate(const StageMemo& memo) {
  std::vector<Json> rebuttals;
  for (std::size_t i = 2; i < memo.members.size(); ++i) rebuttals.push_back(memo.members[i].result);
  const Json defence = memo.members.size() > 1 ? memo.members[1].result : Json();
  const Json outcomes = ToJson(Settle(JoinDebate(memo.members[0].result, defence, rebuttals)));
  return {outcomes["conceded"].AsInt(),
          fmt::format("{} objections conceded, {} resolved, {} open", outcomes["conceded"].AsInt(),
                      outcomes["resolved"].AsInt(), outcomes["open"].AsInt()),
          outcomes};
}

// The last member compares the other answers with the plan. It asks for no changes: a person chooses what follows.
Computed ByComparison(const StageMemo& memo) {
  const MemberMemo& comparator = memo.members.back();
  if (comparator.unasked) return {0, "no alternative was found", ToJson(Compare(Json()))};
  const Comparison comparison = Compare(comparator.result);
  const std::string silent = comparator.failed ? fmt::format("`{}` said nothing; ", comparator.name) : "";
  return {0, silent + Describe(comparison), ToJson(comparison)};
}

// Only where the pipeline asks for result blocks; other panels are counted by verdict.
std::optional<Computed> Compute(const Stage& stage, const StageMemo& memo) {
  if (!stage.result) return std::nullopt;
  switch (stage.aggregate) {
    case Aggregate::kLenses: return ByLenses(memo);
    case Aggregate::kDialectic: return ByDebate(memo);
    case Aggregate::kCompare: return ByComparison(memo);
    case Aggregate::kAllPass:
    case Aggregate::kCollect: return std::nullopt;
  }
  return std::nullopt;
}

// Of a debate only where somebody is told what it leaves open: journals of before have none.
bool KeepsResult(const Stage& stage) {
  return stage.aggregate != Aggregate::kDialectic || stage.on_failure == OnFailure::kOpen ||
         stage.asks_open == AsksOpen::kPause;
}

bool AsksForChanges(const Stage& stage, const StageMemo& memo, const Tally& tally) {
  switch (stage.aggregate) {
    case Aggregate::kAllPass: return tally.revisions > 0;
    case Aggregate::kLenses: return tally.revisions >= kQuorum;
    case Aggregate::kDialectic: return memo.members.back().verdict == Verdict::kRevision;
    case Aggregate::kCompare:
    case Aggregate::kCollect: return false;
  }
  return true;
}

// Without its comparator, or without an alternative, nothing is compared.
bool IsCompared(const StageMemo& memo, const Tally& tally) {
  return !memo.members.back().failed && (tally.answered > 1 || memo.members.size() == 1);
}

bool Decides(const Stage& stage, const StageMemo& memo, const Tally& tally, int rules) {
  if (rules >= 3 && stage.aggregate == Aggregate::kCompare) return IsCompared(memo, tally);
  switch (stage.aggregate) {
    case Aggregate::kAllPass: return tally.silent.empty();
    case Aggregate::kDialectic: return tally.silent.empty() || stage.on_failure == OnFailure::kOpen;
    case Aggregate::kLenses: return tally.answered >= kQuorum;
    case Aggregate::kCompare:
    case Aggregate::kCollect: return tally.answered > 0;
  }
  return false;
}

}  // namespace

// All that a member judges. On the run's own lane that includes the work of every step.
std::string Panels::Basis(LaneId lane, const Member& member) const {
  const Lane& at = LaneOf(state_, lane);
  const std::string basis = (state_.plan ? state_.plan->hash : "") + "/" + (lane.is_run() ? state_.tip : at.snapshot) +
                            "/" + state_.lane.snapshot;
  return basis + ContentsOf(state_, lane, member.sees.empty() ? StageOf(state_, at).sees : member.sees);
}

MemberMemo Panels::AskedLast(LaneId lane, const MemberMemo& approved) const {
  MemberMemo member;
  member.name = approved.name;
  member.last = true;
  member.verdict = approved.verdict;
  member.result = approved.result;
  member.basis = approved.basis;
  member.plan_steps = approved.plan_steps;
  member.saw = LaneOf(state_, lane).snapshot;
  member.saw_last = LastLook(approved);
  return member;
}

// An approval is kept while its basis is unchanged, and so are the answers that the member was shown. A member without
// a basis has not heard what a person said since (WantNewVerdicts).
void Panels::OpenRound(LaneId lane) {
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  StageMemo& memo = at.memo();
  const bool answered = std::ranges::all_of(
      memo.members, [](const MemberMemo& member) { return member.finished && !member.failed && !member.running; });
  if (answered && VerdictStands(state_, lane)) return;
  const std::set<std::string> convinced = Convinced(stage, memo, state_.start.rules);
  const std::string checks = WhoChecks(stage, memo);
  std::vector<MemberMemo> members;
  for (const Member& member : stage.members) {
    MemberMemo fresh;
    fresh.name = member.name;
    fresh.basis = Basis(lane, member);
    fresh.saw = at.snapshot;
    fresh.plan_steps = state_.plan_steps;
    const MemberMemo* old = FindMember(memo, member.name);
    if (old != nullptr) fresh.saw_last = LastLook(*old);
    const bool approved = old != nullptr && Passed(*old) && !old->basis.empty();
    const bool same_steps = state_.start.rules < 12 || (old != nullptr && old->plan_steps == state_.plan_steps);
    const bool content = approved && convinced.contains(member.name);
    const bool keeps = approved && (old->basis == fresh.basis || (content && same_steps));
    // A finding of a lens counts with those of the others: they look together.
    if (content && !keeps && stage.aggregate == Aggregate::kAllPass) {
      members.push_back(AskedLast(lane, *old));
      continue;
    }
    fresh.finished = fresh.unasked = !keeps && !checks.empty() && member.name != checks;
    if (fresh.unasked) {
      change_.Say("member-unasked", lane,
                  Json::MakeObject().Set("member", member.name).Set("reason", checks + " checks its points"));
    }
    members.push_back(keeps ? *old : fresh);
    members.back().last = false;
  }
  memo.members = std::move(members);
  // `after` may also name later members: repeat until no approval falls.
  for (bool fell = true; fell;) {
    fell = false;
    for (std::size_t i = 0; i < stage.members.size(); ++i) {
      MemberMemo& member = memo.members[i];
      if (!member.finished || AllFinished(memo, stage.members[i].after) || convinced.contains(member.name)) continue;
      if (member.unasked) continue;
      MemberMemo fresh;
      fresh.name = member.name;
      fresh.basis = member.basis;
      fresh.saw = at.snapshot;
      fresh.plan_steps = state_.plan_steps;
      fresh.saw_last = LastLook(member);
      member = std::move(fresh);
      fell = true;
    }
  }
}

void Panels::Dispatch(LaneId lane) {
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  StageMemo& memo = at.memo();
  if (at.attempt == 0) {
    OpenRound(lane);
    at.attempt = 1;
  }
  at.phase = LanePhase::kRunning;
  EndEarly(lane);
  SpareTheLast(lane);
  for (std::size_t i = 0; i < stage.members.size(); ++i) {
    const Member& member = stage.members[i];
    MemberMemo& of_member = memo.members[i];
    if (of_member.running || of_member.finished || BacksOff(lane, member)) continue;
    if (!MayStart(memo, of_member, member.after)) continue;
    if (!budgets_.Affordable(lane, member.role)) return;
    of_member.running = true;
    if (of_member.last) Forget(of_member, Basis(lane, member), state_.plan_steps);
    Unit& unit = state_.units.at(change_.Start(UnitKind::kAgent, lane, member.name, ++of_member.attempts));
    if (!of_member.note.empty()) unit.note = WithUrge(of_member.note, at.urge);
    unit.remedies = of_member.remedies;
  }
  if (std::ranges::all_of(memo.members, &MemberMemo::finished)) Aggregate(lane);
}

// Whoever is left has nothing to answer.
void Panels::EndEarly(LaneId lane) {
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  StageMemo& memo = at.memo();
  const std::string why = WhyNothingToSay(stage, memo, state_.start.rules);
  if (why.empty()) return;
  for (MemberMemo& member : memo.members) {
    if (member.finished || member.running) continue;
    member.finished = true;
    member.unasked = true;
    change_.Say("member-unasked", lane, Json::MakeObject().Set("member", member.name).Set("reason", why));
  }
}

// While somebody wants changes, the plan will change once more before it is theirs to judge.
void Panels::SpareTheLast(LaneId lane) {
  StageMemo& memo = change_.LaneAt(lane).memo();
  const MemberMemo* wanting = WhoWantsChanges(memo);
  if (wanting == nullptr) return;
  for (MemberMemo& member : memo.members) {
    if (!member.last || member.finished || member.running) continue;
    member.finished = member.unasked = true;
    change_.Say("member-unasked", lane,
                Json::MakeObject().Set("member", member.name).Set("reason", wanting->name + " wants changes first"));
  }
}

bool Panels::BacksOff(LaneId lane, const Member& member) const {
  return std::any_of(state_.timers.begin(), state_.timers.end(), [&](const auto& entry) {
    return entry.second.lane == lane && entry.second.member == member.name;
  });
}

void Panels::OnMember(LaneId lane, const Unit& unit, const UnitOutcome& outcome) {
  Lane& at = change_.LaneAt(lane);
  MemberMemo* member = FindMember(at.memo(), unit.member);
  CHECK(member != nullptr);
  member->running = false;
  state_.held.insert(lane);  // the next member may start, or all have answered
  if (outcome.status == UnitStatus::kCancelled) {
    --member->attempts;
    return;
  }
  if (StoppedAtBudget(outcome)) {
    --member->attempts;
    member->note = kStoppedAtBudget;
    budgets_.WaitForOthers(lane, outcome);
    return;
  }
  if (outcome.status == UnitStatus::kFailed) {
    return OnFailure(lane, unit, outcome.error_class, outcome.error, WordOf(outcome));
  }
  const bool readable = outcome.verdict.has_value() && outcome.verdict != Verdict::kMalformed;
  if (!readable && NeedsVerdict(StageOf(state_, at), unit.member)) {
    return OnFailure(lane, unit, ErrorClass::kMalformed, "the verdict cannot be read", {});
  }
  member->finished = true;
  member->verdict = outcome.verdict;
  member->failures = outcome.failures;
  member->result = outcome.result;
  Json data = Json::MakeObject().Set("member", member->name);
  if (outcome.verdict) data.Set("verdict", Name(*outcome.verdict));
  change_.Say("member", lane, std::move(data));
}

void Panels::OnFailure(LaneId lane, const Unit& unit, ErrorClass error_class, const std::string& error,
                       const ProvidersWord& word) {
  Lane& at = change_.LaneAt(lane);
  MemberMemo* member = FindMember(at.memo(), unit.member);
  const RetryDecision retry = DecideRetry(error_class, member->attempts, RetriesOf(state_, lane), word, change_.at(),
                                          unit.id.value, member->waits);
  Json data = Json::MakeObject().Set("member", unit.member).Set("class", Name(error_class)).Set("error", error);
  if (!retry.retry) {
    member->finished = true;
    member->failed = true;
    if (state_.start.rules >= 6) member->note = error;
    change_.Say("member-silent", lane, std::move(data));
    return;
  }
  if (!retry.counts) --member->attempts;
  if (error_class != ErrorClass::kMachine) member->note = error;
  member->remedies = Together(member->remedies, retry.remedies);
  change_.Say("retry", lane, std::move(data.Set("delay_ms", retry.delay_ms).Set("why", retry.why)));
  if (retry.delay_ms > 0) {
    change_.StartTimer(lane, unit.member, retry, std::string(Name(error_class)) + ": " + error);
  }
}

void Panels::Aggregate(LaneId lane) {
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  StageMemo& memo = at.memo();
  const Tally tally = Count(memo);
  const MemberMemo* silent = WhoBrokeOff(stage, memo, state_.start.rules);
  if (silent != nullptr && stage.on_failure == OnFailure::kFail)
    return endings_.Fail(lane, fmt::format("panel `{}`: `{}` gave no usable answer, and the debate ends there: {}",
                                           stage.name, silent->name, silent->note));
  if (!Decides(stage, memo, tally, state_.start.rules)) {
    return endings_.Fail(
        lane, fmt::format("panel `{}`: only {} of {} members gave a usable answer{}", stage.name, tally.answered,
                          memo.members.size(), stage.aggregate == Aggregate::kCompare ? "; nothing was compared" : ""));
  }
  // All members were told it.
  if (state_.start.rules >= 7) at.note.clear();
  at.urge.clear();
  if (const std::optional<Computed> computed = Compute(stage, memo)) {
    memo.summary = computed->summary;
    if (!computed->result.is_null() && KeepsResult(stage)) memo.result = computed->result;
    change_.Say("aggregated", lane,
                Json::MakeObject().Set("summary", computed->summary).Set("failures", computed->failures));
    if (computed->failures == 0) return Settle(lane);
    return revisions_.Revise(lane, computed->failures, computed->summary);
  }
  if (!AsksForChanges(stage, memo, tally)) return lanes_.Approve(lane);
  const auto unasked = std::ranges::count_if(memo.members, &MemberMemo::unasked);
  revisions_.Revise(lane, tally.failures,
                    fmt::format("{} of {} members ask for changes{}", tally.revisions, memo.members.size(),
                                unasked > 0 ? fmt::format(" ({} not asked in this round)", unasked) : ""));
}

// Nothing has to be fixed. What stays open is noted, or a person is asked about it.
void Panels::Settle(LaneId lane) {
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  StageMemo& memo = at.memo();
  if (stage.on_failure == OnFailure::kOpen) lanes_.NoteOpen(lane, WhatStaysOpen(stage, memo));
  const std::string objections = stage.asks_open == AsksOpen::kPause ? OpenObjections(memo.result, false) : "";
  if (objections.empty()) return lanes_.Approve(lane);
  memo.verdict = Verdict::kRevision;
  revisions_.AskAboutOpen(lane, fmt::format("`{}` leaves objections open", stage.name), objections);
}

}  // namespace forge
