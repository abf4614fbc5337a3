// Tests that a change switches off, by the words of the common test frameworks. Reads a diff; runs nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

// One line for each: "tests/x_test.py: a test was disabled: `@pytest.mark.skip`". Only added lines of test files
// count, and a line that was there before and only moved does not.
std::vector<std::string> FindDisabledTests(std::string_view diff);

}  // namespace forge
