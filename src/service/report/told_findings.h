// What a unit is told of the findings of its run. A value: service/report/known_findings.h makes it.
#pragma once

#include <string>

namespace forge {

struct ToldFindings {
  std::string text = {};  // empty: there is nothing to tell
  bool repeats = false;   // it holds numbers that an answer may repeat
  bool concerns = false;  // it holds concerns that an answer may dismiss
};

}  // namespace forge
