// Texts that share one length in a prompt. Pure; does not know what the texts are.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace forge {

struct RankedText {
  std::string name;
  std::string text;
  int place = 0;  // where it stands among those that are shown
};

struct SharedLength {
  std::string text;
  std::vector<std::string> left_out;  // names, in the order of worth
};

// The first counts most. Each is cut to `each` bytes; the first that no longer fits into `most` is cut to what is left,
// and those after it are left out. The text ends with the names of these.
SharedLength ShareLength(const std::vector<RankedText>& texts, std::size_t most, std::size_t each);

}  // namespace forge
