// What a unit says about verify commands: which ones it owes, what failed in words, and the evidence that the journal
// keeps, bound to a tree. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/json.h"
#include "service/unit/job.h"
#include "text/plan/contracts.h"
#include "verify/verify.h"

namespace forge {

// Unless it is among them.
void AddCommand(std::vector<std::string>& commands, const std::string& command);

// In a stage's words "step" stands for the step's own commands (on the run's lane: those of every step), "project"
// for the project's (RunResources::ChoiceFor says which these are). A stage that names commands and comes to none gets
// the project's.
std::vector<std::string> CommandsFor(const std::vector<std::string>& words, const Job& job,
                                     const std::vector<std::string>& project);

// Whether the words stand for commands of the project, or come to none of their own.
bool WantsProject(const std::vector<std::string>& words, const Job& job);

// Each failed command with the promise it breaks, the tests it names, and the head and tail of its output.
std::string FailuresOf(const VerifyReport& report, const std::vector<Contract>& contracts = {});
std::int64_t CountFailed(const VerifyReport& report);

// The failed commands of the project that failed so before any work: every failure was there then. What a step promises
// to prove is never among them.
std::vector<std::string> FailingAsBefore(const VerifyReport& report, const Job& job);

// The journal keeps what was run, how it ended and the last lines of what failed; the whole output is in the run's
// files. No tree: none is known.
Json Evidence(const VerifyReport& report, const std::string& tree, const std::vector<std::string>& findings = {},
              const std::vector<Contract>& contracts = {});

}  // namespace forge
