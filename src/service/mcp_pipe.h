// The pipe of a client that started us, and a secret of this process: what the surface of MCP needs of the machine.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "os/message_pipe.h"

namespace forge {

// Longer messages are refused: nothing a client has to say to us is.
inline constexpr std::size_t kLongestMessage = std::size_t{16} << 20;

std::unique_ptr<MessagePipe> OpenStandardPipe();

// 32 random bytes in hex.
Result<std::string> MakeSecret();

}  // namespace forge
