// The values of a step's fields, from the pieces of Markdown that were written for each. Does not know where fields
// begin and end (plan_steps.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/markdown.h"
#include "text/plan/plan.h"
#include "text/plan/plan_sections.h"
#include "text/plan/plan_steps.h"

namespace forge {

// A line or a block that was written for a field.
struct FieldPiece {
  enum class Kind { kLine, kMoreOfParagraph, kItem, kCode, kRaw };
  Kind kind = Kind::kLine;
  Written at;
  std::string text;  // without what its containers put before it; of code: its lines
  std::string info;  // of code: what stands after its fence
  int last_line = 0;
  int depth = 0;              // of its block
  int cut = 0;                // columns of indent that belong to what the field stands in
  bool behind_label = false;  // begins in the middle of its line
  bool goes_on = false;       // of commands: with the sentence of the piece before
  bool denied = false;        // of commands: a line below says not to run it
};

struct StepField {
  std::string name;
  std::vector<FieldPiece> pieces;
};

// Puts the fields into the step. Problems go to `problems`, code that is not run to `notes` (nullptr: nobody asks).
void SetStepFields(const Markdown& document, const std::vector<StepField>& fields, PlanStep& step,
                   std::vector<PlanProblem>& problems, std::vector<PlanProblem>* notes);

// The text of a field, in the shape it was written in.
std::string JoinPieces(const Markdown& document, const std::vector<FieldPiece>& pieces);

// From a map with truths, artifacts, key_links and expected_output, or one that has such a map under must_haves. What
// is wrong goes to `errors`.
MustHaves ReadMustHaves(const Json& json, std::vector<std::string>& errors);

}  // namespace forge
