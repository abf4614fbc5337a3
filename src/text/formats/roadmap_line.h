// A line of a milestone's roadmap. Knows one line, not the folder around it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

// "S01".
bool IsSlice(std::string_view text);

// "- [x] **S01: Title** `risk:high` `depends:[S02]`"
struct RoadmapLine {
  bool done = false;
  std::string id, title, risk;
  std::optional<std::vector<std::string>> depends;  // none: it does not say
};

// Nothing: it is no line of a slice.
std::optional<RoadmapLine> ReadRoadmapLine(std::string_view line);

}  // namespace forge
