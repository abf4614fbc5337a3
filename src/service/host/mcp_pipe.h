// What the MCP surface needs from the machine: the pipe to a client that started us, a port for clients that connect,
// and a secret of this process.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "os/listener.h"
#include "os/process/message_pipe.h"

namespace forge {

// Longer messages are refused: nothing a client has to say to us is.
inline constexpr std::size_t kLongestMessage = std::size_t{16} << 20;

std::unique_ptr<MessagePipe> OpenStandardPipe();
Result<Listener> OpenListener(const std::string& host, int port);
Result<Listener> OpenSocketFile(const std::string& path);
std::int64_t MonotonicMs();

// Takes a variable out of this process's environment, so that no process that it starts inherits it. Before any thread
// is started.
void ForgetVariable(const std::string& name);

// 32 random bytes in hex.
Result<std::string> MakeSecret();

}  // namespace forge
