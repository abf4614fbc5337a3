// Reads lines of `key = value`; `#` begins a comment.
#pragma once

#include <istream>
#include <string>
#include <utility>
#include <vector>

using Pairs = std::vector<std::pair<std::string, std::string>>;

// Throws std::runtime_error.
Pairs ReadPairs(std::istream& in);
