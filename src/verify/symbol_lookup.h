// Looks the symbols of a plan up in a repository: one pass over its tracked files, on all cores. Which symbols a plan
// names and what a find means is text/symbols/symbols.h's.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/step.h"
#include "text/symbols/symbols.h"

namespace forge {

// Larger files are generated or data: plans do not name what is in them.
inline constexpr std::size_t kLargestSource = std::size_t{4} << 20U;

// `root` is a git checkout or a directory in one. Binary files, symlinks and files that vanish meanwhile are passed
// over. Symbols that may be plain words are reported only when found. kInvalid: no repository; kCancelled: stopped.
Result<SymbolReport> CheckSymbols(const PlanSymbols& symbols, const std::string& root, std::stop_token stop = {});

}  // namespace forge
