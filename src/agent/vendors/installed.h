// Lists the installed agents, for `forge agents`. Asks programs for their version; contacts no provider.
#pragma once

#include <string>
#include <vector>

#include "agent/runtime.h"
#include "base/word_table.h"

namespace forge {

struct ListedRuntime {
  enum class Health { kReady, kMissing, kBroken };
  std::string name;  // "claude", "anthropic", ...
  std::string kind;  // "program", "native", "acp", "any"
  Health health = Health::kMissing;
  std::string path;     // of a program that was found
  std::string version;  // as the program prints it
  std::string tested;   // the version that Forge was tested with
  std::string note;     // why it is not ready, or a remark
  std::string install;  // how to install it
};
constexpr auto EnumWords(ListedRuntime::Health) {
  return WordTable<ListedRuntime::Health>("ready", "missing", "broken");
}

// In the order of `auto`, then those that `auto` never chooses.
std::vector<ListedRuntime> ListRuntimes(const RuntimePlaces& places);

}  // namespace forge
