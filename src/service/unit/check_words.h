// One line about what a check ran. Pure.
#pragma once

#include <string>
#include <vector>

#include "model/step.h"
#include "text/plan/contracts.h"
#include "verify/verify.h"

namespace forge {

// "make test (exit 2); 2 of 3 commands passed"; with findings, the first of them.
std::string SummaryOfCheck(const VerifyReport& report, const std::vector<std::string>& findings,
                           const std::vector<std::string>& notes);

// Below what failed, for who resolves it; empty: there are none. Lines of `plan` are quoted, not numbered.
std::string NotesOf(const std::vector<std::string>& notes, const std::string& plan);

// Contracts whose failure was accepted at another stage are not asked about again; a note tells each.
void LeaveOutAccepted(std::vector<Contract>& contracts, const std::vector<std::string>& accepted,
                      std::vector<std::string>& notes);
// "contract broken: api; ", or nothing.
std::string BrokenContracts(const VerifyReport& report, const std::vector<Contract>& contracts);

// Of a step whose verify commands all pass before the work, for the planner.
std::string ProvesNothing(const StepSpec& step);

// Beside findings that name steps which the plan does not list: from what Forge made them, and what to write. Empty:
// the plan lists its steps.
std::string StepsMadeFrom(const PlanDocument& plan);

}  // namespace forge
