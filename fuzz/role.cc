// Role files: one that has no problem is a role, and every problem says what it is.

#include "base/result.h"
#include "pipeline/roles.h"
#include "target.h"

FUZZ_TARGET(role) {
  using namespace forge;
  ParsedRole parsed = ParseRole(text, "f.toml");
  if (parsed.problems.empty()) CHECK(parsed.role.has_value());
  for (const Problem& problem : parsed.problems) CHECK(!problem.what.empty() && !Describe(problem).empty());
}
