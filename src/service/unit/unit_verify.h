// Verify commands of units: in the run's sandbox, each once per tree. Knows no stage.
#pragma once

#include <stop_token>
#include <string>

#include "base/result.h"
#include "service/proof/verify_evidence.h"
#include "verify/verify.h"

namespace forge {

class RunResources;
struct Job;
struct VerifyChoice;

// Used from any number of threads.
class UnitVerify {
 public:
  explicit UnitVerify(RunResources& resources) : resources_(resources) {}

  struct Outcome {
    VerifyReport report;
    bool changed_tree = false;
    std::optional<Error> missing;  // the program of a command is not installed: no agent can repair that
  };
  enum class Record {
    kOfUnit,      // verify.json and the transcript of the unit
    kRed,         // red.json: the unit's own result is about another tree
    kBare,        // bare.json: the same
    kRunner,      // red-with-new-files.json: the same
    kBareRunner,  // bare-with-new-files.json: the same
  };
  // A command that passed on this very tree before is not run again. Passes are kept as evidence, unless the commands
  // changed the tree. An empty `tree`: nothing is reused or kept.
  Result<Outcome> Run(const Job& job, const std::string& cwd, const VerifyChoice& choice, const std::string& tree,
                      const std::stop_token& stop, Record record = Record::kOfUnit);
  EvidenceFiles EvidenceOn(const std::string& tree) const;

 private:
  RunResources& resources_;
};

}  // namespace forge
