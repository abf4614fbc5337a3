// Replay scripts: whatever comes in, it is read or every problem is said.
#include <cstddef>
#include <cstdint>

#include "agent/replay/replay_script.h"
#include "base/result.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forge;
  std::string_view text = FuzzText(data, size);
  ParsedReplayScript parsed = ParseReplayScript(text, "f.toml");
  for (const Problem& problem : parsed.problems) CHECK(!problem.what.empty() && !Describe(problem).empty());
  return 0;
}
