// Role files: one that has no problem is a role, and every problem says what it is.
#include <cstddef>
#include <cstdint>

#include "base/result.h"
#include "input.h"
#include "pipeline/roles.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forge;
  std::string_view text = FuzzText(data, size);
  ParsedRole parsed = ParseRole(text, "f.toml");
  if (parsed.problems.empty()) CHECK(parsed.role.has_value());
  for (const Problem& problem : parsed.problems) CHECK(!problem.what.empty() && !Describe(problem).empty());
  return 0;
}
