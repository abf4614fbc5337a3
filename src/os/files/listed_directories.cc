#include "os/files/listed_directories.h"

#include <algorithm>

namespace forge {

void ListedDirectories::Add(const std::string& path) {
  const auto version = VersionOf(path).value_or(std::nullopt);
  settled_ = settled_ && version && IsSettled(*version);
  if (version) versions_.try_emplace(path, *version);
}

bool ListedDirectories::Unchanged() const {
  return settled_ && std::ranges::all_of(versions_, [](const auto& known) {
           return VersionOf(known.first).value_or(std::nullopt) == known.second;
         });
}

}  // namespace forge
