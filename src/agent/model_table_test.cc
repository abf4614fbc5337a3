#include "agent/model_table.h"

#include <gtest/gtest.h>

#include "agent/effort.h"
#include "agent/native/native_models.h"
#include "pipeline/file_words.h"

namespace forge {
namespace {

const ModelTable& Table() { return ModelTable::Builtin(); }

TEST(Models, EveryTierOfEveryProviderWithOneHasItsModel) {
  EXPECT_EQ(Table().ForTier("anthropic", "light")->id, "claude-haiku-4-5-20251001");
  EXPECT_EQ(Table().ForTier("anthropic", "standard")->id, "claude-sonnet-4-6");
  EXPECT_EQ(Table().ForTier("anthropic", "heavy")->id, "claude-opus-4-8");
  EXPECT_EQ(Table().ForTier("anthropic", "max")->id, "claude-fable-5");
  for (const std::string& tier : KnownTiers()) {
    for (const char* provider : {"openai", "google"}) EXPECT_NE(Table().ForTier(provider, tier), nullptr) << tier;
  }
  EXPECT_EQ(Table().ForTier("anthropic", "huge"), nullptr);
  EXPECT_EQ(Table().ForTier("nobody", "light"), nullptr);
}

TEST(Models, AModelThatServesATierHasAPrice) {
  for (const Model& model : Table().models()) {
    EXPECT_TRUE(model.price || model.tiers.empty()) << model.id;
    EXPECT_FALSE(model.provider.empty()) << model.id;
  }
}

TEST(Models, ANameStandsForItsModelAndAnUnlistedOneForItsFamily) {
  EXPECT_EQ(Table().FullName("sonnet"), "claude-sonnet-5-5");
  EXPECT_EQ(Table().FullName("claude-haiku-4-5"), "claude-haiku-4-5-20251001");
  EXPECT_EQ(Table().FullName("claude-sonnet-4"), "claude-sonnet-4");
  EXPECT_EQ(Table().FullName("qwen3-coder"), "qwen3-coder");
  EXPECT_EQ(Table().Find("claude-sonnet-9")->id, "claude-sonnet-*");
  EXPECT_EQ(Table().Find("anthropic/claude-opus-4-8")->id, "claude-opus-4-8");
  EXPECT_EQ(Table().Find("qwen3-coder"), nullptr);
  EXPECT_EQ(Table().Find(""), nullptr);
}

TEST(Models, TheLongestFamilyCounts) {
  const std::pair<const char*, Thinking> thinking[] = {{"claude-sonnet-4-5-20250929", Thinking::kBudget},
                                                       {"claude-sonnet-4-20250514", Thinking::kBudget},
                                                       {"claude-opus-4-1-20250805", Thinking::kBudget},
                                                       {"claude-opus-4-6", Thinking::kAdaptive},
                                                       {"claude-sonnet-4-6", Thinking::kAdaptive},
                                                       {"claude-3-5-haiku-20241022", Thinking::kNone},
                                                       {"claude-3-7-sonnet-latest", Thinking::kBudget},
                                                       {"claude-sonnet-5-5", Thinking::kAdaptive},
                                                       {"gpt-4o", Thinking::kNone},
                                                       {"gpt-6-sol", Thinking::kEffort},
                                                       {"o4-mini", Thinking::kEffort},
                                                       {"llama", Thinking::kNone}};
  for (const auto& [name, want] : thinking) EXPECT_EQ(Table().Describe(name).thinking, want) << name;
  const std::pair<const char*, std::int64_t> windows[] = {
      {"gpt-4", 8'192}, {"gpt-4-turbo", 128'000}, {"gpt-4.1-mini", 1'000'000}, {"gpt-9", 272'000}, {"llama", 128'000}};
  for (const auto& [name, want] : windows) EXPECT_EQ(Table().Describe(name).context_tokens, want) << name;
  EXPECT_EQ(MostOutputTokens(Table().Describe("claude-3-opus-20240229")), 4'096);
  EXPECT_EQ(MostOutputTokens(Table().Describe("claude-3-5-haiku-20241022")), 8'192);
  EXPECT_EQ(MostOutputTokens(Table().Describe("claude-opus-5-5")), 32'000);
}

TEST(Models, CostAddsUpEveryKindOfToken) {
  Usage usage;
  usage.input_tokens = 1'000'000;
  usage.output_tokens = 100'000;
  usage.cache_read_tokens = 2'000'000;
  usage.cache_write_tokens = 400'000;
  EXPECT_DOUBLE_EQ(*Table().CostOf("claude-sonnet-4-6", usage), 3 + 1.5 + 0.6 + 1.5);
  EXPECT_DOUBLE_EQ(*Table().CostOf("claude-sonnet-9", usage), 3 + 1.5 + 0.6 + 1.5);
  EXPECT_EQ(Table().CostOf("llama", usage), std::nullopt);
  EXPECT_EQ(Table().CostOf("", usage), std::nullopt);
}

TEST(Models, AFileChangesWhatItSpeaksOfAndLeavesTheRest) {
  ModelTable table = Table();
  EXPECT_TRUE(table.Add("[[model]]\nid = \"claude-opus-4-8\"\nprice = { input = 1 }\n", "mine").empty());
  const Model* opus = table.Find("claude-opus-4-8");
  EXPECT_EQ(opus->price->input, 1);
  EXPECT_EQ(opus->price->output, 25);
  EXPECT_EQ(opus->context_tokens, 1'000'000);
  EXPECT_TRUE(opus->Serves("heavy"));
  EXPECT_EQ(opus->origin, "mine");
}

TEST(Models, ANewModelStartsAsItsFamilyAndTakesATierOver) {
  ModelTable table = Table();
  const char* text = "[[model]]\nid = \"claude-sonnet-7\"\nnames = [\"mine\"]\ntiers = [\"heavy\"]\n";
  EXPECT_TRUE(table.Add(text, "mine").empty());
  const Model* mine = table.ForTier("anthropic", "heavy");
  EXPECT_EQ(mine->id, "claude-sonnet-7");
  EXPECT_EQ(mine->effort_cap, "medium");
  EXPECT_EQ(mine->price->output, 15);
  EXPECT_EQ(table.FullName("mine"), "claude-sonnet-7");
}

TEST(Models, AModelOfOnesOwnMayCostNothing) {
  ModelTable table = Table();
  const char* text = "[[model]]\nid = \"qwen*\"\nprovider = \"home\"\nprice = { input = 0, output = 0 }\n";
  EXPECT_TRUE(table.Add(text, "mine").empty());
  Usage usage;
  usage.output_tokens = 1'000'000;
  EXPECT_EQ(table.CostOf("qwen3-coder", usage), 0);
}

TEST(Models, WhatIsWrongIsSaidWithFileAndLineAndChangesNothing) {
  const std::pair<const char*, const char*> wrong[] = {
      {"[[model]]\nid = \"x\"\ncontext = \"much\"\n", "`context`"},
      {"[[model]]\nid = \"x\"\ncontext = 99999999999\n", "not a number of tokens"},
      {"[[model]]\nid = \"x\"\ntiers = [\"huge\"]\n", "tier `huge` does not exist"},
      {"[[model]]\nid = \"x*\"\ntiers = [\"max\"]\n", "a family cannot serve a tier"},
      {"[[model]]\nid = \"x\"\nthinking = \"hard\"\n", "`thinking`"},
      {"[[model]]\nid = \"x\"\neffort = \"most\"\n", "`effort`"},
      {"[[model]]\nid = \"x\"\nprice = { input = -1 }\n", "is not a price"},
      {"[[model]]\nid = \"x\"\nprice = { inputs = 1 }\n", "unknown key `inputs`"},
      {"[[model]]\nnames = [\"x\"]\n", "no `id`"},
      {"models = 1\n", "unknown key `models`"},
      {"model = 1\n", "`model`"},
      {"[[model]\n", "TOML"}};
  for (const auto& [text, what] : wrong) {
    ModelTable table = Table();
    const std::vector<Problem> problems = table.Add(text, "models.toml");
    ASSERT_FALSE(problems.empty()) << text;
    EXPECT_NE(problems[0].what.find(what), std::string::npos) << problems[0].what;
    EXPECT_EQ(problems[0].file, "models.toml");
    EXPECT_GT(problems[0].pos.line, 0) << text;
    EXPECT_EQ(table.models(), Table().models());
  }
}

TEST(Efforts, AreClampedToTheModelsCap) {
  EXPECT_EQ(ClampEffort("max", "medium"), "medium");
  EXPECT_EQ(ClampEffort("xhigh", "max"), "xhigh");
  EXPECT_EQ(ClampEffort("xhigh", "high"), "high");
  EXPECT_EQ(ClampEffort("low", "medium"), "low");
  EXPECT_EQ(ClampEffort("furious", "max"), "medium");
  EXPECT_EQ(ClampEffort("", "max"), "");
  EXPECT_EQ(WireEffort("xhigh", Table().Describe("claude-opus-4-8")), "high");
  EXPECT_EQ(WireEffort("max", Table().Describe("claude-sonnet-4-6")), "medium");
  EXPECT_EQ(ReasoningEffort("max"), "high");
  EXPECT_LT(ThinkingBudget("low"), ThinkingBudget("medium"));
  EXPECT_LT(ThinkingBudget("high"), ThinkingBudget("max"));
}

TEST(Tiers, AreRankedAndAnUnknownOneIsStandard) {
  EXPECT_EQ(TierRank("light"), 0);
  EXPECT_EQ(TierRank("max"), kLargestTier);
  EXPECT_EQ(TierRank("huge"), TierRank("standard"));
  EXPECT_EQ(TierName(2), "heavy");
}

TEST(ModelTable, KnowsShortAndUpperCaseNames) {
  const ModelTable& table = ModelTable::Builtin();
  const Usage usage{.input_tokens = 1'000'000};
  for (const auto& [name, usd] : std::vector<std::pair<const char*, double>>{{"sonnet-4-6", 3},
                                                                             {"opus-4-7-1m", 5},
                                                                             {"Claude-Sonnet-4-6", 3},
                                                                             {"OPUS", 4},
                                                                             {"SONNET-5-5", 2},
                                                                             {"anthropic/claude-opus-4.7", 5},
                                                                             {"us.anthropic.claude-sonnet-4-6-v1:0", 3},
                                                                             {"GPT-5.5", 5},
                                                                             {"openai/gpt-5.5-2026-01-01", 1.25}}) {
    ASSERT_TRUE(table.CostOf(name, usage)) << name;
    EXPECT_EQ(*table.CostOf(name, usage), usd) << name;
  }
  for (const char* name : {"sonnet-", "sonnetto-4", "mistral-large", "", "claude-", "-", "haiku*"}) {
    EXPECT_FALSE(table.CostOf(name, usage)) << name;
  }
}

}  // namespace
}  // namespace forge
