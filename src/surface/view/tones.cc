#include "surface/view/tones.h"

namespace forge {
namespace {

std::string_view Sequence(Tone tone) {
  switch (tone) {
    case Tone::kPlain: return "";
    case Tone::kStrong: return "\x1b[1m";
    case Tone::kFaint: return "\x1b[2m";
    case Tone::kGood: return "\x1b[32m";
    case Tone::kBad: return "\x1b[31m";
    case Tone::kWarn: return "\x1b[33m";
    case Tone::kNote: return "\x1b[36m";
  }
  return "";
}

}  // namespace

std::string Palette::Paint(Tone tone, std::string_view text) const {
  if (!colour_ || tone == Tone::kPlain) return std::string(text);
  return std::string(Sequence(tone)) + std::string(text) + "\x1b[0m";
}

}  // namespace forge
