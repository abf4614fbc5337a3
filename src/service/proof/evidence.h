// Proof of a plan's acceptance criteria, collected and audited by code: every criterion is run, then again in a fresh
// checkout, and what came out is compared. Knows nothing of who built the work. Running is the caller's.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "model/json.h"
#include "model/step.h"

namespace forge {

// One criterion, and the command that shows it.
struct EvidenceItem {
  StepId step;
  std::string kind;  // e2e, integration, unit, static, or as the plan says
  std::string check;
  std::string expected;
  std::string command;  // empty: there is no command, which is a gap
  bool blocking = true;
};

// How a command ended, for comparison.
struct EvidenceRun {
  int exit_code = 0;
  std::string output;
};

// How a command ended before the work, where the engine ran it then.
struct RanBefore {
  StepId step;  // before whose work; empty: before all work
  std::string command;
  int exit_code = 0;
  bool passed = false;
  bool red_green = false;  // it failed with only the step's tests added, and for them
};

enum class Before { kUnknown, kFailed, kPassed, kRedGreen };

struct EvidenceEntry {
  EvidenceItem item;
  EvidenceRun run;
  bool passed = false;
  bool strong = false;  // it is known that it did not hold before the work, and the command alone decides
  Before before = Before::kUnknown;
  bool audited = false;           // run again by the auditor
  std::string fake_proof;         // how the second run differed; empty: it did not, or there was none
  EvidenceRun second = {};        // if it printed something else: for people and those who repair it
  bool prints_otherwise = false;  // in a fresh checkout, and there always the same: what was built before is the reason
};

struct EvidenceReport {
  std::vector<EvidenceEntry> entries;
  std::vector<std::string> gaps;         // blocking criteria that nothing proves, steps that promise nothing
  std::vector<std::string> failed;       // blocking criteria that do not hold
  std::vector<std::string> fake_proofs;  // that came out otherwise the second time
  std::vector<std::string> notes;        // criteria that do not block and do not hold
  std::vector<std::string> accepted;     // gaps that a person accepted in an earlier round
  bool verified() const { return gaps.empty() && failed.empty() && fake_proofs.empty(); }
};

// The criteria of the steps and then their verify commands, in the plan's order. The command of a criterion is its
// first code span that is a command (text/command_words.h), or the whole of it when that is one of the step's verify
// commands.
std::vector<EvidenceItem> CriteriaOf(const std::vector<StepSpec>& steps);

// Of these only what the plan wrote as criteria and has a command; what merely repeats a verify command is left out.
std::vector<EvidenceItem> WrittenCriteria(const std::vector<StepSpec>& steps);

// Exit code 0 (or the one that `expected` names: "exit 2"), and every code span of `expected` in the output.
bool Holds(const EvidenceItem& item, const EvidenceRun& run);

using RunCriterion = std::function<EvidenceRun(const std::string& command)>;

// The collector runs every command once, the auditor all of them again, in a fresh checkout. Equal means the same exit
// code and the same output but for times, addresses, temporary paths and the like (verify/signature.h). If only an
// output differs, `anew` runs them in one more fresh checkout: where that prints the same as the auditor's, the tree
// that was built before is the reason (`make` says that all is up to date), and the criterion must hold by what was
// printed there. Without `audit` nothing is run again.
EvidenceReport GatherEvidence(const std::vector<EvidenceItem>& items, const RunCriterion& collect,
                              const RunCriterion& audit, const RunCriterion& anew = {});

// How strong each entry is as a proof of the work. What the engine ran before the step's work counts more than what it
// ran before all work. Nothing is passed or failed by it.
void Weigh(EvidenceReport& report, const std::vector<RanBefore>& before);

// Takes out the gaps that were accepted, by their text.
void LeaveOutGaps(EvidenceReport& report, const std::vector<std::string>& accepted);

// For the engine and the person it asks: what is not proven, and whether that is for a want of commands alone.
void TellUnproven(const EvidenceReport& report, bool fails_besides, const std::vector<std::string>& accepted,
                  Json& result);

// Gaps, failures and false proofs together; and in one line.
std::size_t CountWanting(const EvidenceReport& report);
std::string EvidenceSummary(const EvidenceReport& report);
// The same of criteria that were run once.
std::string CriteriaSummary(const EvidenceReport& report);

// VERIFIED, or GAPS with the list; then every criterion with its command, exit code and the most relevant lines.
std::string EvidencePage(const EvidenceReport& report);
Json ToJson(const EvidenceReport& report);

}  // namespace forge
