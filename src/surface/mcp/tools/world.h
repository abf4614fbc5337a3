// What Forge's tools, resources and prompts work on: one project. Memory stays open; of the rest, each call opens what
// it needs for itself, so that calls never wait for each other.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "service/forge.h"
#include "service/memory/kept_memory.h"
#include "service/project.h"
#include "service/run_engines.h"
#include "store/store.h"
#include "surface/mcp/protocol/wire.h"
#include "surface/mcp/tools/run_news.h"
#include "surface/mcp/tools/served_project.h"

namespace forge::mcp {

struct World {
  Machine machine;
  ServedProject* served = nullptr;
  std::string user;
  std::function<TimePoint()> now;
  RunEngines* engines = nullptr;
  KeptMemory* memory = nullptr;
  RunNews* news = nullptr;

  Project project() const { return served->Get(); }
  // `create`: where the project has no store yet.
  Result<std::unique_ptr<Forge>> Open(bool create) const;
  // For what only reads: has_store() is false where the project has none.
  Result<std::unique_ptr<Forge>> OpenToRead() const;
  // With the project's memory and the user's.
  Result<Json> UseMemory(bool create, const KeptMemory::Work& work) const;
  // Into the log of calls. A convenience: where it cannot be written, the call still counts. Returns the entry with its
  // secrets masked: what clients may be told of it.
  Json Log(const Json& entry) const;
};

// A run's row as `--json` has it, with `plan` besides `plan_path`: its name here before they had one shape.
Json RunJson(const RunRow& run);
// What failed, for the model to read.
Json ToolFailure(const Error& error);
// The value, or what failed.
Json ToolOutcome(const Result<Json>& outcome);

}  // namespace forge::mcp
