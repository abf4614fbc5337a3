#include "agent/model_choice.h"

#include <gtest/gtest.h>

#include <functional>

namespace forge {
namespace {

using Variables = std::map<std::string, std::string>;

struct Case {
  const char* what;
  std::function<void(UnitTraits&)> traits;
  const char* tier;
  const char* reason;
  const char* effort;
  const char* effort_reason;
};

UnitTraits StageTraits(const std::string& name) {
  UnitTraits traits;
  traits.stage = name;
  return traits;
}

Resolution Resolve(const UnitTraits& traits, const ModelWishes& wishes = {}, const Variables& environment = {},
                   const std::string& agent = "claude") {
  auto resolved = ResolveUnit(traits, wishes, SourceOf(agent, environment), ModelTable::Builtin());
  EXPECT_TRUE(resolved) << Describe(resolved.error());
  return resolved.value_or(Resolution{});
}

TEST(Resolve, EveryRuleOfTierAndEffort) {
  const std::vector<Case> cases = {
      {"memory-extract", {}, "light", "unit-type:memory-extract", "low", "unit-type:memory-extract"},
      {"complete-slice", {}, "light", "unit-type:complete-slice", "low", "unit-type:complete-slice"},
      {"research-milestone", {}, "standard", "unit-type:research-milestone", "medium", "unit-type:research-milestone"},
      {"discuss-slice", {}, "standard", "unit-type:discuss-slice", "medium", "unit-type:discuss-slice"},
      {"execute-task", {}, "standard", "unit-type:execute-task", "low", "unit-type:execute-task"},
      {"plan-slice", {}, "heavy", "unit-type:plan-slice", "medium", "unit-type:plan-slice"},
      {"plan-milestone", {}, "max", "unit-type:plan-milestone", "medium", "unit-type:plan-milestone"},
      {"dance", {}, "standard", "unit-type:dance", "low", "unit-type:dance"},
      {"plan", {}, "standard", "unit-type:plan", "medium", "unit-type:plan"},
      {"execute-task", [](UnitTraits& t) { t.step_tier = "heavy"; }, "heavy", "frontmatter-override:heavy", "low",
       "unit-type:execute-task"},
      {"execute-task", [](UnitTraits& t) { t.step_tier = "heavy", t.docs = true; }, "heavy",
       "frontmatter-override:heavy", "low", "unit-type:execute-task"},
      {"execute-task", [](UnitTraits& t) { t.docs = true; }, "light", "frontmatter-tag:docs", "low",
       "unit-type:execute-task"},
      {"plan-slice", [](UnitTraits& t) { t.step_tier = "light", t.docs = true, t.step_effort = "low"; }, "heavy",
       "unit-type:plan-slice", "medium", "unit-type:plan-slice"},
      {"plan-slice", [](UnitTraits& t) { t.high_risk = true; }, "max", "risk-escalation:high", "max",
       "risk-escalation:high"},
      {"execute-task", [](UnitTraits& t) { t.high_risk = true; }, "standard", "unit-type:execute-task", "low",
       "unit-type:execute-task"},
      {"execute-task", [](UnitTraits& t) { t.step_tier = "max", t.step_effort = "high"; }, "max",
       "frontmatter-override:max", "high", "frontmatter-effort:high"},
      {"execute-task", [](UnitTraits& t) { t.step_effort = "high"; }, "standard", "unit-type:execute-task", "medium",
       "frontmatter-effort:high|clamped:model-cap"},
      {"execute-task", [](UnitTraits& t) { t.step_tier = "heavy", t.step_effort = "furious"; }, "heavy",
       "frontmatter-override:heavy", "medium", "frontmatter-effort:furious|clamped:model-cap"},
      {"execute-task", [](UnitTraits& t) { t.strategic = true; }, "heavy", "claim:strategic", "low",
       "unit-type:execute-task"},
      {"build", [](UnitTraits& t) { t.stage_tier = "heavy", t.stage_effort = "xhigh", t.role_tier = "light"; }, "heavy",
       "stage:build", "xhigh", "stage:build"},
      {"build", [](UnitTraits& t) { t.role = "worker", t.role_tier = "light", t.role_effort = "medium"; }, "light",
       "role:worker", "medium", "role:worker"},
      {"build", [](UnitTraits& t) { t.executes = true, t.stage_tier = "heavy", t.step_tier = "light"; }, "light",
       "frontmatter-override:light", "low", "unit-type:build"},
      {"build", [](UnitTraits& t) { t.stage_tier = "heavy", t.step_tier = "light"; }, "heavy", "stage:build", "low",
       "unit-type:build"},
      {"draft", [](UnitTraits& t) { t.plans = true, t.high_risk = true, t.stage_tier = "light"; }, "max",
       "risk-escalation:high", "max", "risk-escalation:high"},
  };
  for (const Case& one : cases) {
    UnitTraits traits = StageTraits(one.what);
    if (one.traits) one.traits(traits);
    const Resolution resolved = Resolve(traits);
    EXPECT_EQ(resolved.tier, one.tier) << one.what << " " << one.reason;
    EXPECT_EQ(resolved.reason, one.reason) << one.what;
    EXPECT_EQ(resolved.effort, one.effort) << one.what << " " << one.reason;
    EXPECT_EQ(resolved.effort_reason, one.effort_reason) << one.what;
  }
}

TEST(Resolve, AnEffortThatWasSetWinsOverThePipelineAndIsClampedToo) {
  ModelWishes wishes;
  wishes.efforts["plan-slice"] = "high";
  wishes.efforts["execute-task"] = "max";
  EXPECT_EQ(Resolve(StageTraits("plan-slice"), wishes).effort, "high");
  EXPECT_EQ(Resolve(StageTraits("plan-slice"), wishes).effort_reason, "unit-type:plan-slice");
  EXPECT_EQ(Resolve(StageTraits("execute-task"), wishes).effort_reason, "unit-type:execute-task|clamped:model-cap");
  UnitTraits traits = StageTraits("plan-slice");
  traits.stage_effort = "low";
  EXPECT_EQ(Resolve(traits, wishes).effort, "high");
}

TEST(Resolve, TheModelIsThePipelinesThenTheTiersThenTheSetOneThenTheTables) {
  UnitTraits traits = StageTraits("plan-slice");
  ModelWishes wishes;
  EXPECT_EQ(Resolve(traits).model, "claude-opus-4-8");
  EXPECT_EQ(Resolve(traits).model_reason, "table:heavy");
  EXPECT_EQ(Resolve(traits).display, "heavy -> claude-opus-4-8");
  wishes.model = "one";
  EXPECT_EQ(Resolve(traits, wishes).model, "one");
  EXPECT_EQ(Resolve(traits, wishes).model_reason, "setting:model");
  wishes.tier_models["heavy"] = "big";
  EXPECT_EQ(Resolve(traits, wishes).model, "big");
  EXPECT_EQ(Resolve(traits, wishes).model_reason, "setting:tier_models.heavy");
  traits.role = "auditor";
  wishes.role_models["auditor"] = "strict";
  EXPECT_EQ(Resolve(traits, wishes).model, "strict");
  EXPECT_EQ(Resolve(traits, wishes).model_reason, "setting:auditor_model");
  traits.model = "named";
  EXPECT_EQ(Resolve(traits, wishes).model, "named");
  EXPECT_EQ(Resolve(traits, wishes).model_reason, "stage");
}

TEST(Resolve, AnUnknownTierUsesTheStandardModel) {
  UnitTraits traits = StageTraits("execute-task");
  traits.step_tier = "huge";
  EXPECT_EQ(Resolve(traits).tier, "huge");
  EXPECT_EQ(Resolve(traits).model, "claude-sonnet-4-6");
}

TEST(Resolve, EveryAgentIsGivenModelsOfItsProvider) {
  const UnitTraits traits = StageTraits("plan-slice");
  const std::pair<const char*, const char*> agents[] = {{"claude", "claude-opus-4-8"},
                                                        {"anthropic", "claude-opus-4-8"},
                                                        {"anthropic:http://localhost:1", "claude-opus-4-8"},
                                                        {"codex", "gpt-5.5"},
                                                        {"openai", "gpt-5.5"},
                                                        {"openai:http://localhost:11434", ""},
                                                        {"gemini", "gemini-2.5-pro"},
                                                        {"opencode", ""},
                                                        {"command:mine", "claude-opus-4-8"},
                                                        {"replay:script.toml", "claude-opus-4-8"}};
  for (const auto& [agent, model] : agents) EXPECT_EQ(Resolve(traits, {}, {}, agent).model, model) << agent;
  EXPECT_EQ(Resolve(traits, {}, {{"OPENAI_BASE_URL", "http://localhost"}}, "openai").model, "");
}

TEST(Clusters, OneModelForAllIsNotDispatchedButShown) {
  const Variables environment = {{"ANTHROPIC_DEFAULT_OPUS_MODEL", "glm"},
                                 {"ANTHROPIC_DEFAULT_SONNET_MODEL", "glm"},
                                 {"ANTHROPIC_DEFAULT_HAIKU_MODEL", "glm"}};
  const Resolution resolved = Resolve(StageTraits("plan-slice"), {}, environment);
  EXPECT_EQ(resolved.model, "");
  EXPECT_EQ(resolved.display, "glm");
  EXPECT_EQ(resolved.model_reason, "cluster:single");
}

TEST(Clusters, ATieredOneIsGivenTheWord) {
  const Variables environment = {{"ANTHROPIC_DEFAULT_OPUS_MODEL", "big"}, {"ANTHROPIC_DEFAULT_SONNET_MODEL", "sonnet"}};
  EXPECT_EQ(Resolve(StageTraits("plan-slice"), {}, environment).model, "opus");
  EXPECT_EQ(Resolve(StageTraits("plan-slice"), {}, environment).display, "opus -> big");
  EXPECT_EQ(Resolve(StageTraits("execute-task"), {}, environment).display, "sonnet");
  EXPECT_EQ(Resolve(StageTraits("memory-extract"), {}, environment).display, "haiku");
  EXPECT_EQ(Resolve(StageTraits("plan-milestone"), {}, environment).model, "opus");
  UnitTraits named = StageTraits("plan-slice");
  named.model = "opus";
  EXPECT_EQ(Resolve(named, {}, environment).model, "opus");
  EXPECT_EQ(Resolve(named, {}, environment).display, "opus -> big");
  ModelWishes wishes;
  wishes.tier_models["heavy"] = "mine";
  EXPECT_EQ(Resolve(StageTraits("plan-slice"), wishes, environment).model, "mine");
}

TEST(Clusters, WithoutOpusNothingIsKnown) {
  EXPECT_EQ(ReadCluster({}).kind, Cluster::Kind::kUnknown);
  EXPECT_EQ(ReadCluster({{"ANTHROPIC_DEFAULT_SONNET_MODEL", "x"}}).kind, Cluster::Kind::kUnknown);
  EXPECT_EQ(ReadCluster({{"ANTHROPIC_DEFAULT_OPUS_MODEL", " "}}).kind, Cluster::Kind::kUnknown);
  EXPECT_EQ(ReadCluster({{"ANTHROPIC_DEFAULT_OPUS_MODEL", "x"}}).kind, Cluster::Kind::kTiered);
  const Variables environment = {{"ANTHROPIC_DEFAULT_HAIKU_MODEL", "x"}};
  EXPECT_EQ(Resolve(StageTraits("memory-extract"), {}, environment).model, "claude-haiku-4-5-20251001");
}

TEST(Clusters, AreOfAnthropicsAgentsOnly) {
  const Variables environment = {{"ANTHROPIC_DEFAULT_OPUS_MODEL", "big"}};
  EXPECT_EQ(Resolve(StageTraits("plan-slice"), {}, environment, "codex").model, "gpt-5.5");
}

TEST(TierUp, RaisesTheTierAndItsModel) {
  UnitTraits traits = StageTraits("execute-task");
  traits.tiers_up = 1;
  EXPECT_EQ(Resolve(traits).tier, "heavy");
  EXPECT_EQ(Resolve(traits).model, "claude-opus-4-8");
  EXPECT_EQ(Resolve(traits).reason, "unit-type:execute-task|tier-up:1");
  traits.tiers_up = 2;
  EXPECT_EQ(Resolve(traits).tier, "max");
  traits.model = "claude-haiku-4-5";
  EXPECT_EQ(Resolve(traits).model, "claude-fable-5");
}

TEST(TierUp, BeyondTheLargestIsRefused) {
  UnitTraits traits = StageTraits("execute-task");
  traits.tiers_up = 3;
  auto refuse = [&](const ModelWishes& wishes, const Variables& environment, const char* agent) {
    return ResolveUnit(traits, wishes, SourceOf(agent, environment), ModelTable::Builtin());
  };
  auto beyond = refuse({}, {}, "claude");
  ASSERT_FALSE(beyond);
  EXPECT_NE(beyond.error().message.find("no larger tier"), std::string::npos);
  traits.tiers_up = 1;
  ModelWishes one;
  one.model = "one";
  EXPECT_FALSE(refuse(one, {}, "claude"));
  EXPECT_FALSE(refuse({}, {}, "codex")) << "its tiers are one model";
  EXPECT_FALSE(refuse({}, {}, "opencode"));
}

TEST(OtherModel, IsTheNeighboursOfTheSameProvider) {
  const std::pair<const char*, const char*> others[] = {{"memory-extract", "claude-sonnet-4-6"},
                                                        {"execute-task", "claude-opus-4-8"},
                                                        {"plan-slice", "claude-sonnet-4-6"},
                                                        {"plan-milestone", "claude-opus-4-8"}};
  for (const auto& [stage, model] : others) {
    UnitTraits traits = StageTraits(stage);
    traits.other_model = true;
    EXPECT_EQ(Resolve(traits).model, model) << stage;
    EXPECT_EQ(Resolve(traits).model_reason, "other-model");
    EXPECT_EQ(Resolve(traits).tier, Resolve(StageTraits(stage)).tier);
  }
}

TEST(OtherModel, PrefersAnotherOfTheSameTier) {
  ModelTable table = ModelTable::Builtin();
  ASSERT_TRUE(table.Add("[[model]]\nid = \"claude-opus-9\"\ntiers = [\"heavy\"]\n", "mine").empty());
  UnitTraits traits = StageTraits("plan-slice");
  EXPECT_EQ(ResolveUnit(traits, {}, SourceOf("claude", {}), table)->model, "claude-opus-9");
  traits.other_model = true;
  EXPECT_EQ(ResolveUnit(traits, {}, SourceOf("claude", {}), table)->model, "claude-opus-4-8");
}

TEST(OtherModel, WhereNoneIsKnownTheSameIsAskedAndThatIsSaid) {
  UnitTraits traits = StageTraits("plan-slice");
  traits.other_model = true;
  const Resolution resolved = Resolve(traits, {}, {}, "codex");
  EXPECT_EQ(resolved.model, "gpt-5.5");
  EXPECT_EQ(resolved.model_reason, "table:heavy|no-other-model");
}

TEST(Traits, AreReadOffAStepAndItsFurtherFields) {
  StepSpec step;
  step.tier = "Heavy";
  step.extra = Json::MakeObject().Set("tag", "docs").Set("effort", "high").Set("risk", "High");
  step.claims.push_back(Claim{});
  UnitTraits traits;
  AddStep(step, traits);
  EXPECT_EQ(traits.step_tier, "heavy");
  EXPECT_EQ(traits.step_effort, "high");
  EXPECT_TRUE(traits.docs && traits.high_risk);
  EXPECT_FALSE(traits.strategic);
  step.claims[0].type = ClaimType::kStrategic;
  AddStep(step, traits);
  EXPECT_TRUE(traits.strategic);
  UnitTraits listed;
  AddFrontMatter(Json::MakeObject().Set("tags", Json::MakeArray().Append("ui").Append("docs")), listed);
  EXPECT_TRUE(listed.docs);
  EXPECT_FALSE(listed.high_risk);
}

TEST(Risk, IsReadFromTheLineOfTheStep) {
  const char* roadmap = "- [ ] **S01: Parser** `risk:low`\n- [ ] **S02: Store** `risk:   High`\n- risk: high S03\n";
  EXPECT_FALSE(SaysHighRisk(roadmap, "S01"));
  EXPECT_TRUE(SaysHighRisk(roadmap, "S02"));
  EXPECT_FALSE(SaysHighRisk(roadmap, "S03")) << "it must follow the name";
  EXPECT_FALSE(SaysHighRisk(roadmap, "S0"));
  EXPECT_FALSE(SaysHighRisk("S1 risk: higher", "S1"));
  EXPECT_FALSE(SaysHighRisk(roadmap, ""));
}

TEST(Risk, IsThatOfTheLinesOwnStepAndNotOfThoseItDependsOn) {
  for (const char* line : {"- [ ] **S03: Sync** depends:[S02] risk:high", "S03 `depends: S02` `risk:high`",
                           "S03: Sync, depends on S02, risk: high"}) {
    EXPECT_TRUE(SaysHighRisk(line, "S03")) << line;
    EXPECT_FALSE(SaysHighRisk(line, "S02")) << line;
  }
  EXPECT_TRUE(SaysHighRisk("S02: undepends: nothing, depends little, risk:high", "S02"));
}

}  // namespace
}  // namespace forge
