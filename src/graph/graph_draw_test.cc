#include "graph/graph_draw.h"

#include <gtest/gtest.h>

#include <utility>

namespace forge {
namespace {

struct PlanSample {
  std::vector<StepSpec> steps;
  GraphReport report;
  explicit PlanSample(std::vector<StepSpec> all) : steps(std::move(all)), report(CheckGraph(steps)) {}
  PlanGraph graph() const { return {"Count <words>", steps, report}; }
};

StepSpec MakeStep(const std::string& id, const std::string& title, std::vector<StepId> depends = {},
                  std::int64_t minutes = 0) {
  StepSpec step;
  step.id = {id};
  step.title = title;
  step.depends = std::move(depends);
  step.estimate_ms = minutes * 60'000;
  step.verify = {"true"};
  return step;
}

PlanSample Three() {
  return PlanSample({MakeStep("reader", "Read in \"pieces\"", {}, 45), MakeStep("docs", "Write it up"),
                     MakeStep("bench", "Measure it", {{"reader"}}, 10)});
}

TEST(PlanPicture, AsTextHasTiersAndMarksTheCriticalPath) {
  const PlanSample three = Three();
  EXPECT_EQ(DrawPlanText(three.graph()),
            "Count <words>\n\n"
            "tier 1\n"
            "  * reader  Read in \"pieces\"  45m00s\n"
            "    docs    Write it up\n\n"
            "tier 2\n"
            "  * bench   Measure it        10m00s  <- reader\n\n"
            "* critical path: reader -> bench (55m00s)\n"
            "  3 steps, at most 2 at once\n");
}

TEST(PlanPicture, AsMermaidQuotesWhatItWouldTakeForItsOwn) {
  const PlanSample three = Three();
  const std::string text = DrawPlanMermaid(three.graph());
  EXPECT_TRUE(text.starts_with("flowchart LR\n  subgraph t1[\"tier 1\"]\n")) << text;
  EXPECT_NE(text.find("s1[\"reader: Read in #quot;pieces#quot;\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("  s1 ==> s3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  class s1,s3 critical\n"), std::string::npos) << text;
}

TEST(PlanPicture, AsSvgIsWellFormedWhateverTitlesHold) {
  const PlanSample three = Three();
  const std::string text = DrawPlanSvg(three.graph());
  EXPECT_TRUE(text.starts_with("<svg ")) << text;
  EXPECT_TRUE(text.ends_with("</svg>\n")) << text;
  EXPECT_NE(text.find("Count &lt;words&gt;"), std::string::npos);
  EXPECT_NE(text.find("&quot;pieces&quot;"), std::string::npos);
  EXPECT_EQ(text.find("<words>"), std::string::npos);
}

TEST(PlanPicture, StepsOfACycleStandInNoTier) {
  const PlanSample sample({MakeStep("a", "a", {{"b"}}), MakeStep("b", "b", {{"a"}}), MakeStep("c", "c")});
  const std::string text = DrawPlanText(sample.graph());
  EXPECT_NE(text.find("in a cycle\n    a  a  <- b\n    b  b  <- a\n"), std::string::npos) << text;
  EXPECT_NE(DrawPlanSvg(sample.graph()).find("in a cycle"), std::string::npos);
}

TEST(PlanPicture, OfNothingIsStillAPicture) {
  const PlanSample sample({});
  EXPECT_NE(DrawPlanText(sample.graph()).find("0 steps"), std::string::npos);
  EXPECT_TRUE(DrawPlanSvg(sample.graph()).ends_with("</svg>\n"));
}

TEST(PlanPicture, ForAPageHasTheClassesOfThePageAndNoStyle) {
  const PlanSample three = Three();
  const std::string text =
      DrawPlanForPage(three.graph(), [](const StepSpec& step) { return step.id.value == "docs" ? "done" : "pending"; });
  EXPECT_NE(text.find("<rect class=\"done\""), std::string::npos) << text;
  EXPECT_EQ(text.find("<style>"), std::string::npos) << text;
}

}  // namespace
}  // namespace forge
