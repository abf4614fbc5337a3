// What changed between two versions of a plan, in the content that matters. Pure; for people, not for patch(1).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace forge {

// Empty when nothing that matters changed. Else lines with `-` and `+` in front, and two lines of context; a line of
// `@@` with the section it is in begins each part. At most `max_lines` lines, and then how many were left out.
std::string DescribePlanChange(std::string_view old_text, std::string_view new_text, std::size_t max_lines = 200);

// The whole new text with what changed marked in it: [-removed-] and {+added+}, word by word in lines that only changed
// in part. Empty when nothing changed.
std::string MarkChange(std::string_view old_text, std::string_view new_text);

// The same as DescribePlanChange for any two texts.
std::string DescribeChange(std::string_view old_text, std::string_view new_text, std::size_t max_lines = 200);

}  // namespace forge
