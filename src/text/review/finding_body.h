// What a finding says below its title, for those who act on it. Pure.
#pragma once

#include <cstddef>
#include <string>

namespace forge {

struct Finding;

// Of each text; much more than a reviewer writes.
inline constexpr std::size_t kLongestFinding = 4000;

// The text below the title and what its reviewer says would fix it, indented; empty: neither. Of a text of more than
// `longest` bytes the beginning, and a line that says how much is missing.
std::string FindingBody(const Finding& finding, std::size_t longest);

}  // namespace forge
