// What a reviewer is told of the findings that the run has already: those that were decided or put off, which it must
// not raise again, its own that are open, whose numbers it repeats, and the concerns of the author, which it judges.
// The reviewer of the whole also judges what earlier reviewers left open; a lens is told what they raised. Who writes a
// file is told what is open about it. Pure.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "service/report/findings.h"
#include "service/report/told_findings.h"

namespace forge {

// Who is asked. A reviewer of the whole run (no step) is told what was decided about any step.
struct FindingsReader {
  StepId step;
  std::string stage;
  std::string member;                        // of a panel
  bool repeats = true;                       // its answer has a place for the numbers of findings; else it is told none
  bool judges_work = true;                   // it sees what the authors made
  bool judges_earlier = true;                // and what earlier reviewers left open; not in a run of before rules 2
  bool lens = false;                         // it has a question of its own; it only learns what was raised before
  std::vector<std::string> speaks_for = {};  // other members, whose points it checks
  // Of a step's reviewer: whether a concern is only about other steps; may be empty: none is.
  std::function<bool(const RunFinding& concern)> is_elsewhere = {};
  bool dismisses = true;  // its answer has a place for those that do not hold
};

ToldFindings TellKnownFindings(const std::vector<RunFinding>& findings, const FindingsReader& reader);

// What this stage listed for others to judge, each with its number and, once it is settled, what became of it.
std::string CollectedPage(const std::vector<RunFinding>& findings, const std::string& stage);

// What the reviewers of other steps than this one noted about single files, and is open.
std::vector<NotedInFile> NotedInFiles(const std::vector<RunFinding>& findings, const StepId& step);

// What people left as it is, and what is low and the triage of an unattended run did: whoever is shown a review is told
// so, and not asked to resolve it.
std::vector<DecidedPoint> LeftByPeople(const std::vector<RunFinding>& findings);

// Every finding of a run with what became of it, for those who sum up; empty: there are none.
std::string TellAllFindings(const std::vector<RunFinding>& findings);

}  // namespace forge
