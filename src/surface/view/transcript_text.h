// A transcript as text for people. Knows entries, not where they come from.
#pragma once

#include <string>

#include "engine/ports.h"
#include "service/transcript/entry.h"
#include "surface/view/tones.h"

namespace forge {

// Entries of one unit, in order.
class TranscriptText {
 public:
  explicit TranscriptText(const Palette& palette) : palette_(palette) {}

  // Whole lines; empty where there is nothing to show.
  std::string Tell(const TranscriptEntry& entry);

 private:
  std::string Timed(TimePoint at, Tone tone, std::string_view text) const;
  std::string Below(Tone tone, std::string_view text) const;
  std::string Call(const TranscriptEntry& entry) const;
  std::string ResultOf(const TranscriptEntry& entry) const;

  const Palette& palette_;
  bool speaking_ = false;  // the last entry was a piece of a text
};

// "unit 7  one implement #2  agent, running".
std::string UnitHead(const Palette& palette, const UnitRow& unit);
// "done in 3.2s: ..."
std::string UnitEnd(const Palette& palette, const UnitRow& unit);

// Without escape sequences and control characters, which would change what a terminal shows.
std::string PlainText(std::string_view text);

}  // namespace forge
