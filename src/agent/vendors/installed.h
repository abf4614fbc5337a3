// Which agents this machine has: for `forge agents`. Asks programs for their version; asks no provider anything.
#pragma once

#include <string>
#include <vector>

#include "agent/runtime.h"

namespace forge {

struct ListedRuntime {
  enum class Health { kReady, kMissing, kBroken };
  std::string name;  // "claude", "anthropic", ...
  std::string kind;  // "program", "native", "any"
  Health health = Health::kMissing;
  std::string path;     // of a program that was found
  std::string version;  // its own word
  std::string tested;   // the version Forge was tried with
  std::string note;     // why it is not ready, or what to know
  std::string install;  // what to do to get it
};
std::string_view Name(ListedRuntime::Health health);

// In the order in which `auto` takes them; then the ones it never takes.
std::vector<ListedRuntime> ListRuntimes(const RuntimePlaces& places);

}  // namespace forge
