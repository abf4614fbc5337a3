// What a stage judges, as one text: two rounds with the same text judge the same thing. Decides nothing.
#pragma once

#include <string>
#include <vector>

#include "engine/state.h"

namespace forge {

// The artifacts among these that exist, with what is in them.
std::string ContentsOf(const State& state, LaneId lane, const std::vector<std::string>& names);

// Of the stage at which the lane stands: the plan, the lane's snapshot or what is on the branch, the documents that the
// stage sees or sends back, and the concerns of whoever was to change something. Empty: of a stage that does not judge,
// where nothing tells two versions of the work apart (isolation `shared`) unless it is a plan and no stage has worked
// since, of one that sends back to itself, and before rules 8.
std::string SubjectOf(const State& state, LaneId lane);

// The stage has judged what it would judge now.
bool VerdictStands(const State& state, LaneId lane);

// It sent this very work back before: whoever was asked to change something changed nothing. Plans have a rule of their
// own (Revisions::SeesTheSamePlan) where a check judges them.
bool CameBackUnchanged(const State& state, LaneId lane);

// A person asks for another round: the agents of the stage are asked again, whatever has changed. A check runs again
// anyway.
void WantNewVerdict(const Stage& stage, StageMemo& memo);

// The stage is to make the changes that another asks for: whatever it said of the work before, it is asked again, each
// member of a panel too.
void WantNewAnswers(const Stage& stage, StageMemo& memo);

// A person has said something that stands for all who judge the lane's work: no verdict and no member's approval of
// before holds.
void WantNewVerdicts(const State& state, Lane& lane);

// For a lane that is done: it judges nothing any more, and there may be thousands.
void ForgetSubjects(Lane& lane);

// The stage asks for changes to what it looks at. A merge that fails leaves the lane on top of the branch: that is what
// is sent back.
void NoteSentBack(const State& state, LaneId lane, StageMemo& memo);

}  // namespace forge
