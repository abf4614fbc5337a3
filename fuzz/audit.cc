// Severity audits: malformed is never a pass, and a pass needs a word that says so.
#include <algorithm>
#include <string>

#include "base/result.h"
#include "base/strings.h"
#include "target.h"
#include "text/review/audit.h"

FUZZ_TARGET(audit) {
  using namespace forge;
  Audit audit = ParseAudit(text);
  CHECK(ToJson(audit).Dump() == ToJson(ParseAudit(text)).Dump());
  if (audit.malformed) CHECK(audit.revise && !audit.why.empty());
  if (audit.severity >= Severity::kMedium) CHECK(audit.revise);
  for (const Concern& concern : audit.concerns) {
    CHECK(concern.line > 0 && concern.severity != Severity::kNone);
    CHECK(audit.malformed || concern.severity <= audit.severity);
  }
  if (audit.revise) return;
  std::string lower = Lower(text);
  auto says = [&lower](std::string_view word) { return lower.find(word) != std::string::npos; };
  CHECK(says("ready") || says("approve") || says("severity") || says("low") || says("minor") || says("nit") ||
        says("info") || says("suggestion") || says("trivial") || says("non-blocking") || says("nonblocking") ||
        says("concerns") || says("shouldloop") || says("should_loop") || says("should-loop") || says("revision") ||
        says("none"));
  // No pass survives a plain objection.
  if (text.find("```") == std::string_view::npos && text.find("~~~") == std::string_view::npos &&
      text.find("<!--") == std::string_view::npos) {
    CHECK(ParseAudit(std::string(text) + "\n\nSeverity: high\n").revise);
    CHECK(ParseAudit(std::string(text) + "\n\nNeeds revision.\n").revise);
    CHECK(ParseAudit(std::string(text) + "\n\nNot ready to approve.\n").revise);
  }
}
