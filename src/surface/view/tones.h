// What text means, as a colour where colours are wanted.
#pragma once

#include <string>
#include <string_view>

namespace forge {

enum class Tone { kPlain, kStrong, kFaint, kGood, kBad, kWarn, kNote };

class Palette {
 public:
  explicit Palette(bool colour) : colour_(colour) {}

  std::string Paint(Tone tone, std::string_view text) const;

 private:
  bool colour_;
};

}  // namespace forge
