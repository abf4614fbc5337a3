// Pipeline files: one that has no problem is a pipeline, and every problem says what it is.

#include "base/result.h"
#include "pipeline/load.h"
#include "target.h"

FUZZ_TARGET(pipeline) {
  using namespace forge;
  ParsedPipeline parsed = ParsePipeline(text, "f.toml");
  if (parsed.problems.empty()) CHECK(parsed.pipeline.has_value());
  for (const Problem& problem : parsed.problems) CHECK(!problem.what.empty() && !Describe(problem).empty());
}
