// A file of gate blocks: a block that is used has no problem, and the same blocks come out of CRLF text.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "base/strings.h"
#include "input.h"
#include "text/gates.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forge;
  std::string_view text = FuzzText(data, size);
  GateFile file = ParseGateFile(text);
  for (const GateProblem& problem : file.problems) CHECK(problem.line > 0 && !problem.what.empty());
  for (const auto& [phase, gate] : file.phases) CHECK(!phase.empty());
  if (text.find('\r') != std::string_view::npos) return 0;
  GateFile crlf = ParseGateFile(ReplaceAll(text, "\n", "\r\n"));
  CHECK(crlf.phases.size() == file.phases.size() && crlf.problems.size() == file.problems.size());
  return 0;
}
