// A block of code in a plan, exactly as it is written. Does not know fields.
#pragma once

#include <string>

#include "text/markdown.h"

namespace forge {

struct PlanFence {
  std::string info;  // what stands after the fence, in lower case
  std::string text;
};

// CodeLines() of the document is for reading; this is exact.
PlanFence ReadFence(const Markdown& document, const MarkdownBlock& block);

}  // namespace forge
