// Everything Forge offers over MCP for one project, put together; every call of a tool leaves a line in the log.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "service/forge.h"
#include "service/memory/kept_memory.h"
#include "service/project.h"
#include "service/run_engines.h"
#include "surface/mcp/protocol/catalog.h"
#include "surface/mcp/tools/world.h"

namespace forge::mcp {

class ForgeCatalog {
 public:
  struct Parts {
    Machine machine;
    Project project;
    std::string user;
    std::function<TimePoint()> now;
  };
  explicit ForgeCatalog(Parts parts);

  // What it returns must not outlive this.
  Catalog Make() const;
  const World& world() const { return world_; }

 private:
  // For an engine. Notices outlive it: nobody who waits for the run waits for them.
  Result<std::unique_ptr<Forge>> OpenForEngine();

  World world_;
  KeptMemory memory_;
  std::mutex mutex_;             // guards news_
  std::unique_ptr<Forge> news_;  // whose notices all engines share
  RunEngines engines_;           // last: its threads use everything above
};

}  // namespace forge::mcp
