// The one line by which a finding goes in lists. Pure.
#pragma once

#include <string>

namespace forge {

struct Finding;

// Its title. Of a finding without one the first line, of a long first line the first sentence, and of a long sentence
// its first words.
std::string FindingTitle(const Finding& finding);

}  // namespace forge
