// The part of a stage's prompt that is there before anything has happened: who answers, what is asked, what the answer
// must be. Made from pipelines and roles alone; knows no run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agent/prompt_parts.h"
#include "base/result.h"
#include "model/json.h"
#include "pipeline/pipeline.h"
#include "pipeline/roles.h"
#include "service/project.h"

namespace forge {

// Must the answer approve or ask for changes? Not for members whose answers are only gathered or compared.
bool IsReview(const Stage& stage, const std::optional<Member>& member);

// The result that the answer must have, as the block that it ends in or in its document. A review is always asked for
// its findings; it is not refused for them where its verdict alone decides.
struct ResultForm {
  bool asked = false;
  Json schema = {};  // null: any object
  Json least = {};   // the schema by which the answer is read: no stricter
  ResultPlace place = ResultPlace::kBlock;
};
ResultForm ResultFormOf(const Stage& stage, const std::optional<Member>& member, const Role& role);

PromptParts FixedParts(const Stage& stage, const std::optional<Member>& member, const Role& role);

struct FixedPrompt {
  std::string pipeline, stage, member, role;
  std::vector<std::string> sees;  // what is put in besides
  std::vector<PromptSection> sections;
};

// Of every stage of every pipeline there is, in the order of the files; `pipeline`: only of that one.
Result<std::vector<FixedPrompt>> ViewFixedPrompts(const Machine& machine, const std::optional<Project>& project,
                                                  const std::string& pipeline);

}  // namespace forge
