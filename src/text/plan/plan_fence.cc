#include "text/plan/plan_fence.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/strings.h"
#include "text/lines.h"

namespace forge {

PlanFence ReadFence(const Markdown& document, const MarkdownBlock& block) {
  std::string_view opening = document.Line(block.line);
  opening.remove_prefix(std::min(static_cast<std::size_t>(std::max(block.column - 1, 0)), opening.size()));
  char mark = opening.empty() ? '\0' : opening[0];
  std::size_t length = std::min(opening.find_first_not_of(mark), opening.size());
  bool fenced = (mark == '`' || mark == '~') && length >= 3;
  if (!fenced) {
    const std::vector<std::string_view> lines = document.CodeLines(block);
    return {"", Join({lines.begin(), lines.end()}, "\n")};
  }
  std::string_view closing = Trim(document.Line(block.last_line));
  bool closed = block.last_line > block.line && closing.size() >= length &&
                closing.find_first_not_of(mark) == std::string_view::npos;
  PlanFence fence = {Lower(Trim(opening.substr(length))), ""};
  int last = closed ? block.last_line - 1 : block.last_line;
  for (int number = block.line + 1; number <= last; ++number) {
    std::string_view line = document.Line(number);
    for (int column = 1; column < block.column && !line.empty() && IsBlank(line.front()); ++column)
      line.remove_prefix(1);
    while (line.ends_with('\r')) line.remove_suffix(1);
    if (number > block.line + 1) fence.text += '\n';
    fence.text += line;
  }
  return fence;
}

}  // namespace forge
