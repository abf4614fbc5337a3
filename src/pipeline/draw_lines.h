// What a picture says about a stage, as lines of text. For draw_text.cc and draw_svg.cc; knows no geometry.
#pragma once

#include <string>
#include <vector>

#include "pipeline/pipeline.h"

namespace forge {

struct StageLines {
  std::string name;
  std::string kind;               // "agent", "review", "panel, all-pass", ...
  std::vector<std::string> body;  // when, gate, and what it does
  std::string loop;               // "↺ revise → plan (max 3, then escalate)"; empty: none
};

StageLines LinesOf(const Stage& stage);
std::string LoopLabel(const Stage& stage);

}  // namespace forge
