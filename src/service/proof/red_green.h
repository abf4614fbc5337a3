// Red-green evidence of a step: its verify commands fail on the tree before the work with only the step's tests added,
// in another way than without these tests, and pass on the tree with the work. What counts as a test, what counts as
// red, and how it is told. Pure; running is the caller's.
#pragma once

#include <string>
#include <vector>

#include "model/json.h"
#include "model/proof.h"
#include "verify/verify.h"

namespace forge {

struct RedGreen {
  std::string base;                // the tree before the work
  std::string before;              // the same with the tests added
  std::string after;               // the tree with the work, on which the commands passed
  std::vector<std::string> tests;  // that were added
  VerifyReport red;                // of `before`
  VerifyReport bare;               // of `base`: the commands that failed on `before`; empty if no test was added
  std::vector<std::string> added;  // the files that are new with the work
  // Where no command shows a failing test because the work brings the file that runs it (a script, a Makefile), or one
  // that this file reads:
  std::vector<std::string> runners;  // these files, which are new
  std::string with_runners;          // the tree `before` with them added
  VerifyReport run;                  // of that tree: the commands that could not run without them
  VerifyReport bare_run;             // of the tree `base` with them added, without the tests: those that fail in `run`
  std::string problem;               // why it is not shown; empty: it is
};

// The files among `changed` that are the step's tests: those that the plan names; else those that are tests by their
// names; else those that a verify command names.
std::vector<std::string> TestsOfChange(const PlannedProof& proof, const std::vector<std::string>& changed,
                                       const std::vector<std::string>& verify);
// Whether only a verify command says that these are tests: one of them may as well be what runs the tests.
bool AreGuessedTests(const PlannedProof& proof, const std::vector<std::string>& tests);

// The commands that fail in `red`, in the order of the report.
std::vector<std::string> FailedCommands(const VerifyReport& red);

// Why the commands on the tree before the work show no failing test; empty: at least one of them does. A command shows
// nothing whose program is not installed, or that fails in the same way on the bare tree.
std::string WhyNotRed(const PlannedProof& proof, const std::vector<std::string>& tests,
                      const std::vector<std::string>& changed, const VerifyReport& red, const VerifyReport& bare);

// Files of `added` (new with the work, and no tests) that a command names or its program reads (make: Makefile).
std::vector<std::string> RunnersOf(const std::vector<std::string>& commands, const std::vector<std::string>& added,
                                   const std::vector<std::string>& tests);

// Files of `added` (no tests, and not in `there`) that a failed command says it lacks: "run.sh: .: cannot open lib.sh".
std::vector<std::string> LackedFiles(const VerifyReport& report, const RedGreen& evidence,
                                     const std::vector<std::string>& there);

// Of a report with its bare one: the results that show no failing test, since they cannot run, or fail in the same way
// without the tests.
VerifyReport ShowingNothing(const VerifyReport& report, const VerifyReport& bare);

// The commands that need one of these files and show nothing without it: they cannot run, or fail as on the bare tree.
std::vector<std::string> CouldNotRun(const RedGreen& evidence, const std::vector<std::string>& runners);

// The same as WhyNotRed for the tree with the runners: a command that could not run before counts only if it fails
// there too, in another way than without the tests, because with its runner alone it might pass, or fail, whatever the
// work is. Without a `run` the work is nothing else.
std::string WhyNotRedWithRunners(const RedGreen& evidence);

// For commands that fail before the work because of `runners`, files that are new, are missing: with these they pass,
// and it is only guessed which files are tests.
std::string WhyNotRedForGuessed(const RedGreen& evidence);

// In the result of a step's check: the evidence, or why the plan waives it.
inline constexpr const char* kRedGreenMember = "red_green";
inline constexpr const char* kProofWaived = "proof_waived";

// For the journal.
Json ToJson(const RedGreen& evidence);
// The journal's form, in lines for reviewers and the report.
std::vector<std::string> RedGreenLines(const Json& evidence);

}  // namespace forge
