// Test cases of a JUnit report, in the dialects that pytest, CTest, Maven, Gradle, Jest and others write. Pure.
#pragma once

#include <string_view>

#include "base/result.h"
#include "verify/test_counts.h"

namespace forge {

// By the cases themselves: the totals in a suite's attributes are not trusted. Retries of
// a flaky case (flakyFailure, rerunFailure) are not failures. kInvalid: not such a report, with the line.
Result<TestCounts> ParseJUnit(std::string_view xml);

}  // namespace forge
