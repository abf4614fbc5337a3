// Forge as resources (forge://...), prompts and completions: what a client may read, begin with, and complete.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "surface/mcp/protocol/catalog.h"
#include "surface/mcp/protocol/server.h"
#include "surface/mcp/tools/world.h"

namespace forge::mcp {

// Borrow the world.
ResourceSource ForgeResources(const World& world);
std::vector<Prompt> RolePrompts(const World& world);
std::optional<std::vector<std::string>> CompleteForge(const World& world, const CompletionRequest& request);

// Compares the project with how it was when last asked: which resources have changed since. Not for several threads.
class ResourceWatch {
 public:
  explicit ResourceWatch(const World& world) : world_(world) {}
  std::vector<Change> Look();

 private:
  const World& world_;
  std::vector<std::pair<std::string, std::string>> seen_;  // what can change, and its state
  bool first_ = true;
};

// While a client is subscribed, looks for changes from time to time and has the server report them.
class ResourceWatcher {
 public:
  ResourceWatcher(const World& world, Server& server, std::function<void(std::int64_t ms)> sleep);

 private:
  std::jthread thread_;
};

}  // namespace forge::mcp
