#include <algorithm>

#include "base/display.h"
#include "pipeline/draw.h"
#include "pipeline/draw_lines.h"

namespace forge {
namespace {

constexpr std::size_t kWidest = 72;
constexpr std::size_t kNarrowest = 30;

std::string Repeat(std::string_view piece, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += piece;
  return out;
}

std::string Title(const StageLines& stage, std::size_t width) {
  const std::size_t used = DisplayWidth(stage.name) + DisplayWidth(stage.kind);
  if (used + 2 > width) return Fit(stage.name + "  " + stage.kind, width, "…");
  return stage.name + std::string(width - used, ' ') + stage.kind;
}

std::size_t InnerWidth(const std::vector<StageLines>& stages) {
  std::size_t width = kNarrowest;
  for (const StageLines& stage : stages) {
    width = std::max(width, DisplayWidth(stage.name) + DisplayWidth(stage.kind) + 2);
    for (const std::string& line : stage.body) width = std::max(width, DisplayWidth(line));
    width = std::max(width, DisplayWidth(stage.loop));
  }
  return std::min(width, kWidest);
}

void DrawBox(const StageLines& stage, std::size_t width, bool first, bool last, std::string& out) {
  const std::string bar = Repeat("─", width + 2);
  const std::size_t middle = (width + 2) / 2;
  const std::string pierced = Repeat("─", middle) + "┬" + Repeat("─", width + 1 - middle);
  if (!first) out += "  " + std::string(middle + 1, ' ') + "▼\n";
  out += "  ┌" + bar + "┐\n";
  out += "  │ " + Title(stage, width) + " │\n";
  for (const std::string& line : stage.body) out += "  │ " + PadRight(Fit(line, width, "…"), width) + " │\n";
  if (!stage.loop.empty()) out += "  │ " + PadRight(Fit(stage.loop, width, "…"), width) + " │\n";
  out += "  └" + (last ? bar : pierced) + "┘\n";
}

void DrawPipeline(const Pipeline& pipeline, std::string& out) {
  out += pipeline.name;
  if (!pipeline.about.empty()) out += " — " + Fit(pipeline.about, 100, "…");
  out += "\n\n";
  std::vector<StageLines> stages;
  for (const Stage& stage : pipeline.stages) stages.push_back(LinesOf(stage));
  const std::size_t width = InnerWidth(stages);
  for (std::size_t i = 0; i < stages.size(); ++i) DrawBox(stages[i], width, i == 0, i + 1 == stages.size(), out);
}

}  // namespace

std::string DrawText(const PipelineSet& set) {
  std::string out;
  for (const Pipeline& pipeline : set.pipelines) {
    if (!out.empty()) out += "\n";
    DrawPipeline(pipeline, out);
  }
  return out;
}

}  // namespace forge
