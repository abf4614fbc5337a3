// The fields of a step: what each is called, what it takes and what the engine does with it. The one table that the
// reader (plan_fields.h), the printer, the form for planners (plan_form.h) and docs/plans.md follow. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace forge {

// How the reader takes a value.
enum class FieldValue : std::uint8_t {
  kText,      // prose, lists and code
  kPaths,     // paths or patterns
  kIds,       // ids of steps
  kCommands,  // shell commands
  kItems,     // a list with a form of its own
  kWord,      // one word or amount
  kKept       // kept in StepSpec::extra under its name
};

struct PlanField {
  std::string_view name;   // what the reader calls it, lower case
  std::string_view label;  // as it is printed
  std::string_view also;   // what else it may be called: lower case, with commas between; **bold**: never plain
  FieldValue value = FieldValue::kText;
  bool plain = true;        // a label without emphasis too; words that often begin a sentence of prose are not
  std::string_view takes;   // what to write
  std::string_view effect;  // what the engine does with it; empty: the agents of the step read it
  bool asked = true;        // of planners; else people and Forge write it
};

// In the order of the form.
std::span<const PlanField> PlanFields();

// The field of a label in lower case; nullptr: there is none.
const PlanField* FindPlanField(std::string_view written);

// Whether the label, in lower case, is a field's without emphasis too. Words that begin a sentence of prose are not.
bool IsPlainLabel(std::string_view written);

}  // namespace forge
