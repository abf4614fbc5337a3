// What the parsers of an audit found for and against a pass; audit.cc weighs it.
// Does not know how any of it was written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "text/review/audit.h"

namespace forge {

struct AuditEvidence {
  std::optional<Severity> worst;  // of all levels named
  bool ready = false;             // says plainly that it may be approved
  bool revise = false;            // says that it must be revised, or may not be approved
  std::string doubt;              // the first thing that looked like a verdict and could not be read
  std::vector<Concern> concerns;

  void AddLevel(Severity level);
  void AddConcern(Severity level, std::string_view text, int line);  // and its level
  void AddDoubt(int line, std::string_view what);
};

// high: blocking, blocker, critical, severe, high. medium: medium, moderate, major. low: low, minor, suggestion,
// nit, trivial, info, informational, nonblocking. none: none. Whole words, lower case; "higher" is none of them.
std::optional<Severity> SeverityWord(std::string_view lower_case_word);

// JSON verdicts: objects with maxSeverity, severity, verdict, shouldLoop or concerns. Objects without any of them are
// not a verdict and say nothing. `fenced`: the text is the inside of a code fence, so all of it should be JSON. `line`
// is its first line's number.
void ReadJsonVerdicts(std::string_view text, int line, bool fenced, AuditEvidence& evidence);

// A verdict in another notation (`maxSeverity: blocking` in a fence of TypeScript or YAML). It can only prevent a pass.
void ReadCodeVerdict(std::string_view text, AuditEvidence& evidence);

}  // namespace forge
