#include "text/code_spans.h"

#include <algorithm>
#include <unordered_map>

#include "base/strings.h"

namespace forge {

std::vector<CodeSpan> CodeSpansOf(std::string_view line) {
  struct Run {
    std::size_t begin = 0, length = 0, partner = 0;
  };
  std::vector<Run> runs;
  for (std::size_t at = line.find('`'); at != std::string_view::npos; at = line.find('`', at)) {
    const std::size_t end = std::min(line.find_first_not_of('`', at), line.size());
    runs.push_back({at, end - at, 0});
    at = end;
  }
  std::unordered_map<std::size_t, std::size_t> next;  // by length, going backwards
  for (std::size_t i = runs.size(); i-- > 0;) {
    runs[i].partner = next[runs[i].length];
    next[runs[i].length] = i;
  }
  std::vector<CodeSpan> spans;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].partner <= i) continue;
    const Run& close = runs[runs[i].partner];
    const std::size_t begin = runs[i].begin + runs[i].length;
    const std::string_view text = Trim(line.substr(begin, close.begin - begin));
    if (!text.empty()) spans.push_back({text, runs[i].begin, close.begin + close.length});
    i = runs[i].partner;
  }
  return spans;
}

}  // namespace forge
