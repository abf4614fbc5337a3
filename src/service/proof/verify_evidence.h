// Results of verify commands, each bound to its tree. Kept as files of the run; a pass is found again
// only for the same tree, the same command and the same surroundings, so it expires by itself when one of them changes.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "verify/verify.h"

namespace forge {

class EvidenceFiles {
 public:
  // `directory` is the run's. `surroundings` is anything else that a result depends on. An empty tree keeps and finds
  // nothing: what cannot be named cannot be proved.
  EvidenceFiles(std::string directory, std::string tree, std::string surroundings)
      : directory_(std::move(directory)), tree_(std::move(tree)), surroundings_(std::move(surroundings)) {}

  // An earlier pass. Failures are never reused: the command runs again.
  std::optional<VerifyResult> FindPass(const std::string& command) const;
  Status Keep(const VerifyResult& result, UnitId unit) const;

 private:
  std::string PathOf(const std::string& command) const;

  std::string directory_, tree_, surroundings_;
};

// The environment as far as it may change what a command does: without what differs from shell to shell and from unit
// to unit.
std::string Surroundings(const std::map<std::string, std::string>& environment);

}  // namespace forge
