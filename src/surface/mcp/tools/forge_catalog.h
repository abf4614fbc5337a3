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
    bool asks_roots = false;  // the client's roots decide which project it is
  };
  explicit ForgeCatalog(Parts parts);

  // What it returns must not outlive this.
  Catalog Make();
  const World& world() const { return world_; }

 private:
  // For an engine. Notices outlive it: nobody who waits for the run waits for them.
  Result<std::unique_ptr<Forge>> OpenForEngine();

  ServedProject served_;
  World world_;
  KeptMemory memory_;
  RunNews news_;
  std::mutex mutex_;                // guards notices_
  std::unique_ptr<Forge> notices_;  // whose notices all engines share
  RunEngines engines_;              // last: its threads use everything above
};

}  // namespace forge::mcp
