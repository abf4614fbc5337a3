// The exit codes, all in one place. Scripts rely on them; `forge help` prints the table.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "model/words.h"

namespace forge::cli {

enum class Exit {
  kOk = 0,
  kNo = 1,         // a question was asked and the answer is no
  kUsage = 2,      // nothing was done: bad input, or the machine refused
  kWaiting = 3,    // the run waits for the user or for another run
  kFailed = 4,     // the run failed
  kCancelled = 5,  // the run was cancelled or abandoned
};

struct ExitMeaning {
  Exit exit;
  std::string_view meaning;
};
std::span<const ExitMeaning> ExitMeanings();

Exit ExitFor(RunStatus status);
// A refusal (another engine has the run, the run is in another state) is a negative answer; the rest is kUsage.
Exit ExitFor(Code code);

}  // namespace forge::cli
