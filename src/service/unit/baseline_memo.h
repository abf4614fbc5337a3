// Verify commands before the work, each once per tree while the engine lives: steps that begin on equal trees share the
// answer, whether it passed or failed.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "base/result.h"
#include "service/unit/unit_verify.h"
#include "verify/verify.h"

namespace forge {

struct VerifyChoice;

struct BaselineAnswer {
  VerifyReport report;
  bool spoiled = false;  // the commands changed the worktree
};

// Used from any number of threads.
class BaselineMemo {
 public:
  using Runner = std::function<Result<UnitVerify::Outcome>(const VerifyChoice& unknown)>;
  // Runs only what is not known of this tree. An empty `tree`: nothing is known or kept.
  Result<BaselineAnswer> Take(const VerifyChoice& choice, const std::string& tree, const Runner& run);

 private:
  std::mutex mutex_;                                                   // guards what follows
  std::map<std::pair<std::string, std::string>, VerifyResult> known_;  // by tree and command
};

}  // namespace forge
