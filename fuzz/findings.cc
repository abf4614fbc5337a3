// Findings, lenses, debates and SARIF logs of any bytes: nothing is lost, nothing travels that could break a page, and
// the order of lenses does not matter.
#include <algorithm>
#include <string>

#include "base/result.h"
#include "base/strings.h"
#include "model/dialectic.h"
#include "model/lenses.h"
#include "target.h"
#include "text/formats/sarif.h"

namespace {

using namespace forge;

void CheckFinding(const Finding& finding) {
  CHECK(!finding.description.empty());
  CHECK(finding.line >= 0 && finding.line <= kHighestLine);
  CHECK(finding.description.size() <= kLongestDescription + 200);
  for (const std::string* text : {&finding.file, &finding.description, &finding.element, &finding.severity}) {
    CHECK(text->find('\0') == std::string::npos && ValidUtf8(*text) == *text);
  }
  if (!finding.foreign) CHECK(!finding.file.starts_with("/") && !finding.file.starts_with("../"));
  CHECK(FindingFromJson(ToJson(finding), finding.source).line == finding.line);
}

void CheckLenses(const Json& json) {
  auto answers = LensesFromJson(json);
  if (!answers) return;
  const std::string verdict = ToJson(AggregateLenses(*answers)).Dump();
  std::size_t said = 0;
  for (const LensAnswer& answer : *answers) said += answer.findings.size();
  std::reverse(answers->begin(), answers->end());
  const LensVerdict again = AggregateLenses(*answers);
  CHECK(ToJson(again).Dump() == verdict);
  for (const auto* groups : {&again.must_fix, &again.advisory}) {
    for (const LensGroup& group : *groups) said -= group.all.size();
  }
  CHECK(said == 0);
  CHECK(again.blocked || again.decided);
}

}  // namespace

FUZZ_TARGET(findings) {
  if (const auto findings = FindingsFromSarif(text)) {
    for (const Finding& finding : *findings) CheckFinding(finding);
  }
  const auto json = ParseJson(text);
  if (!json) return;
  for (const Finding& finding : FindingsFromJson(*json, "fuzz")) CheckFinding(finding);
  CheckLenses(*json);
  if (const auto objections = ObjectionsFromJson(*json)) {
    CHECK(Settle(*objections).size() == objections->size());
  }
}
