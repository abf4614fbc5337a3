// Chooses a unit's tier, model and effort, and gives the reason. Pure: knows neither runs nor files nor the
// environment. See docs/models.md.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "agent/model_table.h"
#include "base/result.h"
#include "model/step.h"

namespace forge {

// The user's settings.
struct ModelWishes {
  std::map<std::string, std::string, std::less<>> tier_models;  // by tier
  std::string model;                                            // for every tier without its own
  std::map<std::string, std::string, std::less<>> role_models;  // by role; wins over both
  std::map<std::string, std::string, std::less<>> efforts;      // by stage
  bool operator==(const ModelWishes&) const = default;
};

// What the choice depends on.
struct UnitTraits {
  std::string stage;                              // its name
  std::string stage_tier, stage_effort, model{};  // from the pipeline; a panel member's wins over its stage's
  std::string role, role_tier, role_effort;
  bool executes = false;  // it does a step's work, so the step's tier and effort count
  bool plans = false;     // it makes a plan, so the planned step's risk counts
  std::string step_tier, step_effort;
  bool docs = false;       // the step only changes documentation
  bool strategic = false;  // the step rests on a strategic claim
  bool high_risk = false;
  // Requested after the last attempt (engine/policy.h).
  int tiers_up = 0;
  bool other_model = false;
};

// Adds a step's tier, effort, `tag`, `risk` and claims.
void AddStep(const StepSpec& step, UnitTraits& traits);
// The same for a document's front matter.
void AddFrontMatter(const Json& front_matter, UnitTraits& traits);
// Whether a line of the roadmap names the step with `risk: high` after it.
bool SaysHighRisk(std::string_view roadmap, std::string_view step);

// How this machine maps Anthropic's model words: all to one model, each to its own, or not at all.
struct Cluster {
  enum class Kind { kSingle, kTiered, kUnknown };
  Kind kind = Kind::kUnknown;
  std::map<std::string, std::string, std::less<>> words;  // "opus" -> model; only those that are set
};
Cluster ReadCluster(const std::map<std::string, std::string>& environment);

// The models that an agent accepts.
struct ModelSource {
  std::string provider;  // empty: the agent chooses, unless a setting names a model
  Cluster cluster;       // of Anthropic's
};
// `spec` as for MakeRuntime; `auto` must be resolved before. An unknown program is given a Claude model, which it may
// ignore.
ModelSource SourceOf(std::string_view spec, const std::map<std::string, std::string>& environment);

struct Resolution {
  std::string tier, model, effort;  // an empty model: the agent chooses
  std::string reason;               // of the tier
  std::string effort_reason;
  std::string model_reason;
  std::string display;  // the model for people: "opus -> claude-opus-4-8"
};

// kUnavailable if a larger tier is requested and there is none.
Result<Resolution> ResolveUnit(const UnitTraits& traits, const ModelWishes& wishes, const ModelSource& source,
                               const ModelTable& table);

// Of work that no model's context holds.
inline constexpr std::string_view kTooLongHint =
    "make the step smaller, or set a larger model: forge config set tier_models.max MODEL";

}  // namespace forge
