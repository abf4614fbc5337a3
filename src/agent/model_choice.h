// Which tier, model and effort a unit gets, and why. Pure: knows neither runs nor files nor the environment itself.
// docs/models.md is the page for people.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "agent/model_table.h"
#include "base/result.h"
#include "model/step.h"

namespace forge {

// What people set.
struct ModelWishes {
  std::map<std::string, std::string, std::less<>> tier_models;  // by tier
  std::string model;                                            // for every tier that has none of its own
  std::map<std::string, std::string, std::less<>> role_models;  // by role, before both
  std::map<std::string, std::string, std::less<>> efforts;      // by stage
  bool operator==(const ModelWishes&) const = default;
};

// What a unit brings along.
struct UnitTraits {
  std::string stage;                              // its name
  std::string stage_tier, stage_effort, model{};  // as the pipeline says, a panel's seat before its stage
  std::string role, role_tier, role_effort;
  bool executes = false;  // it does a step's work: what the step says counts
  bool plans = false;     // it makes a plan: the risk of what it plans counts
  std::string step_tier, step_effort;
  bool docs = false;       // the step only documents
  bool strategic = false;  // the step rests on a strategic claim
  bool high_risk = false;
  // What the last attempt asked for (engine/policy.h).
  int tiers_up = 0;
  bool other_model = false;
};

// What is read off a step: its tier, effort, `tag`, `risk` and claims.
void AddStep(const StepSpec& step, UnitTraits& traits);
// The same of a document's front matter.
void AddFrontMatter(const Json& front_matter, UnitTraits& traits);
// A line of a roadmap that names the step and says `risk: high` after it.
bool SaysHighRisk(std::string_view roadmap, std::string_view step);

// How Anthropic's model words are mapped on this machine: all to one model, each to its own, or nothing is said.
struct Cluster {
  enum class Kind { kSingle, kTiered, kUnknown };
  Kind kind = Kind::kUnknown;
  std::map<std::string, std::string, std::less<>> words;  // "opus" -> model; what is not set is not in it
};
Cluster ReadCluster(const std::map<std::string, std::string>& environment);

// Whose models an agent takes.
struct ModelSource {
  std::string provider;  // empty: the agent's own choice, unless somebody names a model
  Cluster cluster;       // of Anthropic's
};
// `spec` as MakeRuntime takes it; `auto` must be settled before. A program that nobody knows is told a Claude, which it
// may ignore.
ModelSource SourceOf(std::string_view spec, const std::map<std::string, std::string>& environment);

struct Resolution {
  std::string tier, model, effort;  // an empty model: the agent's own choice
  std::string reason;               // of the tier
  std::string effort_reason;
  std::string model_reason;
  std::string display;  // the model for people: "opus -> claude-opus-4-8"
};

// Fails with kUnavailable when a larger tier is asked for and there is none.
Result<Resolution> ResolveUnit(const UnitTraits& traits, const ModelWishes& wishes, const ModelSource& source,
                               const ModelTable& table);

}  // namespace forge
