// The lists below a step's Claims, Acceptance criteria and Expected trajectory, from lines to values. Pure; does not
// know where the lines stood.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/claim.h"
#include "model/json.h"
#include "model/step.h"

namespace forge {

// A line of a field, with the indent it has below its label.
struct FieldLine {
  int line = 0;  // of the document
  std::string text;
};

struct LineProblem {
  int line = 0;
  std::string what;
};

// `- fact: text — src/a.cc:12`, and sub-keys on indented lines (`assumption: ...`), with or without a bullet.
std::vector<Claim> ReadClaims(const std::vector<FieldLine>& lines, std::vector<LineProblem>& problems);

// A claim of a block of YAML or JSON: `{type: fact, text: ..., citation: ...}`, or `fact: TEXT` with the other members.
Result<Claim> ReadWrittenClaim(const Json& item);

// `- unit: what to check` with sub-keys `expected:` and `blocking:`; a kind alone holds for the items below it.
std::vector<Criterion> ReadCriteria(const std::vector<FieldLine>& lines, std::vector<LineProblem>& problems);

// One text for each item; a line without a bullet goes on with the item above it.
std::vector<std::string> ReadTexts(const std::vector<FieldLine>& lines);

// What stands after the last dash, when it can be a citation: `file:line`, `doc#section`, `spike:id`, one word.
struct CitedText {
  std::string text;
  std::string citation;
};
CitedText SplitCitation(std::string_view text);

}  // namespace forge
