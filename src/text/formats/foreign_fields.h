// What the foreign formats have in common: the fields of a step for which they have no place of their own.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/json.h"
#include "model/step.h"
#include "text/formats/foreign_plan.h"

namespace forge {

// Everything of the step but these fields of its JSON form; an empty object when nothing is left.
Json OtherFields(const StepSpec& step, std::initializer_list<std::string_view> known);

// Adds what OtherFields gave. A problem when it does not fit.
void AddOtherFields(const Json& fields, StepSpec& step, std::vector<ForeignProblem>& problems);

// "a\n\nb\n\nc" is "a" and "b\n\nc".
std::pair<std::string, std::string> SplitFirstParagraph(std::string_view text);
std::string JoinParagraphs(std::string_view first, std::string_view rest);

void AddNeed(StepSpec& step, const std::string& id);  // once

std::string_view StateOf(const ForeignPlan& plan, std::size_t place);

// The steps' ids, or `prefix` and a number if one of them does not have the given shape.
template <typename Fits>
std::vector<std::string> NumberedIds(const ForeignPlan& plan, Fits fits, std::string (*make)(std::size_t)) {
  std::vector<std::string> ids;
  bool all = true;
  for (const StepSpec& step : plan.steps) {
    all = all && fits(step.id.value);
    ids.push_back(step.id.value);
  }
  for (std::size_t i = 0; !all && i < ids.size(); ++i) ids[i] = make(i + 1);
  return ids;
}

}  // namespace forge
