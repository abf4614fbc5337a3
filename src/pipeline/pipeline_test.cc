#include "pipeline/pipeline.h"

#include <gtest/gtest.h>

#include "model/json.h"

namespace forge {
namespace {

// Every field away from its default, so that one left out of the JSON shows.
PipelineSet FullSet() {
  Stage s;
  s.name = "stage";
  s.kind = StageKind::kPanel;
  s.pos = {3, 4};
  s.role = "role";
  s.prompt = "prompt\nof two lines";
  s.sees = {"plan", "A.md"};
  s.produces = "B.md";
  s.verdict = "C.md";
  s.derive_steps = true;
  s.verdict_form = VerdictForm::kSeverity;
  s.result = true;
  s.members = {{"m", "r", {"diff"}, {"n"}, "codex", "model", "light", "low", "say"},
               {"n", "r", {}, {}, "", "", "", "", ""}};
  s.aggregate = Aggregate::kCompare;
  s.asks_again = AsksAgain::kUnconvinced;
  s.stops_early = true;
  s.checks = {"graph"};
  s.commands = {"make"};
  s.mode = CheckMode::kDisabled;
  s.must_fail = true;
  s.question = "?";
  s.options = {"yes"};
  s.shows = "plan";
  s.unattended = Unattended::kStop;
  s.over = Over::kRuns;
  s.pipeline = "other";
  s.pipeline_index = 1;
  s.reading_pipeline = "reads";
  s.max_concurrent = 9;
  s.apart = true;
  s.attended = false;
  s.flags = {"no-triage"};
  s.folds_reviews = {"standard"};
  s.folds_medium = {"complex"};
  s.how = "land";
  s.message = "{title}";
  s.when = "require a.b == c";
  s.gate = "forbid a.b == c";
  s.on_revision = "stage";
  s.revision_index = 0;
  s.max_iterations = 8;
  s.rounds_setting = "max_audit_rounds";
  s.on_exhausted = OnExhausted::kBlock;
  s.converge = Converge::kDecreasing;
  s.retry = 0;
  s.timeout_ms = 1;
  s.on_timeout = "stage";
  s.timeout_index = 0;
  s.tier = "max";
  s.effort = "xhigh";
  s.model = "m";
  s.runtime = "openai";
  s.budget = {1, 0.1, 2, 3};
  Pipeline p{"p", "about", "x.toml", {4, 0.3, 5, 6}, {s, Stage{}}};
  p.display = Display::kModules;
  return PipelineSet{{p, Pipeline{}}};
}

Result<PipelineSet> ThroughText(const PipelineSet& set) {
  return PipelineSetFromJson(TRY(ParseJson(ToJson(set).Dump())));
}

TEST(PipelineJson, KeepsEveryField) {
  const auto back = ThroughText(FullSet());
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, FullSet());
}

// The number of fields: this count leads an author who adds one to the JSON.
TEST(PipelineJson, WritesAsManyMembersAsAStageHasFields) {
  const Json json = ToJson(FullSet());
  const Json& stage = json["pipelines"].AsArray()[0]["stages"].AsArray()[0];
  EXPECT_EQ(stage.AsObject().size(), 53U);
  EXPECT_EQ(stage["members"].AsArray()[0].AsObject().size(), 9U);
}

TEST(PipelineJson, LeavesDefaultsOut) {
  const Json json = ToJson(PipelineSet{{Pipeline{"p", "", "", {}, {Stage{}}}}});
  EXPECT_EQ(json.Dump(), R"({"pipelines":[{"name":"p","stages":[{}]}]})");
}

std::string WhyRefused(const std::string& text) {
  const auto json = ParseJson(text);
  if (!json) return "not JSON";
  const auto set = PipelineSetFromJson(*json);
  return set ? "" : set.error().message;
}

TEST(PipelineJson, RefusesWhatItDidNotWrite) {
  EXPECT_NE(WhyRefused(R"([])"), "");
  EXPECT_NE(WhyRefused(R"({"pipelines":[{"stages":[{"kind":"agnet"}]}]})").find("agnet"), std::string::npos);
  EXPECT_NE(WhyRefused(R"({"pipelines":[{"stages":[{"name":3}]}]})").find("name"), std::string::npos);
  EXPECT_NE(WhyRefused(R"({"pipelines":[{"stages":[{"retry":99999999999}]}]})").find("out of range"),
            std::string::npos);
}

TEST(PipelineJson, RefusesIndicesThatPointNowhere) {
  EXPECT_NE(WhyRefused(R"({"pipelines":[{"stages":[{"revision_index":1}]}]})"), "");
  EXPECT_NE(WhyRefused(R"({"pipelines":[{"stages":[{"pipeline_index":1}]}]})"), "");
  EXPECT_NE(WhyRefused(R"({"pipelines":[{"stages":[{"pipeline_index":-2}]}]})"), "");
  EXPECT_EQ(WhyRefused(R"({"pipelines":[{"stages":[{"revision_index":0,"pipeline_index":0}]}]})"), "");
}

TEST(Pipeline, FindsAStageByItsName) {
  const PipelineSet set = FullSet();
  EXPECT_EQ(set.pipelines[0].Find("stage"), &set.pipelines[0].stages[0]);
  EXPECT_EQ(set.pipelines[0].Find("other"), nullptr);
}

TEST(Stage, SendsWorkBackWhenItReviewsAsksOrMerges) {
  Stage stage;
  EXPECT_FALSE(stage.sends_back());
  stage.verdict = "R.md";
  EXPECT_TRUE(stage.reviews());
  stage = Stage{};
  stage.kind = StageKind::kPanel;
  EXPECT_TRUE(stage.reviews());
  stage.aggregate = Aggregate::kCollect;
  EXPECT_FALSE(stage.sends_back());
  for (const StageKind kind : {StageKind::kAsk, StageKind::kIntegrate}) {
    stage = Stage{};
    stage.kind = kind;
    EXPECT_FALSE(stage.reviews());
    EXPECT_TRUE(stage.sends_back());
  }
}

}  // namespace
}  // namespace forge
