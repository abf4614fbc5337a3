#include "service/host/mcp_pipe.h"

#include "base/strings.h"
#include "os/environment.h"
#include "os/files/files.h"
#include "os/system.h"

namespace forge {

std::unique_ptr<MessagePipe> OpenStandardPipe() { return std::make_unique<MessagePipe>(0, 1, kLongestMessage); }

Result<Listener> OpenListener(const std::string& host, int port) { return Listener::Open(host, port); }

Result<Listener> OpenSocketFile(const std::string& path) { return Listener::OpenFile(path); }

std::int64_t MonotonicMs() { return SteadyMs(); }

void ForgetVariable(const std::string& name) { RemoveVariable(name); }

Result<std::string> MakeSecret() {
  const std::string random = TRY_WITH("make a secret", ReadFileHead("/dev/urandom", 32));
  if (random.size() != 32) return Fail(Code::kIo, "make a secret: the machine gave too few random bytes");
  return Sha256(random);
}

}  // namespace forge
