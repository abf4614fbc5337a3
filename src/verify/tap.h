// Reads TAP (versions 12 to 14) from a stream of any length in bounded memory. Knows no processes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "verify/test_counts.h"

namespace forge {

// Feed it everything a command prints. Indented lines are subtests, whose parent says how they went.
class TapReader {
 public:
  void Feed(std::string_view chunk);
  // Nothing when it was not TAP, which has a version or a plan, and a test. Tests that were planned and did not run,
  // and a "Bail out!", are failures.
  std::optional<TestCounts> Finish();

 private:
  void ReadLine(std::string_view line);
  void ReadPlan(std::string_view rest);
  void ReadTest(std::string_view rest, bool ok);
  void ReadDetail(std::string_view line);

  std::string line_;       // so far
  bool too_long_ = false;  // its rest is dropped
  bool declared_ = false;  // a version or a plan
  std::int64_t planned_ = -1;
  std::int64_t seen_ = 0;
  bool after_failure_ = false;  // what comes next explains the last named failure
  TestCounts counts_;
};

}  // namespace forge
