// Models as a run sees them: the table with the user's files, what the settings wish, and what a unit brings along.
// The rules themselves are agent/model_choice.h.
#pragma once

#include <optional>
#include <string>

#include "agent/model_choice.h"
#include "agent/model_table.h"
#include "base/result.h"
#include "model/json.h"
#include "pipeline/roles.h"
#include "service/project.h"
#include "service/settings.h"
#include "service/unit/job.h"

namespace forge {

// Built in, then ~/.config/forge/models.toml, then .forge/models.toml; the error names file and line.
Result<ModelTable> LoadModels(const Machine& machine, const std::optional<Project>& project);

ModelWishes WishesOf(const Settings& settings);
// Has only the keys that are set, so that earlier journals stay the same.
Json ToJson(const ModelWishes& wishes);
ModelWishes WishesFromJson(const Json& json);

UnitTraits TraitsOf(const Stage& stage, const std::optional<Member>& member, const Role& role);
UnitTraits TraitsOf(const Job& job, const Role& role);

// The six members that `forge resolve --json` promises.
Json ToJson(const Resolution& resolution, const std::string& runtime);

// Fills in what it cost when the runtime did not say.
void FillCost(const ModelTable& table, const std::string& model, Usage& usage);

struct ResolveQuestion {
  std::string stage;
  std::string pipeline;   // empty: the setting
  std::string plan_file;  // empty: none
  std::string step;
};
struct ResolveAnswer {
  Resolution resolution;
  std::string runtime;
};
// What a unit of that stage would get. A stage that the pipeline does not have is resolved by its name alone.
Result<ResolveAnswer> ResolveStage(const Machine& machine, const std::optional<Project>& project,
                                   const Settings& settings, const ResolveQuestion& question);

}  // namespace forge
