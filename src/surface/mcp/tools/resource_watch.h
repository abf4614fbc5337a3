// Looks from time to time what clients should hear of without asking: resources that have changed, and what runs do.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <thread>

#include "surface/mcp/protocol/server.h"
#include "surface/mcp/tools/world.h"

namespace forge::mcp {

// Which runs and plans there are, compared with the last look. Not for several threads.
class ResourceNames {
 public:
  explicit ResourceNames(const World& world) : world_(world) {}
  bool HaveChanged();  // never at the first look

 private:
  const World& world_;
  std::set<std::string> seen_;
  bool first_ = true;
};

// While it lives, the server's clients are told: of resources only while a client is subscribed to one.
class ResourceWatcher {
 public:
  ResourceWatcher(const World& world, Server& server, std::function<void(std::int64_t ms)> sleep);

 private:
  std::jthread thread_;
};

}  // namespace forge::mcp
