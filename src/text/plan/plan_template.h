// The document a new plan starts as. Pure; where a project keeps its own template is the service's.
#pragma once

#include <string>
#include <string_view>

namespace forge {

struct TemplateValues {
  std::string title;
  std::string plan_id;
  std::string task_id;  // {{TASK_ID}} and {{BEAD_ID}}
  std::string date;
  std::string project;
};

// Header, the five sections of every plan, the form of its steps in a comment, Audit Log and Implementation Notes.
std::string_view BuiltInPlanTemplate();

// Every {{NAME}} of ours is replaced once, by what the value says: values are not looked at again, and others are left
// alone. Values become one line each. A status that lists the choices ("DRAFT | REVIEW | ...") becomes DRAFT.
std::string FillTemplate(std::string_view plan_template, const TemplateValues& values);

}  // namespace forge
