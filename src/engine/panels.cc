#include "engine/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/policy.h"
#include "engine/subject.h"
#include "model/compare.h"
#include "model/dialectic.h"
#include "model/lenses.h"

namespace forge {
namespace {

constexpr int kQuorum = kLensQuorum;

MemberMemo* FindMember(StageMemo& memo, const std::string& name) {
  for (MemberMemo& member : memo.members) {
    if (member.name == name) return &member;
  }
  return nullptr;
}

bool AllFinished(StageMemo& memo, const std::vector<std::string>& names) {
  return std::ranges::all_of(names, [&](const std::string& name) {
    const MemberMemo* member = FindMember(memo, name);
    return member != nullptr && member->finished;
  });
}

bool Passed(const MemberMemo& member) {
  return member.finished && !member.failed && member.verdict == Verdict::kApproved;
}

bool HasAnswered(const MemberMemo& member) { return member.finished && !member.failed && !member.unasked; }

// The snapshot that the member saw when it last answered.
const std::string& LastLook(const MemberMemo& member) { return HasAnswered(member) ? member.saw : member.saw_last; }

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

// A member that asked for changes, or whose finding has to be fixed, has to see what was made of it.
bool IsUnconvinced(const MemberMemo& member, const std::set<std::string>& must_fix) {
  return !member.finished || member.failed || member.verdict != Verdict::kApproved || must_fix.contains(member.name);
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

// A member that asks for changes without a finding still counts: two such members agree that something is wrong.
LensAnswer AnswerOf(const MemberMemo& member) {
  LensAnswer answer{member.name, member.failed, {}};
  if (member.failed) return answer;
  answer.findings = FindingsFromJson(member.result, member.name);
  if (answer.findings.empty() && member.verdict == Verdict::kRevision) {
    answer.findings.emplace_back();
    answer.findings.back().description = "asks for changes and names none";
  }
  return answer;
}

LensVerdict LensesOf(const StageMemo& memo) {
  std::vector<LensAnswer> answers;
  for (const MemberMemo& member : memo.members) answers.push_back(AnswerOf(member));
  return AggregateLenses(answers);
}

// Who only remarks on a place where another lens wants a change need not see what was made of it.
std::set<std::string> WhoseMustBeFixed(const Stage& stage, const StageMemo& memo, int rules) {
  std::set<std::string> names;
  if (!stage.result || stage.aggregate != Aggregate::kLenses) return names;
  for (const LensGroup& group : LensesOf(memo).must_fix) {
    const auto wants = [](const Finding& one) { return one.level != FindingLevel::kLow; };
    const bool all = rules < 5 || std::ranges::none_of(group.all, wants);
    for (const Finding& one : group.all) {
      if (all || wants(one)) names.insert(one.source);
    }
  }
  return names;
}

// Whom this round need not ask, because the panel sent the work back for others' sake.
std::set<std::string> Convinced(const Stage& stage, const StageMemo& memo, int rules) {
  const bool counts = stage.aggregate == Aggregate::kAllPass || stage.aggregate == Aggregate::kLenses;
  std::set<std::string> names;
  if (!memo.sent_back || !counts || stage.asks_again == AsksAgain::kChanged) return names;
  const std::set<std::string> must_fix = WhoseMustBeFixed(stage, memo, rules);
  for (const MemberMemo& member : memo.members) {
    if (!IsUnconvinced(member, must_fix)) names.insert(member.name);
  }
  if (names.size() == memo.members.size()) names.clear();
  return names;
}

// The member that checks in this round what all who wanted changes asked for: the last of them, but rather one whose
// question is about the work than one that is asked what others missed. Empty: each is asked.
std::string WhoChecks(const Stage& stage, const StageMemo& memo) {
  if (!memo.sent_back || stage.asks_again != AsksAgain::kOne) return "";
  std::string stacked, name;
  for (std::size_t i = 0; i < memo.members.size() && i < stage.members.size(); ++i) {
    const MemberMemo& member = memo.members[i];
    // Where a person has said something, each judges what was made of it.
    if (member.failed || member.basis.empty()) return "";
    if (!HasAnswered(member) || member.verdict != Verdict::kRevision) continue;
    (stage.members[i].after.empty() ? name : stacked) = member.name;
  }
  return name.empty() ? stacked : name;
}

// Of a debate: why the members that are left have nothing to say; empty: they have.
std::string WhyNothingToArgue(const Stage& stage, const StageMemo& memo, int rules) {
  if (!stage.stops_early || !stage.result || stage.aggregate != Aggregate::kDialectic) return "";
  const MemberMemo& challenge = memo.members[0];
  if (!challenge.finished || challenge.failed) return "";
  const Json defence = memo.members.size() > 1 ? memo.members[1].result : Json();
  const std::vector<Objection> objections = JoinDebate(challenge.result, defence, {});
  if (objections.empty()) return challenge.verdict == Verdict::kRevision ? "" : "there is no objection";
  // What stays is a finding like any other: nobody has to be convinced of a remark.
  const bool only_remarks =
      std::ranges::all_of(objections, [](const Objection& one) { return one.challenge.level == FindingLevel::kLow; });
  if (rules >= 2 && only_remarks && challenge.verdict == Verdict::kApproved) return "no objection asks for a change";
  if (memo.members.size() < 2 || !memo.members[1].finished || memo.members[1].failed) return "";
  const bool all_conceded =
      std::ranges::all_of(objections, [](const Objection& one) { return one.defence == Defence::kConcede; });
  return all_conceded ? "every objection was conceded" : "";
}

// Of a comparison: every other member says that its angle yields nothing better.
std::string WhyNothingToCompare(const Stage& stage, const StageMemo& memo, int rules) {
  if (rules < 9 || !stage.result || stage.aggregate != Aggregate::kCompare || memo.members.size() < 2) return "";
  const auto none = [](const MemberMemo& member) {
    const Json& found = member.result["found"];
    return HasAnswered(member) && found.is_bool() && !found.AsBool();
  };
  return std::all_of(memo.members.begin(), memo.members.end() - 1, none) ? "no member found an alternative" : "";
}

// A debate needs every member: the first that gave no usable answer ends it. nullptr: each gave one, or is still asked.
const MemberMemo* WhoBrokeOff(const Stage& stage, const StageMemo& memo, int rules) {
  if (rules < 6 || stage.aggregate != Aggregate::kDialectic) return nullptr;
  const auto silent = std::ranges::find_if(memo.members, &MemberMemo::failed);
  return silent == memo.members.end() ? nullptr : &*silent;
}

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
                      outcomes["resolved"].AsInt(), outcomes["open"].AsInt())};
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
    case Aggregate::kAllPass:
    case Aggregate::kDialectic: return tally.silent.empty();
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
    const MemberMemo* old = FindMember(memo, member.name);
    if (old != nullptr) fresh.saw_last = LastLook(*old);
    const bool keeps = old != nullptr && Passed(*old) && !old->basis.empty() &&
                       (old->basis == fresh.basis || convinced.contains(member.name));
    fresh.finished = fresh.unasked = !keeps && !checks.empty() && member.name != checks;
    if (fresh.unasked) {
      change_.Say("member-unasked", lane,
                  Json::MakeObject().Set("member", member.name).Set("reason", checks + " checks its points"));
    }
    members.push_back(keeps ? *old : fresh);
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
  for (std::size_t i = 0; i < stage.members.size(); ++i) {
    const Member& member = stage.members[i];
    MemberMemo& of_member = memo.members[i];
    if (of_member.running || of_member.finished || BacksOff(lane, member)) continue;
    if (!AllFinished(memo, member.after)) continue;
    if (!budgets_.Affordable(lane, member.role)) return;
    of_member.running = true;
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
  const int rules = state_.start.rules;
  const MemberMemo* silent = WhoBrokeOff(stage, memo, rules);
  std::string why = silent != nullptr ? fmt::format("`{}` gave no usable answer", silent->name)
                                      : WhyNothingToArgue(stage, memo, rules);
  if (why.empty()) why = WhyNothingToCompare(stage, memo, rules);
  if (why.empty()) return;
  for (MemberMemo& member : memo.members) {
    if (member.finished || member.running) continue;
    member.finished = true;
    member.unasked = true;
    change_.Say("member-unasked", lane, Json::MakeObject().Set("member", member.name).Set("reason", why));
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
  if (const MemberMemo* silent = WhoBrokeOff(stage, memo, state_.start.rules))
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
    if (!computed->result.is_null()) memo.result = computed->result;
    change_.Say("aggregated", lane,
                Json::MakeObject().Set("summary", computed->summary).Set("failures", computed->failures));
    if (computed->failures == 0) return lanes_.Approve(lane);
    return revisions_.Revise(lane, computed->failures, computed->summary);
  }
  if (!AsksForChanges(stage, memo, tally)) return lanes_.Approve(lane);
  const auto unasked = std::ranges::count_if(memo.members, &MemberMemo::unasked);
  revisions_.Revise(lane, tally.failures,
                    fmt::format("{} of {} members ask for changes{}", tally.revisions, memo.members.size(),
                                unasked > 0 ? fmt::format(" ({} not asked in this round)", unasked) : ""));
}

}  // namespace forge
