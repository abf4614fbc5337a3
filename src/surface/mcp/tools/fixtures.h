// What the public conformance suite of MCP expects a server to offer: tools, prompts and resources that only exercise
// the protocol. Served with `forge mcp --conformance-fixtures`; of no use to anybody else.
#pragma once

#include <cstdint>
#include <functional>

#include "surface/mcp/protocol/catalog.h"

namespace forge::mcp {

void AddFixtures(Catalog& catalog, const std::function<void(std::int64_t ms)>& sleep);

// fixture_rounds.cc: tools that ask the client, with the next round; fixture_tasks.cc: tools that run as tasks.
void AddRoundFixtures(Catalog& catalog);
void AddTaskFixtures(Catalog& catalog, const std::function<void(std::int64_t ms)>& sleep);

}  // namespace forge::mcp
