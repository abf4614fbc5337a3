// Panels: several agents on one question, aggregated by code.
#include <fmt/format.h>

#include <algorithm>

#include "engine/policy.h"
#include "engine/turn.h"

namespace forge {
namespace {

constexpr int kMostAttempts = 100;  // of one seat, waits for a quota included
constexpr int kQuorum = 2;          // lenses decide only when at least this many answered

MemberMemo* FindMember(StageMemo& memo, const std::string& name) {
  for (MemberMemo& member : memo.members) {
    if (member.name == name) return &member;
  }
  return nullptr;
}

bool Finished(const StageMemo& memo, const std::string& name) {
  return std::any_of(memo.members.begin(), memo.members.end(),
                     [&](const MemberMemo& member) { return member.name == name && member.finished; });
}

// A pass is kept only while what it judged is unchanged.
void OpenRound(const Stage& stage, const std::string& basis, StageMemo& memo) {
  std::vector<MemberMemo> members;
  for (const Member& seat : stage.members) {
    const MemberMemo* old = FindMember(memo, seat.name);
    if (old != nullptr && old->finished && !old->failed && old->verdict == Verdict::kApproved && old->basis == basis) {
      members.push_back(*old);
      continue;
    }
    MemberMemo fresh;
    fresh.name = seat.name;
    fresh.basis = basis;
    members.push_back(std::move(fresh));
  }
  memo.members = std::move(members);
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

bool Decides(const Stage& stage, const Tally& tally) {
  switch (stage.aggregate) {
    case Aggregate::kAllPass:
    case Aggregate::kDialectic: return tally.silent.empty();
    case Aggregate::kLenses: return tally.answered >= kQuorum;
    case Aggregate::kCompare:
    case Aggregate::kCollect: return tally.answered > 0;
  }
  return false;
}

}  // namespace

std::string Turn::Basis(const Lane& lane) const {
  return (state_.plan ? state_.plan->hash : "") + "/" + lane.snapshot + "/" + state_.lane.snapshot;
}

// Starts every seat that may start; also called again as seats finish.
void Turn::DispatchPanel(int lane) {
  Lane& at = LaneAt(lane);
  const Stage& stage = StageAt(at);
  StageMemo& memo = MemoAt(at);
  if (at.attempt == 0) {
    OpenRound(stage, Basis(at), memo);
    at.attempt = 1;
  }
  at.phase = LanePhase::kRunning;
  for (std::size_t i = 0; i < stage.members.size(); ++i) {
    const Member& seat = stage.members[i];
    const bool waiting = std::any_of(state_.timers.begin(), state_.timers.end(), [&](const auto& entry) {
      return entry.second.lane == lane && entry.second.member == seat.name;
    });
    if (memo.members[i].running || memo.members[i].finished || waiting) continue;
    const bool may_start = std::all_of(seat.after.begin(), seat.after.end(),
                                       [&](const std::string& name) { return Finished(memo, name); });
    if (!may_start) continue;
    if (!Affordable(lane)) {
      at.phase = at.units.empty() ? LanePhase::kHeld : LanePhase::kRunning;
      return;
    }
    memo.members[i].running = true;
    Start(UnitKind::kAgent, lane, seat.name, ++memo.members[i].attempts);
  }
  const bool all =
      std::all_of(memo.members.begin(), memo.members.end(), [](const MemberMemo& m) { return m.finished; });
  if (all) AggregatePanel(lane);
}

void Turn::OnMember(int lane, const Unit& unit, const UnitOutcome& outcome) {
  Lane& at = LaneAt(lane);
  const Stage& stage = StageAt(at);
  MemberMemo* member = FindMember(MemoAt(at), unit.member);
  if (member == nullptr) return;
  member->running = false;
  if (outcome.status == UnitStatus::kCancelled) {
    --member->attempts;
    if (at.units.empty()) at.phase = LanePhase::kHeld;
    state_.held.insert(lane);
    return;
  }
  const bool needs_verdict = stage.aggregate == Aggregate::kAllPass || stage.aggregate == Aggregate::kLenses;
  const bool readable = outcome.verdict.has_value() && outcome.verdict != Verdict::kMalformed;
  if (outcome.status == UnitStatus::kFailed) {
    OnMemberFailure(lane, unit, outcome.error_class, outcome.error, outcome.retry_at);
  } else if (needs_verdict && !readable) {
    OnMemberFailure(lane, unit, ErrorClass::kMalformed, "the verdict cannot be read", {});
  } else {
    member->finished = true;
    member->verdict = outcome.verdict;
    member->failures = outcome.failures;
    Json data = Json::MakeObject().Set("member", member->name);
    if (outcome.verdict) data.Set("verdict", Name(*outcome.verdict));
    Say("member", lane, std::move(data));
  }
  if (at.units.empty()) at.phase = LanePhase::kHeld;
  state_.held.insert(lane);
}

void Turn::OnMemberFailure(int lane, const Unit& unit, ErrorClass error_class, const std::string& error,
                           TimePoint retry_at) {
  Lane& at = LaneAt(lane);
  MemberMemo* member = FindMember(MemoAt(at), unit.member);
  RetryDecision retry = DecideRetry(error_class, member->attempts, StageAt(at).retry, retry_at, at_, unit.id.value);
  if (member->attempts > kMostAttempts) retry.retry = false;
  Json data = Json::MakeObject().Set("member", unit.member).Set("class", Name(error_class)).Set("error", error);
  if (!retry.retry) {
    member->finished = true;
    member->failed = true;
    Say("member-silent", lane, std::move(data));
    return;
  }
  Say("retry", lane, std::move(data.Set("delay_ms", retry.delay_ms)));
  if (retry.delay_ms > 0) SetTimerFor(lane, unit.member, retry.delay_ms);
}

void Turn::AggregatePanel(int lane) {
  Lane& at = LaneAt(lane);
  const Stage& stage = StageAt(at);
  StageMemo& memo = MemoAt(at);
  const Tally tally = Count(memo);
  if (!Decides(stage, tally)) {
    return FailLane(lane, fmt::format("panel `{}`: only {} of {} members gave a usable answer", stage.name,
                                      tally.answered, memo.members.size()));
  }
  if (!AsksForChanges(stage, memo, tally)) return Approve(lane);
  Revise(lane, tally.failures, fmt::format("{} of {} members ask for changes", tally.revisions, memo.members.size()));
}

}  // namespace forge
