#include "surface/cli/commands/agents/ping.h"

#include "service/proof/verify_directory.h"

namespace forge::cli {

Result<AgentRequest> MakePing(const Context& context) {
  constexpr std::int64_t kLongestMs = 120'000;
  AgentRequest request;
  request.label.stage = "test";
  request.label.role = "tester";
  request.prompt = "Answer with the single word pong and nothing else. Use no tools.\n";
  request.cwd = TRY(context.host.make_temporary_directory());
  request.deadlines.wall_ms = kLongestMs;
  if (context.settings) request.withheld = WithheldBy(context.host.machine, *context.settings);
  return request;
}

}  // namespace forge::cli
