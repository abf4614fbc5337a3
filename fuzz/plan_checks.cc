// Structure, claims, dimensions and security words of any text: no crash, ten dimensions, citations that say where.
#include <string>

#include "base/result.h"
#include "target.h"
#include "text/plan/claims_citation.h"
#include "text/plan/plan_dimensions.h"
#include "text/plan/plan_structure.h"
#include "text/security_words.h"

FUZZ_TARGET(plan_checks) {
  using namespace forge;
  for (const StructureFinding& finding : AuditStructure(text).findings)
    CHECK(finding.line >= 0 && !finding.what.empty());
  CHECK(ScoreDimensions(text).dimensions.size() == 10);
  CHECK(FindSecurityWords(text).words.empty() == (FindSecurityWords(text).level == SecurityLevel::kNone));
  const Citation citation = ParseCitation(text);
  CHECK(citation.kind != Citation::Kind::kLine || (citation.first >= 1 && citation.last >= citation.first));
  for (const std::string& thing : ThingsNamed(text, citation)) CHECK(!thing.empty() && Mentions(thing, thing));
  const std::string_view section = FindCitedSection(text, text.substr(0, 20));
  CHECK(section.size() <= text.size());
  CHECK(FindCitedLines(text, 3, 4, 1).size() <= text.size());
}
