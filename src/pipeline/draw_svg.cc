// One column per pipeline, its stages downward, loops as arcs on the right. Needs nothing from outside; follows the
// page's light or dark scheme.
#include <fmt/core.h>

#include <algorithm>

#include "base/display.h"
#include "pipeline/draw.h"
#include "pipeline/draw_lines.h"

namespace forge {
namespace {

constexpr std::size_t kMostCharacters = 64;
constexpr double kCharacter = 6.7;  // of the 11px fixed-width font, rounded up
constexpr double kMargin = 24;
constexpr double kPad = 12;
constexpr double kTitleHeight = 44;
constexpr double kLine = 16;
constexpr double kGap = 26;
constexpr double kLoopStep = 14;

constexpr std::string_view kStyle = R"(
    svg { color-scheme: light dark; }
    text { font: 11px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #3c4250; }
    .head { font-size: 15px; font-weight: 600; }
    .name { font-weight: 600; }
    .quiet { fill: #7a8090; }
    .box { fill: #f6f7f9; stroke: #8a90a0; }
    .ask { fill: #fdf3dc; stroke: #b98a1d; }
    .review { fill: #e8f0fb; stroke: #4a7ab5; }
    .each { fill: #e9f5ec; stroke: #4b8f5f; }
    .way, .loop { fill: none; stroke: #8a90a0; stroke-width: 1.4; }
    .loop { stroke: #4a7ab5; stroke-dasharray: 4 3; }
    .tip { fill: #8a90a0; }
    .looptext { fill: #4a7ab5; }
    @media (prefers-color-scheme: dark) {
      text { fill: #d5d9e2; }
      .quiet { fill: #969cab; }
      .box { fill: #23262e; stroke: #6d7382; }
      .ask { fill: #38301b; stroke: #b98a1d; }
      .review { fill: #1e2b3d; stroke: #5b8bc6; }
      .each { fill: #1d3024; stroke: #5a9e6e; }
      .looptext { fill: #82abdd; }
    }
)";

std::string Text(double x, double y, std::string_view css, std::string_view text, std::string_view anchor = "start") {
  return fmt::format("  <text x=\"{:.0f}\" y=\"{:.0f}\" class=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y, css, anchor,
                     EscapeMarkup(Fit(text, 400, "…")));
}

std::string_view BoxClass(const Stage& stage) {
  if (stage.kind == StageKind::kAsk) return "ask";
  if (stage.kind == StageKind::kEach) return "each";
  return stage.reviews() ? "review" : "box";
}

// One pipeline being drawn with its left edge at `left`.
class Column {
 public:
  Column(const Pipeline& pipeline, double left) : pipeline_(pipeline), left_(left) {
    for (const Stage& stage : pipeline.stages) lines_.push_back(LinesOf(stage));
    Measure();
  }

  double right() const { return right_; }
  double bottom() const { return bottom_; }

  void Draw(std::string& out) const {
    out += Text(left_, kMargin + 12, "head", pipeline_.name);
    out += Text(left_, kMargin + 28, "quiet",
                Fit(pipeline_.about, static_cast<std::size_t>((right_ - left_) / kCharacter), "…"));
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      DrawStage(i, out);
      if (i > 0) DrawArrow(i, out);
    }
    std::size_t lane = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!lines_[i].loop.empty()) DrawLoop(i, lane++, out);
    }
  }

 private:
  void Measure() {
    std::size_t widest = 30;
    std::size_t loops = 0;
    std::size_t label = 0;
    double y = kMargin + kTitleHeight;
    for (const StageLines& stage : lines_) {
      widest = std::max(widest, DisplayWidth(stage.name) + DisplayWidth(stage.kind) + 3);
      for (const std::string& line : stage.body) widest = std::max(widest, DisplayWidth(line));
      if (!stage.loop.empty()) ++loops;
      label = std::max(label, DisplayWidth(stage.loop));
      tops_.push_back(y);
      heights_.push_back(2 * kPad + kLine * static_cast<double>(stage.body.size()) + 4);
      y += heights_.back() + kGap;
    }
    width_ = static_cast<double>(std::min(widest, kMostCharacters)) * kCharacter + 2 * kPad;
    arcs_ = kLoopStep * static_cast<double>(loops + 1);
    right_ = left_ + width_ + arcs_ + static_cast<double>(label) * kCharacter;
    bottom_ = y - kGap;
  }

  std::size_t Characters() const { return static_cast<std::size_t>((width_ - 2 * kPad) / kCharacter); }

  void DrawStage(std::size_t i, std::string& out) const {
    const StageLines& lines = lines_[i];
    out += fmt::format("  <rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" rx=\"6\" class=\"{}\"/>\n",
                       left_, tops_[i], width_, heights_[i], BoxClass(pipeline_.stages[i]));
    double y = tops_[i] + kPad + 6;
    out += Text(left_ + kPad, y, "name",
                Fit(lines.name, Characters() - std::min(Characters() / 2, DisplayWidth(lines.kind) + 2), "…"));
    out += Text(left_ + width_ - kPad, y, "quiet", lines.kind, "end");
    for (const std::string& line : lines.body)
      out += Text(left_ + kPad, y += kLine, "body", Fit(line, Characters(), "…"));
  }

  void DrawArrow(std::size_t i, std::string& out) const {
    const double x = left_ + width_ / 2;
    out += fmt::format("  <path d=\"M{0:.0f} {1:.0f} V{2:.0f}\" class=\"way\"/>\n", x, tops_[i] - kGap, tops_[i] - 7);
    out += Tip(x, tops_[i], "0 0 -4 -8 4 -8");
  }

  void DrawLoop(std::size_t i, std::size_t lane, std::string& out) const {
    const Stage& stage = pipeline_.stages[i];
    const double from = tops_[i] + kPad + 2;
    const double side = left_ + width_;
    out += Text(side + arcs_, from + 4, "looptext", lines_[i].loop);
    const auto target = std::ranges::find(pipeline_.stages, stage.on_revision, &Stage::name);
    if (target == pipeline_.stages.end()) return;
    const auto place = static_cast<std::size_t>(target - pipeline_.stages.begin());
    // A stage that repeats itself gets a small ear.
    const double to = place == i ? tops_[i] + heights_[i] - 6 : tops_[place] + heights_[place] - 8;
    const double far = side + kLoopStep * static_cast<double>(lane + 1);
    out += fmt::format("  <path d=\"M{0:.0f} {1:.0f} H{2:.0f} V{3:.0f} H{4:.0f}\" class=\"loop\"/>\n", side, from, far,
                       to, side + 7);
    out += Tip(side, to, "0 0 8 -4 8 4");
  }

  static std::string Tip(double x, double y, std::string_view points) {
    return fmt::format("  <polygon points=\"{}\" transform=\"translate({:.0f} {:.0f})\" class=\"tip\"/>\n", points, x,
                       y);
  }

  const Pipeline& pipeline_;
  std::vector<StageLines> lines_;
  std::vector<double> tops_, heights_;
  double left_, width_ = 0, arcs_ = 0, right_ = 0, bottom_ = 0;
};

}  // namespace

std::string DrawSvg(const PipelineSet& set) {
  std::string body;
  double right = kMargin;
  double bottom = kMargin;
  for (const Pipeline& pipeline : set.pipelines) {
    const Column column(pipeline, right);
    column.Draw(body);
    right = column.right() + kMargin;
    bottom = std::max(bottom, column.bottom());
  }
  const std::string name = set.pipelines.empty() ? "no pipeline" : set.pipelines[0].name;
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
             "{1:.0f}\" "
             "role=\"img\">\n  <title>Pipeline {2}</title>\n  <style>",
             right, bottom + kMargin, EscapeMarkup(name)) +
         std::string(kStyle) + "  </style>\n" + body + "</svg>\n";
}

}  // namespace forge
