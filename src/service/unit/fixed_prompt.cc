#include "service/unit/fixed_prompt.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "service/library.h"
#include "text/review/dimensions_review.h"
#include "text/review/result_document.h"
#include "text/review/review_schema.h"

namespace forge {
namespace {

Result<FixedPrompt> ViewOne(const Machine& machine, const std::optional<Project>& project, const Pipeline& pipeline,
                            const Stage& stage, const std::optional<Member>& member) {
  const Role role = TRY(LoadRole(machine, project, member ? member->role : stage.role));
  FixedPrompt prompt{pipeline.name, stage.name, member ? member->name : "", role.name, stage.sees, {}};
  if (member && !member->sees.empty()) prompt.sees = member->sees;
  PromptParts parts = FixedParts(stage, member, role);
  if (!RecordsDecisions({{pipeline}}) && !parts.output.schema.is_null())
    parts.output.schema = WithoutProperties(parts.output.schema, {"decisions"});
  prompt.sections = TRY(MakePromptSections(parts));
  return prompt;
}

// Whether another member of the same role sees the same: then the prompts are one but for the question at their end,
// and a provider's cache holds for all of them.
bool SharesItsPrompt(const Stage& stage, const Member& member) {
  const auto alike = [&](const Member& other) {
    return other.role == member.role && other.sees == member.sees && other.after == member.after;
  };
  return !stage.prompt.empty() && std::ranges::count_if(stage.members, alike) > 1;
}

// Who writes the document of the stage: its agent, or the last member of a panel that compares.
bool WritesDocument(const Stage& stage, const std::optional<Member>& member) {
  if (stage.produces.empty() || stage.produces == "plan" || stage.splits()) return false;
  return !member || (stage.aggregate == Aggregate::kCompare && member->name == stage.members.back().name);
}

ResultPlace PlaceOfResult(const Stage& stage, const std::optional<Member>& member, const Role& role) {
  if (!stage.result || !WritesDocument(stage, member) || role.result_schema.is_null()) return ResultPlace::kBlock;
  return FitsLines(role.result_schema) ? ResultPlace::kLines : ResultPlace::kAlone;
}

}  // namespace

bool IsReview(const Stage& stage, const std::optional<Member>& member) {
  const bool gathers = stage.aggregate == Aggregate::kCollect || stage.aggregate == Aggregate::kCompare;
  return !stage.verdict.empty() || (member && !gathers);
}

ResultForm ResultFormOf(const Stage& stage, const std::optional<Member>& member, const Role& role) {
  // An audit by severity has its findings in the form of its text.
  if (IsReview(stage, member) && stage.verdict_form == VerdictForm::kReview)
    return {true, SchemaForReview(role.result_schema),
            role.result_schema.is_null() ? LeastOfReview() : WithAnySeverity(SchemaForReview(role.result_schema))};
  if (IsReview(stage, member) && stage.verdict_form == VerdictForm::kDimensions)
    return {true, DimensionsSchema(), LeastOfDimensions()};
  return {stage.result, role.result_schema, role.result_schema, PlaceOfResult(stage, member, role)};
}

PromptParts FixedParts(const Stage& stage, const std::optional<Member>& member, const Role& role) {
  PromptParts parts;
  parts.persona = role.persona;
  parts.task = stage.prompt;
  if (member && SharesItsPrompt(stage, *member)) {
    parts.own = member->prompt;
  } else if (member) {
    parts.task += (stage.prompt.empty() ? "" : "\n") + member->prompt;
  }
  // What a panel says together is put together from its answers; only who compares writes the document.
  const bool compares = stage.aggregate == Aggregate::kCompare;
  const bool own = !member || (compares && member->name == stage.members.back().name);
  if (own) parts.output.artifact = stage.produces;
  if (IsReview(stage, member)) parts.output.verdict = stage.verdict_form;
  const ResultForm form = ResultFormOf(stage, member, role);
  parts.output.result = form.asked;
  parts.output.schema = form.schema;
  parts.output.place = form.place;
  return parts;
}

Result<std::vector<FixedPrompt>> ViewFixedPrompts(const Machine& machine, const std::optional<Project>& project,
                                                  const std::string& pipeline) {
  std::vector<FixedPrompt> prompts;
  bool found = pipeline.empty();
  std::vector<std::string> names;
  for (const PipelineListing& listing : ListPipelines(machine, project)) {
    names.push_back(listing.name);
    if (!pipeline.empty() && listing.name != pipeline) continue;
    found = true;
    const ResolvedPipelines resolved = Resolve(listing.name, MakeLibrary(machine, project));
    if (!resolved.problems.empty())
      return Fail(Code::kInvalid, Describe(resolved.problems[0]), "forge pipeline check " + listing.name);
    for (const Stage& stage : resolved.set.pipelines[0].stages) {
      if (stage.members.empty() && stage.role.empty()) continue;
      if (stage.members.empty())
        prompts.push_back(TRY(ViewOne(machine, project, resolved.set.pipelines[0], stage, std::nullopt)));
      for (const Member& member : stage.members)
        prompts.push_back(TRY(ViewOne(machine, project, resolved.set.pipelines[0], stage, member)));
    }
  }
  if (found) return prompts;
  return Fail(Code::kNotFound, fmt::format("no pipeline named `{}`", pipeline), "there are: " + Join(names, ", "));
}

}  // namespace forge
