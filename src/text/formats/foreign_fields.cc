#include "text/formats/foreign_fields.h"

#include <algorithm>

namespace forge {

Json OtherFields(const StepSpec& step, std::initializer_list<std::string_view> known) {
  Json rest = Json::MakeObject();
  const Json all = ToJson(step);
  for (const auto& [key, value] : all.AsObject()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) rest.Set(key, value);
  }
  return rest;
}

void AddOtherFields(const Json& fields, StepSpec& step, std::vector<ForeignProblem>& problems) {
  if (fields.AsObject().empty()) return;
  Json all = ToJson(step);
  for (const auto& [key, value] : fields.AsObject()) all.Set(key, value);
  auto read = StepFromJson(all);
  if (read) {
    step = *std::move(read);
  } else {
    problems.push_back({read.error().message, step.id});
  }
}

std::pair<std::string, std::string> SplitFirstParagraph(std::string_view text) {
  const std::size_t gap = text.find("\n\n");
  if (gap == std::string_view::npos) return {std::string(text), {}};
  return {std::string(text.substr(0, gap)), std::string(text.substr(gap + 2))};
}

std::string JoinParagraphs(std::string_view first, std::string_view rest) {
  std::string text(first);
  if (!text.empty() && !rest.empty()) text += "\n\n";
  text += rest;
  return text;
}

void AddNeed(StepSpec& step, const std::string& id) {
  const StepId need{id};
  if (std::ranges::find(step.depends, need) == step.depends.end()) step.depends.push_back(need);
}

std::string_view StateOf(const ForeignPlan& plan, std::size_t place) {
  return place < plan.states.size() && !plan.states[place].empty() ? std::string_view(plan.states[place]) : "pending";
}

}  // namespace forge
