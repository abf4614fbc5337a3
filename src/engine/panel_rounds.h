// Whom a panel asks in a round, and whom it need not: what members have nothing left to say. Pure functions of what the
// members answered so far.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engine/state.h"
#include "model/lenses.h"
#include "pipeline/pipeline.h"

namespace forge {

MemberMemo* FindMember(StageMemo& memo, const std::string& name);
bool AllFinished(StageMemo& memo, const std::vector<std::string>& names);
bool Passed(const MemberMemo& member);

// The snapshot that the member saw when it last answered.
const std::string& LastLook(const MemberMemo& member);

// `after`: the members whose answers it builds on. Those of them that are asked last approved before.
bool MayStart(StageMemo& memo, const MemberMemo& member, const std::vector<std::string>& after);

// It judges anew.
void Forget(MemberMemo& member, const std::string& basis, std::int64_t plan_steps);

// Of members that were asked in this round: one that wants changes; nullptr: none.
const MemberMemo* WhoWantsChanges(const StageMemo& memo);

// Whom this round need not ask, because the panel sent the work back for others' sake.
std::set<std::string> Convinced(const Stage& stage, const StageMemo& memo, int rules);

// The member that checks in this round what all who wanted changes asked for: the last of them, but rather one whose
// question is about the work than one that is asked what others missed. Empty: each is asked.
std::string WhoChecks(const Stage& stage, const StageMemo& memo);

// A debate needs every member: the first that gave no usable answer ends it. nullptr: each gave one, or is still asked.
const MemberMemo* WhoBrokeOff(const Stage& stage, const StageMemo& memo, int rules);

// What of a debate stays open because a member gave no usable answer, where its stage goes on all the same; empty: each
// gave one.
std::string WhatStaysOpen(const Stage& stage, const StageMemo& memo);

// The objections that were neither conceded nor withdrawn, one a line; empty: there are none. `unfixed`: what was
// conceded too, since nobody fixes it any more.
std::string OpenObjections(const Json& outcomes, bool unfixed);

// Why the members that are left have nothing to say; empty: they have.
std::string WhyNothingToSay(const Stage& stage, const StageMemo& memo, int rules);

LensVerdict LensesOf(const StageMemo& memo);

}  // namespace forge
