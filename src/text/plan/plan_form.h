// The form of a plan, in words for whoever writes one: sections, fields with what they take and do, and an example.
// Made from the reader's own table (plan_field_table.h), so it cannot say what the reader does not take. Pure.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// Of a whole document. `reviewed`: which complexities are reviewed alone, where that is known.
std::string PlanFormText(std::string_view reviewed = {});

// Of `### Step` blocks alone.
std::string StepsFormText();

// The example of the form: a whole plan of two steps that passes every check.
std::string_view PlanFormExample();

// Its `### Step` blocks.
std::string_view PlanFormSteps();

}  // namespace forge
