#include "surface/view/plan_picture.h"

#include <gtest/gtest.h>

#include "text/plan/plan.h"

namespace forge::cli {
namespace {

struct Sample {
  PlanDocument plan;
  GraphReport report;
  explicit Sample(const std::string& steps)
      : plan(ParsePlan("# Plan: x\n\n## Steps\n\n" + steps)), report(CheckGraph(plan.steps)) {}
  PlanGraph graph() const { return {"Count <words>", plan.steps, report}; }
};

const char* const kThree =
    "### Step reader: Read in \"pieces\"\n\n**Estimate:** 45m\n**Verify:** `true`\n\n"
    "### Step docs: Write it up\n\n**Verify:** `true`\n\n"
    "### Step bench: Measure it\n\n**Depends:** reader\n**Estimate:** 10m\n**Verify:** `true`\n";

TEST(PlanPicture, AsTextHasTiersAndMarksTheCriticalPath) {
  EXPECT_EQ(DrawPlanText(Sample(kThree).graph()),
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
  const std::string text = DrawPlanMermaid(Sample(kThree).graph());
  EXPECT_TRUE(text.starts_with("flowchart LR\n  subgraph t1[\"tier 1\"]\n")) << text;
  EXPECT_NE(text.find("s1[\"reader: Read in #quot;pieces#quot;\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("  s1 ==> s3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  class s1,s3 critical\n"), std::string::npos) << text;
}

TEST(PlanPicture, AsSvgIsWellFormedWhateverTitlesHold) {
  const std::string text = DrawPlanSvg(Sample(kThree).graph());
  EXPECT_TRUE(text.starts_with("<svg ")) << text;
  EXPECT_TRUE(text.ends_with("</svg>\n")) << text;
  EXPECT_NE(text.find("Count &lt;words&gt;"), std::string::npos);
  EXPECT_NE(text.find("&quot;pieces&quot;"), std::string::npos);
  EXPECT_EQ(text.find("<words>"), std::string::npos);
}

TEST(PlanPicture, StepsOfACycleStandInNoTier) {
  const Sample sample("### Step a: a\n\n**Depends:** b\n\n### Step b: b\n\n**Depends:** a\n\n### Step c: c\n");
  const std::string text = DrawPlanText(sample.graph());
  EXPECT_NE(text.find("in a cycle\n    a  a  <- b\n    b  b  <- a\n"), std::string::npos) << text;
  EXPECT_NE(DrawPlanSvg(sample.graph()).find("in a cycle"), std::string::npos);
}

TEST(PlanPicture, OfNothingIsStillAPicture) {
  const Sample sample("");
  EXPECT_NE(DrawPlanText(sample.graph()).find("0 steps"), std::string::npos);
  EXPECT_TRUE(DrawPlanSvg(sample.graph()).ends_with("</svg>\n"));
}

}  // namespace
}  // namespace forge::cli
