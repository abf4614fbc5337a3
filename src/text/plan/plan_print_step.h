// What printing a plan and printing a step have in common: what a line and a text can carry at all. Pure.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// One line: valid UTF-8, line ends as blanks, trimmed.
std::string PlanLine(std::string_view text);

// Lines: valid UTF-8, `\r\n` as `\n`.
std::string PlanText(std::string_view text);

}  // namespace forge
