// The tools of a unit's MCP servers, for the native loop. All servers start in parallel. A server that does not start,
// or ends, only causes a notice. Knows no protocol.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "agent/runtime.h"
#include "agent/tools/tools.h"

namespace forge {

class McpTools {
 public:
  // Returns when each of request.servers has answered, failed or timed out.
  static std::unique_ptr<McpTools> Open(const AgentRequest& request,
                                        const std::map<std::string, std::string>& environment, std::stop_token stop);
  virtual ~McpTools() = default;  // ends the servers

  virtual std::vector<GuestTool> tools() = 0;          // borrow from this
  virtual std::vector<std::string> TakeNotices() = 0;  // since the last time
};

// Why a unit cannot use this server; empty: it can.
std::string ServerProblem(const McpServerSpec& server, const AgentRequest& request);
// "continuing without the MCP server `box`: ..."
std::string WithoutServer(const std::string& name, const std::string& problem);

}  // namespace forge
