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
  std::string problem;             // why it is not shown; empty: it is
};

// The files among `changed` that are the step's tests: those that the plan names; else those that are tests by their
// names; else those that a verify command names.
std::vector<std::string> TestsOfChange(const PlannedProof& proof, const std::vector<std::string>& changed,
                                       const std::vector<std::string>& verify);

// The commands that fail in `red`, in the order of the report.
std::vector<std::string> FailedCommands(const VerifyReport& red);

// Why the commands on the tree before the work show no failing test; empty: at least one of them does. A command shows
// nothing whose program is not installed, or that fails in the same way on the bare tree.
std::string WhyNotRed(const PlannedProof& proof, const std::vector<std::string>& tests,
                      const std::vector<std::string>& changed, const VerifyReport& red, const VerifyReport& bare);

// In the result of a step's check: the evidence, or why the plan waives it.
inline constexpr const char* kRedGreen = "red_green";
inline constexpr const char* kProofWaived = "proof_waived";

// For the journal.
Json ToJson(const RedGreen& evidence);
// The journal's form, in lines for reviewers and the report.
std::vector<std::string> RedGreenLines(const Json& evidence);

}  // namespace forge
