#include "pipeline/draw.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/display.h"
#include "base/strings.h"
#include "pipeline/builtin.h"
#include "pipeline/draw_lines.h"
#include "pipeline/load.h"
#include "pipeline/testing/builtin_library.h"

namespace forge {
namespace {

PipelineSet Small() {
  const ParsedPipeline parsed = ParsePipeline(R"(
name = "small"
about = "three stations"
[[stage]]
name = "plan"
role = "planner"
produces = "plan"
[[stage]]
name = "check"
role = "auditor"
verdict = "AUDIT.md"
gate = """
forbid run.flags.lazy == true
require run.size == quick
"""
on_revision = "plan"
max_iterations = 4
[[stage]]
name = "ok"
kind = "ask"
question = "Build <it> & ship?"
shows = "plan"
on_revision = "plan"
)",
                                              "x");
  return PipelineSet{{*parsed.pipeline}};
}

TEST(DrawText, ShowsBoxesArrowsAndTheWayBack) {
  EXPECT_EQ(DrawText(Small()), R"(small — three stations

  ┌────────────────────────────────────────┐
  │ plan                             agent │
  │ planner → plan                         │
  └────────────────────┬───────────────────┘
                       ▼
  ┌────────────────────────────────────────┐
  │ check                           review │
  │ gate not run.flags.lazy == true        │
  │  and run.size == quick                 │
  │ auditor → verdict AUDIT.md             │
  │ ↺ revise → plan (max 4, then escalate) │
  └────────────────────┬───────────────────┘
                       ▼
  ┌────────────────────────────────────────┐
  │ ok                                 ask │
  │ “Build <it> & ship?”                   │
  │ yes / modify / no, shows plan          │
  │ ↺ modify → plan                        │
  └────────────────────────────────────────┘
)");
}

// The right edge of every box is straight, and no box is wider than this.
void ExpectStraightBoxes(const std::string& text, std::size_t widest) {
  constexpr std::string_view kSide = "│";
  std::size_t edge = 0;
  for (const std::string_view line : Lines(text)) {
    if (line.starts_with("  ┌")) edge = DisplayWidth(line);
    EXPECT_LE(edge, widest);
    if (!line.starts_with("  │")) continue;
    const std::size_t right = line.find(kSide, 2 + kSide.size());
    ASSERT_NE(right, std::string_view::npos) << line;
    EXPECT_EQ(DisplayWidth(line.substr(0, right)) + 1, edge) << line;
  }
}

TEST(DrawText, FitsATerminalAndKeepsItsEdgesStraight) {
  for (const std::string& name : PresetNames(PresetKind::kPipeline)) {
    SCOPED_TRACE(name);
    const PipelineSet set = Resolve(name, BuiltinLibrary()).set;
    ExpectStraightBoxes(DrawText(set), 80);
    for (const std::size_t width : {40U, 60U, 120U}) ExpectStraightBoxes(DrawText(set, width), width);
  }
}

TEST(DrawText, NamesEveryStageOfEveryPipeline) {
  const PipelineSet set = Resolve("forge", BuiltinLibrary()).set;
  const std::string text = DrawText(set);
  for (const Pipeline& pipeline : set.pipelines) {
    for (const Stage& stage : pipeline.stages)
      EXPECT_NE(text.find("│ " + stage.name + " "), std::string::npos) << stage.name;
  }
}

TEST(DrawSvg, IsOneSelfContainedPictureWithEscapedText) {
  const std::string svg = DrawSvg(Small());
  EXPECT_TRUE(svg.starts_with("<svg xmlns="));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("Build &lt;it&gt; &amp; ship?"), std::string::npos);
  EXPECT_EQ(svg.find("href"), std::string::npos);
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_NE(svg.find("prefers-color-scheme: dark"), std::string::npos);
}

TEST(DrawSvg, DrawsOneBoxPerStageAndOneArcPerLoop) {
  const std::string svg = DrawSvg(Small());
  const auto count = [&](std::string_view piece) {
    std::size_t found = 0;
    for (std::size_t at = svg.find(piece); at != std::string::npos; at = svg.find(piece, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<rect "), 3U);
  EXPECT_EQ(count("class=\"loop\""), 2U);
  EXPECT_EQ(count("class=\"way\""), 2U);
}

TEST(Draw, TakesAnEmptySet) {
  EXPECT_EQ(DrawText({}), "");
  EXPECT_TRUE(DrawSvg({}).ends_with("</svg>\n"));
}

}  // namespace
}  // namespace forge
