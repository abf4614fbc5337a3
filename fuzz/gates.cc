// A gate on its own: what parses can be evaluated against anything, and an unknown record never passes.
#include <string>

#include "base/result.h"
#include "target.h"
#include "text/gates.h"

FUZZ_TARGET(gates) {
  using namespace forge;
  ParsedGate parsed = ParseGate(text);
  for (const GateProblem& problem : parsed.problems) CHECK(problem.line > 0 && !problem.what.empty());
  GateFacts nothing;
  GateFacts something;
  something.records = ParseJson(R"({"task": {"status": "draft", "n": 3, "tags": ["a"], "no": null,
                                    "summaries": {"plan": {"verdict": "approved"}}}})")
                          .value();
  something.variables = {{"task", "T1"}, {"a", "{task}"}};
  something.file_size = [](const std::string& path) { return std::optional<std::int64_t>(path.size()); };
  for (const GateDirective& directive : parsed.gate) CHECK(EvaluateGate({directive}, nothing).size() == 1);
  auto failures = EvaluateGate(parsed.gate, something);
  CHECK(failures.size() <= parsed.gate.size());
  // What was written as one directive reads as the same directive again.
  for (const GateDirective& directive : parsed.gate) {
    ParsedGate again = ParseGate(directive.text);
    CHECK(again.problems.empty() && again.gate.size() == 1);
    CHECK(again.gate[0].subject == directive.subject && again.gate[0].values == directive.values);
  }
}
