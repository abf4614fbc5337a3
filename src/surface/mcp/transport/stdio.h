// MCP over standard input and output: one client, the program that started us. Both eras on one pipe.
#pragma once

#include "service/host/mcp_pipe.h"
#include "surface/mcp/protocol/server.h"

namespace forge::mcp {

// Until the client closes its end, or we are told to end. Running requests are then cancelled.
void ServePipe(Server& server, MessagePipe& pipe);

}  // namespace forge::mcp
