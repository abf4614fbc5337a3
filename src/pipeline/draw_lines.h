// What a picture says about a stage, as lines of text. For draw_text.cc and draw_svg.cc; knows no geometry.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
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

std::size_t Width(std::string_view text);                   // in characters
std::string Fit(std::string_view text, std::size_t width);  // on one line, cut with … when longer

}  // namespace forge
