// Replay scripts: whatever comes in, it is read or every problem is said.

#include "agent/replay/replay_script.h"
#include "base/result.h"
#include "target.h"

FUZZ_TARGET(replay_script) {
  using namespace forge;
  ParsedReplayScript parsed = ParseReplayScript(text, "f.toml");
  for (const Problem& problem : parsed.problems) CHECK(!problem.what.empty() && !Describe(problem).empty());
}
