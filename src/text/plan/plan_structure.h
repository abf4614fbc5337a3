// The structural audit of a plan document: are the sections there, and do they say something? Pure; a reviewer decides
// whether what they say is right. docs/plan-checks.md lists the findings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"
#include "text/review/audit.h"

namespace forge {

struct StructureFinding {
  Severity severity = Severity::kLow;
  std::string what;
  int line = 0;  // from 1; 0: something that is not there
  bool operator==(const StructureFinding&) const = default;
};

struct StructureAudit {
  std::vector<StructureFinding> findings;  // sections in their order, then paths, then the status

  Severity severity() const;                                   // the worst
  bool revise() const { return severity() > Severity::kLow; }  // back to the planner
};

// Any text. Sections are headings of the second level outside code and quotes; of two with one name the first counts,
// and one below `## Audit Log` is the auditor's, not the plan's.
StructureAudit AuditStructure(std::string_view plan);

// {"severity", "revise", "counts": {"high","medium","low"}, "findings": [{"severity","what","line"}]}; no line: null.
Json ToJson(const StructureAudit& audit);

}  // namespace forge
