// A file of gate blocks: a block that is used has no problem, and the same blocks come out of CRLF text.
#include <string>

#include "base/result.h"
#include "base/strings.h"
#include "target.h"
#include "text/gates.h"

FUZZ_TARGET(gate_file) {
  using namespace forge;
  GateFile file = ParseGateFile(text);
  for (const GateProblem& problem : file.problems) CHECK(problem.line > 0 && !problem.what.empty());
  for (const auto& [phase, gate] : file.phases) CHECK(!phase.empty());
  if (text.find('\r') != std::string_view::npos) return;
  GateFile crlf = ParseGateFile(ReplaceAll(text, "\n", "\r\n"));
  CHECK(crlf.phases.size() == file.phases.size() && crlf.problems.size() == file.problems.size());
}
