// A path or glob a step may write, taken apart once so that many can be compared. Knows no steps.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/braces.h"

namespace forge {

// "./a//b/", "a\b" and "A/b" are the same place as "a/b". Only `*`, `**`, `?` and `{a,b}` are wildcards: brackets are
// names.
struct Pattern {
  explicit Pattern(std::string_view text, Braces braces = Braces::kChoices);

  std::vector<std::string> parts;  // lower case
  std::size_t literal = 0;         // how many of the first parts have no wildcard
  // What `{a,b}` stands for, without braces; `literal` counts the parts they have in common. Empty: there are none.
  std::vector<Pattern> choices;
  bool is_glob() const { return literal < parts.size(); }
  std::string Key() const;  // the same for the same place only: no part holds a slash
};

// Is there a path that both cover? A path covers what is below it.
bool PatternsOverlap(const Pattern& a, const Pattern& b);

}  // namespace forge
