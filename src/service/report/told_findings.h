// What a unit is told of the findings of its run. A value: service/report/known_findings.h makes it.
#pragma once

#include <string>
#include <vector>

#include "model/finding.h"

namespace forge {

// An open finding about a file, as those are told it who write that file next.
struct NotedInFile {
  std::string file;
  std::string line;  // of the prompt, with its line end
};

// A finding that a person left as it is, or an objection that its debate settled.
struct DecidedPoint {
  std::string id;          // F3
  Finding finding;         // as last reported
  std::string line;        // of the prompt, with its line end
  bool withdrawn = false;  // by its challenger
};

struct ToldFindings {
  std::string text = {};                // empty: there is nothing to tell
  bool repeats = false;                 // it holds numbers that an answer may repeat
  bool concerns = false;                // it holds concerns that an answer may dismiss
  std::vector<NotedInFile> noted = {};  // for those who write
};

}  // namespace forge
