#include "engine/panel_rounds.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/dialectic.h"

namespace forge {
namespace {

bool HasAnswered(const MemberMemo& member) { return member.finished && !member.failed && !member.unasked; }

// A member that asked for changes, or whose finding has to be fixed, has to see what was made of it.
bool IsUnconvinced(const MemberMemo& member, const std::set<std::string>& must_fix) {
  return !member.finished || member.failed || member.verdict != Verdict::kApproved || must_fix.contains(member.name);
}

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

}  // namespace

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

const std::string& LastLook(const MemberMemo& member) { return HasAnswered(member) ? member.saw : member.saw_last; }

bool MayStart(StageMemo& memo, const MemberMemo& member, const std::vector<std::string>& after) {
  if (!member.last) {
    return std::ranges::all_of(after, [&](const std::string& name) {
      const MemberMemo* other = FindMember(memo, name);
      return other != nullptr && (other->finished || other->last);
    });
  }
  const auto open = [](const MemberMemo& one) { return !one.last && !one.finished; };
  return std::ranges::none_of(memo.members, open) && AllFinished(memo, after);
}

void Forget(MemberMemo& member, const std::string& basis, std::int64_t plan_steps) {
  member.verdict.reset();
  member.result = {};
  member.basis = basis;
  member.plan_steps = plan_steps;
}

const MemberMemo* WhoWantsChanges(const StageMemo& memo) {
  const auto found = std::ranges::find_if(memo.members, [](const MemberMemo& one) {
    return one.finished && !one.unasked && (one.failed || one.verdict == Verdict::kRevision);
  });
  return found == memo.members.end() ? nullptr : &*found;
}

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

const MemberMemo* WhoBrokeOff(const Stage& stage, const StageMemo& memo, int rules) {
  if (rules < 6 || stage.aggregate != Aggregate::kDialectic) return nullptr;
  const auto silent = std::ranges::find_if(memo.members, &MemberMemo::failed);
  return silent == memo.members.end() ? nullptr : &*silent;
}

std::string WhatStaysOpen(const Stage& stage, const StageMemo& memo) {
  if (stage.on_failure != OnFailure::kOpen) return "";
  const auto silent = std::ranges::find_if(memo.members, &MemberMemo::failed);
  if (silent == memo.members.end()) return "";
  const char* what = silent == memo.members.begin() ? "nothing was challenged" : "what it was to answer stays open";
  return fmt::format("`{}` gave no usable answer, so {}: {}", silent->name, what, silent->note);
}

std::string OpenObjections(const Json& outcomes, bool unfixed) {
  std::string lines;
  for (const Json& one : outcomes["items"].AsArray()) {
    const std::string outcome = one["outcome"].AsString();
    const bool conceded = outcome == Name(DebateOutcome::kConceded);
    if (outcome != Name(DebateOutcome::kOpen) && !(conceded && unfixed)) continue;
    const Json& challenge = one["challenge"];
    const std::string said = challenge["title"].AsString(challenge["description"].AsString());
    const std::string file = challenge["file"].AsString();
    lines += fmt::format("{}{}, {}: {}{}", lines.empty() ? "" : "\n", one["id"].AsString(),
                         challenge["severity"].AsString(), said, file.empty() ? "" : " (" + file + ")");
  }
  return lines;
}

std::string WhyNothingToSay(const Stage& stage, const StageMemo& memo, int rules) {
  if (const MemberMemo* silent = WhoBrokeOff(stage, memo, rules)) {
    return fmt::format("`{}` gave no usable answer", silent->name);
  }
  const std::string why = WhyNothingToArgue(stage, memo, rules);
  return why.empty() ? WhyNothingToCompare(stage, memo, rules) : why;
}

LensVerdict LensesOf(const StageMemo& memo) {
  std::vector<LensAnswer> answers;
  for (const MemberMemo& member : memo.members) answers.push_back(AnswerOf(member));
  return AggregateLenses(answers);
}

}  // namespace forge
