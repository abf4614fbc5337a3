#include "service/unit/fixed_prompt.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "service/library.h"

namespace forge {
namespace {

Result<FixedPrompt> ViewOne(const Machine& machine, const std::optional<Project>& project, const Pipeline& pipeline,
                            const Stage& stage, const std::optional<Member>& member) {
  const Role role = TRY(LoadRole(machine, project, member ? member->role : stage.role));
  FixedPrompt prompt{pipeline.name, stage.name, member ? member->name : "", role.name, stage.sees, {}};
  if (member && !member->sees.empty()) prompt.sees = member->sees;
  prompt.sections = TRY(MakePromptSections(FixedParts(stage, member, role)));
  return prompt;
}

}  // namespace

bool IsReview(const Stage& stage, const std::optional<Member>& member) {
  const bool gathers = stage.aggregate == Aggregate::kCollect || stage.aggregate == Aggregate::kCompare;
  return !stage.verdict.empty() || (member && !gathers);
}

PromptParts FixedParts(const Stage& stage, const std::optional<Member>& member, const Role& role) {
  PromptParts parts;
  parts.persona = role.persona;
  parts.task = member ? stage.prompt + (stage.prompt.empty() ? "" : "\n") + member->prompt : stage.prompt;
  // What a panel says together is put together from its answers; only who compares writes the document.
  const bool compares = stage.aggregate == Aggregate::kCompare;
  const bool own = !member || (compares && member->name == stage.members.back().name);
  if (own) parts.output.artifact = stage.produces;
  if (IsReview(stage, member)) parts.output.verdict = stage.verdict_form;
  parts.output.result = stage.result;
  parts.output.schema = role.result_schema;
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
