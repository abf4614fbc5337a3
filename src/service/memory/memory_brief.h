// What a stage gets from memory: text for its prompt, within a token budget. Changes nothing in memory but the usage
// counts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/ids.h"
#include "service/memory/memory.h"
#include "service/project.h"

namespace forge {

struct BriefRequest {
  std::string stage;
  std::string about;               // the objective, or the step's own words
  std::vector<std::string> paths;  // that will be touched, as far as known
  bool in_step = false;            // works on a step: selects as for building, whatever the stage is called
  std::size_t tokens = 2'000;
};

// Empty when nothing is remembered that fits. A store that cannot be read is a line of the text, never a failure.
struct MemoryText {
  std::string text;
  std::vector<std::string> left_out;  // lines for which there was no room, by their beginning
};
MemoryText MemoryBriefCounted(const Machine& machine, const Project& project, const BriefRequest& request,
                              TimePoint now);
std::string MemoryBrief(const Machine& machine, const Project& project, const BriefRequest& request, TimePoint now);

}  // namespace forge
