// Braces of a shell in a path: `src/{a,b}.ts` is two paths. Knows no wildcards and no disk.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

// What braces in a path are. Runs that were started before braces were read go on as they began (engine/input.h,
// kRules).
enum class Braces { kName, kChoices };

// Every path that the braces stand for, in order; nested braces too. Braces without a comma (`app/{slug}`) and without
// a partner are part of a name, and so are all braces of a text of more than 512 bytes. Beyond 256 `whole` is false,
// and some are missing.
struct BracedPaths {
  std::vector<std::string> paths;
  bool whole = true;
};
BracedPaths ExpandBraces(std::string_view text);

bool HasBraces(std::string_view text);

}  // namespace forge
