// The seed of a random test: FORGE_SEED when set, to play a failure again, or a fresh one.
// For tests only: nothing else may read the environment.
#pragma once

#include <cstdlib>
#include <random>

#include "base/strings.h"

namespace forge {

inline unsigned TestSeed() {
  const char* text = std::getenv("FORGE_SEED");
  if (auto seed = text ? ParseInt(text) : std::nullopt) return static_cast<unsigned>(*seed);
  return std::random_device{}();
}

}  // namespace forge
