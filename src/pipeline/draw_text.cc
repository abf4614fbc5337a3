#include <algorithm>

#include "base/display.h"
#include "base/flow.h"
#include "base/strings.h"
#include "pipeline/draw.h"
#include "pipeline/draw_lines.h"

namespace forge {
namespace {

constexpr std::size_t kWidest = 72;
constexpr std::size_t kNarrowest = 30;
constexpr std::size_t kEdges = 6;  // of a box, with what stands before it

std::string Repeat(std::string_view piece, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += piece;
  return out;
}

// With the kind at the right edge, if there is room.
std::string Title(const StageLines& stage, std::size_t width) {
  const std::size_t used = DisplayWidth(stage.name) + DisplayWidth(stage.kind);
  return stage.name + (used + 2 > width ? "\n" : std::string(width - used, ' ')) + stage.kind;
}

std::size_t InnerWidth(const std::vector<StageLines>& stages, std::size_t room) {
  std::size_t width = kNarrowest;
  for (const StageLines& stage : stages) {
    width = std::max(width, DisplayWidth(stage.name) + DisplayWidth(stage.kind) + 2);
    for (const std::string& line : stage.body) width = std::max(width, DisplayWidth(line));
    width = std::max(width, DisplayWidth(stage.loop));
  }
  return std::min({width, kWidest, room > 0 ? std::max(room, kNarrowest + kEdges) - kEdges : kWidest});
}

// A word that is wider than the box goes on in the next line.
void DrawInBox(const std::string& text, std::size_t width, std::string& out) {
  const std::string flowing = Flow(text, width);
  for (std::string_view line : Lines(flowing)) {
    do {
      const std::string part = Fit(line, width, "");
      out += "  │ " + PadRight(part, width) + " │\n";
      line.remove_prefix(part.size());
    } while (!line.empty());
  }
}

void DrawBox(const StageLines& stage, std::size_t width, bool first, bool last, std::string& out) {
  const std::string bar = Repeat("─", width + 2);
  const std::size_t middle = (width + 2) / 2;
  const std::string pierced = Repeat("─", middle) + "┬" + Repeat("─", width + 1 - middle);
  if (!first) out += "  " + std::string(middle + 1, ' ') + "▼\n";
  out += "  ┌" + bar + "┐\n";
  DrawInBox(Title(stage, width), width, out);
  for (const std::string& line : stage.body) DrawInBox(line, width, out);
  if (!stage.loop.empty()) DrawInBox(stage.loop, width, out);
  out += "  └" + (last ? bar : pierced) + "┘\n";
}

void DrawPipeline(const Pipeline& pipeline, std::size_t room, std::string& out) {
  out += Flow(pipeline.name + (pipeline.about.empty() ? "" : " — " + Fit(pipeline.about, 100, "…")), room) + "\n\n";
  std::vector<StageLines> stages;
  for (const Stage& stage : pipeline.stages) stages.push_back(LinesOf(stage));
  const std::size_t width = InnerWidth(stages, room);
  for (std::size_t i = 0; i < stages.size(); ++i) DrawBox(stages[i], width, i == 0, i + 1 == stages.size(), out);
}

}  // namespace

std::string DrawText(const PipelineSet& set, std::size_t width) {
  std::string out;
  for (const Pipeline& pipeline : set.pipelines) {
    if (!out.empty()) out += "\n";
    DrawPipeline(pipeline, width, out);
  }
  return out;
}

}  // namespace forge
