#include "text/review/audit.h"

#include <gtest/gtest.h>

#include <string>

#include "base/testing/cpu_limit.h"

namespace forge {
namespace {

// "high!" asks for a revision, "low" passes, "malformed" is neither.
std::string AuditText(std::string_view markdown) {
  Audit audit = ParseAudit(markdown);
  if (audit.malformed) {
    EXPECT_TRUE(audit.revise) << markdown;
    EXPECT_FALSE(audit.why.empty()) << markdown;
    return "malformed";
  }
  return std::string(Name(audit.severity)) + (audit.revise ? "!" : "");
}

void ExpectRead(std::string_view expected, std::initializer_list<const char*> texts) {
  for (const char* text : texts) EXPECT_EQ(AuditText(text), expected) << text << "\n  why: " << ParseAudit(text).why;
}

TEST(Audit, ASeverityLabelIsReadInEveryMarkdownShape) {
  ExpectRead("high!", {
                          "Severity: high",         "severity:high",
                          "**Severity:** high",     "**Severity: high**",
                          "**Severity**: high",     "Severity: **high**",
                          "*Severity:* _High_",     "- Severity \xE2\x80\x94 HIGH",
                          "- severity - high",      "1. **Severity:** `high`",
                          "### Severity: High",     "Severity = high",
                          "SEVERITY: HIGH",         "Severity (high)",
                          "Severity [high]",        "Severity: \"high\"",
                          "Severity: [HIGH]",       "severity/high",
                          "severity -> high",       "Severity level: high",
                          "Severity is high.",      "The severity of the first concern: high",
                          "Overall severity: high", "maxSeverity: high",
                          "max_severity = high",    "Severity: \xF0\x9F\x94\xB4 High",
                          "### Severity\n\nHigh\n", "**Severity:**\n- high",
                          "Severity:\thigh\r\n",    "**Concern 1: no tests**\n**Severity: high**\n",
                      });
}

TEST(Audit, EveryWordOfALevelCounts) {
  ExpectRead("high!", {"Severity: blocking", "Severity: Critical", "Severity: blocker", "Severity: high"});
  ExpectRead("medium!", {"Severity: medium", "Severity: moderate", "Severity: Major"});
  ExpectRead("low",
             {"Severity: low", "Severity: minor", "Severity: suggestion", "Severity: nit", "Severity: non-blocking"});
  ExpectRead("none", {"Severity: none", "**Severity:** None."});
}

TEST(Audit, LevelsAreWholeWords) {
  ExpectRead("malformed",
             {"Severity: higher", "Severity: highly unclear", "Severity: lowish", "Severity: TBD", "Severity: N/A",
              "Severity: 3", "Severity: not high", "Severity: ???\nok", "Severity: nonesuch"});
}

TEST(Audit, TheWorstOfSeveralCounts) {
  ExpectRead("high!", {"Severity: low\nSeverity: high\nSeverity: medium", "Severity: low/high", "Severity: low to high",
                       "Severity: [high | medium | low]", "Overall severity: low\n\n- Missing lock (high)"});
  ExpectRead("medium!", {"Severity: low-medium", "Severity: low or medium"});
}

TEST(Audit, TheWorstOfSeveralCountsHoweverTheyAreJoined) {
  ExpectRead("medium!",
             {"Severity: Low\xE2\x80\x93Medium", "Severity: Low \xE2\x80\x93 Medium", "Severity: low\xE2\x80\x94medium",
              "**Severity:** Low - Medium", "Severity: low, maybe medium", "Severity: low (borderline medium)",
              "Severity: low (medium)", "Severity: low & medium", "Severity: low-to-medium", "Severity: low ~ medium",
              "Severity: low \xE2\x86\x92 medium", "Severity: low => medium", "Severity: low\xE2\x80\xA6medium",
              "**Concern 1: x** (Low\xE2\x80\x93Medium)\n\nReady to approve", "- x (low/medium)\n\nReady to approve",
              "- Low \xE2\x80\x93 Medium: x\n\nReady to approve", "- Medium-low: x\n\nReady to approve",
              "- Low/Medium: x\n\nReady to approve", "| Low - medium | x |\n\nReady to approve"});
  ExpectRead("low", {"Severity: low \xE2\x80\x94 high load is rare", "Severity: low (high confidence)",
                     "Severity: low, high load is rare", "Severity: low - major-version bumps are elsewhere",
                     "Severity: low, even at high load", "- Low \xE2\x80\x94 high-level remark"});
  ExpectRead("high!", {"**High**\xE2\x80\x94low memory ends it", "- **High** \xE2\x80\x94 low-level code is wrong"});
}

TEST(Audit, BracketsBehindATitleCount) {
  ExpectRead("high!", {"**Concern 1: the lock is missing** (high)", "- Missing lock (HIGH): details",
                       "### [HIGH] Missing lock", "[high] missing lock", "The lock is missing (high).",
                       "1. **[Blocking]** no tests", "Concern (high severity): no tests", "- [Critical] x"});
  ExpectRead("low", {"- typo in the docs (minor)", "### A nit (low)"});
  ExpectRead("malformed", {"The load (high) is fine and so on.", "Depends on: (none)", "- Files: (none)",
                           "See [high](http://x) water and more"});
}

TEST(Audit, ALeadingLevelCounts) {
  ExpectRead("high!",
             {"- High: no rollback path", "**High** \xE2\x80\x94 no rollback path", "HIGH: no rollback",
              "1. **High:** no rollback", "### High\n\n- no rollback\n", "## High severity issues\n1. no rollback",
              "### Blocking (2)\n", "- \xF0\x9F\x94\xB4 **Critical** - no rollback", "High: 1, Low: 3",
              "- Blocking: yes", "1. **High** no rollback", "### **Critical** no rollback",
              "### High-severity concerns\n\nThe lock is missing."});
  ExpectRead("medium!", {"High: 0, Medium: 2, Low: 1", "- Major: x\n- Nit: y", "Medium - x is wrong"});
  ExpectRead("low", {"- Minor: typo", "- Nit: typo\n- Low: other", "### High\nNone.\n\n### Low\n- typo",
                     "High: none\nLow: typo", "### High (0)\n### Low (1)\n", "## Blocking\n\n## Low\n- typo",
                     "High: 0 | Medium: 0 | Low: 1"});
  ExpectRead("malformed", {"High-level overview: fine", "Low-hanging fruit", "Higher: x", "High water mark of the heap",
                           "Critical files are listed", "- None: x", "**High** quality work"});
}

TEST(Audit, TablesAreReadByTheirSeverityColumn) {
  ExpectRead(
      "high!",
      {"| # | Severity | Concern |\n|---|---|---|\n| 1 | low | typo |\n| 2 | **High** | lock |\n",
       "Concern | Severity\n--- | ---\nlock | high\n", "| Concern | Max severity |\n|:-|-:|\n| x | Blocking |\n",
       "| 1 | lock | high |\n", "| Field | Value |\n|---|---|\n| Severity | High |\n",
       "| Severity | Count |\n|---|---|\n| High | 2 |\n", "| Area | High | Low |\n|---|---|---|\n| api | 1 | 0 |\n",
       "| x | y |\n|---|---|\n| lock is missing | high |\n"});
  ExpectRead("low", {"| # | Severity | Concern |\n|---|---|---|\n| 1 | low | high memory use |\n",
                     "| Severity | Count |\n|---|---|\n| High | 0 |\n| Low | 3 |\n",
                     "| Risk | Likelihood | Severity |\n|---|---|---|\n| x | high | low |\n"});
  ExpectRead("none", {"| Severity | none |\n"});
  ExpectRead("malformed", {"| Severity | Concern |\n|---|---|\n| TBD | x |\n", "| a | none |\n",
                           "| Area | High | Low |\n|---|---|---|\n| api | 0 | 0 |\n",
                           "| Task | Effort |\n|---|---|\n| parser | low |\n"});
}

TEST(Audit, VerdictPhrasesAreRead) {
  ExpectRead("high!", {"Needs revision.", "**Verdict:** Needs revision", "The plan needs revision before it can go on.",
                       "Verdict: needs some more revision", "Revision required", "This must be revised.",
                       "## Verdict\n\nNeeds revision", "VERDICT: NEEDS REVISION", "**Verdict:** changes requested",
                       "- [x] Needs revision\n- [ ] Ready to approve", "| Verdict | Needs revision |"});
  ExpectRead("low",
             {"Ready to approve.", "**Verdict:** Ready to approve", "READY TO APPROVE", "The plan is ready to approve!",
              "The plan is ready\nto approve", "**Verdict:** Approved", "## Verdict\n\nReady for approval.",
              "- [x] Ready to approve\n- [ ] Needs revision", "Ready to approve? Yes.",
              "| Verdict | Ready to approve |", "**Verdict:** **Ready to approve.**", "Verdict: low"});
}

TEST(Audit, AnAffirmationMayFollowANegatedPremise) {
  ExpectRead("low", {"No concerns. Ready to approve.", "No blocking concerns, ready to approve.",
                     "There are no remaining concerns and the plan is ready to approve.",
                     "With no blocking concerns this is ready to approve.",
                     "I don't see any gaps, so this is ready to approve.",
                     "All previous concerns have been addressed and the plan is ready to approve.",
                     "Only nits remain, ready to approve.", "Ready to approve, no changes required.",
                     "Does it handle an empty file? It does not matter. Ready to approve.",
                     "- Does not cover Windows\n- Ready to approve"});
}

TEST(Audit, NegationsNeverPass) {
  ExpectRead("high!", {"Not ready to approve.",
                       "**Not** ready to approve",
                       "The plan is not ready to approve.",
                       "It isn't ready to approve.",
                       "It isn\xE2\x80\x99t ready to approve.",
                       "It isnt ready to approve",
                       "Not yet ready to approve",
                       "NOT READY TO APPROVE",
                       "This is not\nready to approve.",
                       "Not-ready-to-approve",
                       "In no way ready to approve.",
                       "No longer ready to approve",
                       "Ready to approve? No.",
                       "Ready to approve: no",
                       "| Ready to approve | No |",
                       "\xE2\x9D\x8C Ready to approve",
                       "I cannot say this is ready to approve.",
                       "Never ready to approve",
                       "hardly ready to approve",

                       "This cannot be approved.",
                       "Do not approve.",
                       "Not approved",
                       "**Verdict:** Not approved",
                       "It is neither complete nor ready to approve"});
  for (const char* text : {"This is not, in my view, ready to approve.",
                           "I do not believe the plan, as written, is ready to approve.",
                           "No part of this, as written, is ready to approve.",
                           "No part of this is ready to approve.",
                           "Ready to approve once the tests are added.",
                           "If the lock is fixed it is ready to approve.",
                           "Almost ready to approve",
                           "Ready to approve after the fix",
                           "It would be ready to approve with tests",
                           "Ready to approve?",
                           "far from ready to approve",
                           "~~Ready to approve~~",
                           "The author says it is ready to approve.",
                           "This plan is not:\n\n- complete\n- ready to approve\n",
                           "Ready to approve is not what I would say.",
                           "Only after the fix is it ready to approve.",
                           "not, e.g. for users, ready to approve",
                           "- [ ] Ready to approve",
                           "Ready to approve, but fix the lock first",
                           "| Ready to approve |\n|---|\n| No |\n",
                           "> Ready to approve",
                           "```\nReady to approve\n```",
                           "to be ready to approve it needs tests",
                           "unready to approve",
                           "Verdict: approve with changes",
                           "Verdict: rejected",
                           "**Verdict:** hmm\n\nSeverity: low",
                           "VERDICT: CAP_REACHED"}) {
    EXPECT_TRUE(ParseAudit(text).revise) << text;
  }
}

TEST(Audit, ANegatedNeedForRevisionIsNoVerdictAtAll) {
  ExpectRead("malformed", {"No revision needed.", "It does not need revision.", "No need for revision",
                           "No section needs revision.", "It no longer needs revision", "Needs revision: no"});
  ExpectRead("low", {"No revision needed. Ready to approve.", "Severity: low. It doesn't need revision."});
  ExpectRead("high!", {"Not fine, needs revision", "No, revision required", "It is not good as it needs revision"});
}

TEST(Audit, ContradictionsNeverPass) {
  ExpectRead("high!", {"Severity: high\n\nReady to approve.", "Ready to approve.\n\nNeeds revision.",
                       "**Verdict:** Needs revision / Ready to approve", "**Verdict:** [Approved | Revision Required]",
                       "There is a high severity concern. Ready to approve.", "Severity: none\nNeeds revision",
                       "2 high, 1 low. Ready to approve."});
  ExpectRead("low!", {"Severity: low\nNeeds revision", "Severity: low\n\nNot ready to approve"});
  ExpectRead("none", {"Severity: none\nReady to approve", "Severity: none\nVerdict: Ready to approve"});
  ExpectRead("medium!", {"One medium-severity issue remains.\n\n**Verdict:** Ready to approve"});
}

TEST(Audit, WhatIsGoneOrSupposedIsNoConcern) {
  ExpectRead("low", {"No high severity concerns remain. Ready to approve.",
                     "The previous high-severity concern is resolved. Ready to approve.",
                     "0 high, 0 medium, 2 low\n\nReady to approve.", "By severity: 0 high, 2 low. Ready to approve."});
}

TEST(Audit, CodeAndQuotesDoNotCount) {
  ExpectRead("low", {"> Severity: high\n\nReady to approve.", "```\nSeverity: high\n```\nReady to approve.",
                     "~~~md\n- High: x\nNeeds revision\n~~~\nSeverity: low"});
  ExpectRead("malformed", {"```\nReady to approve\n```\n", "> Severity: low\n", "<!-- Severity: low -->\n"});
}

TEST(Audit, JsonVerdictsAreRead) {
  ExpectRead("high!",
             {R"({"maxSeverity": "high", "shouldLoop": true})", "```json\n{\"maxSeverity\": \"blocking\"}\n```\n",
              "```\n{\"verdict\": {\"maxSeverity\": \"high\"}}\n```", R"({"audit": {"max_severity": "critical"}})",
              R"({"concerns": [{"severity": "high", "title": "lock"}]})", R"({"verdict": "needs revision"})",
              R"({"shouldLoop": true})", R"({"maxSeverity":"none","shouldLoop":true})"});
  ExpectRead("low", {R"({"maxSeverity": "minor", "shouldLoop": false})", R"({"verdict": "Ready to approve"})",
                     "```json\n{\"severity\": \"low\"}\n```"});
  ExpectRead("none", {R"({"maxSeverity": "none", "concerns": []})", "```json\n{\"concerns\": []}\n```"});
}

TEST(Audit, ThatNoLoopIsNeededIsNoVerdict) {
  ExpectRead("malformed", {R"({"shouldLoop": false})", "```json\n{\"shouldLoop\": false}\n```",
                           R"({"verdict": {"shouldLoop": false}})", R"({"needsRevision": false})"});
  ExpectRead("low", {"{\"shouldLoop\": false}\n\nReady to approve."});
}

TEST(Audit, AVerdictInAnotherNotationCanOnlyPreventAPass) {
  ExpectRead("high!", {"Severity: minor\n\n```ts\nconst verdict = {\n  maxSeverity: 'blocking',\n};\n```\n",
                       "Ready to approve.\n\n```yaml\nmaxSeverity: high\n```\n",
                       "Severity: none\n\n```toml\nshould_loop = true\n```\n",
                       "Severity: low\n\n```ts\n{ maxSeverity: blocking }\n```\n"});
  ExpectRead("low", {"Severity: minor\n\n```ts\nmaxSeverity: 'none', shouldLoop: false\n```\n",
                     "Severity: minor\n\n```ts\nconst severity = 'high';\n```\n"});
  ExpectRead("malformed", {"```ts\nmaxSeverity: 'none'\n```\n"});
}

TEST(Audit, ATypeInQuotedCodeIsNoVerdict) {
  ExpectRead("low", {"Severity: minor\n\n```ts\ntype Level = { maxSeverity: 'low' | 'high' };\n```\n",
                     "Severity: minor\n\n```ts\ntype Level = { maxSeverity?: \"high\" | \"low\", a: b }\n```\n",
                     "Severity: minor\n\n```ts\nmaxSeverity:\n  | 'low'\n  | 'high';\n```\n",
                     "Severity: minor\n\n```ts\nmaxSeverity: string;\nshouldLoop: true | false;\n```\n",
                     "Severity: minor\n\n```ts\nmaxSeverity: Severity;\nshouldLoop: boolean;\n```\n",
                     "Severity: minor\n\n```py\nmax_severity: str | None\n```\n"});
  ExpectRead("high!", {"Severity: minor\n\n```ts\nmaxSeverity: 'low' | 'high';\nmaxSeverity: 'high';\n```\n",
                       "Severity: minor\n\n```yaml\nmaxSeverity: High\nother: a | b\n```\n"});
  ExpectRead("low!", {"Severity: minor\n\n```ts\nshouldLoop: true, a: x | y\n```\n"});
}

TEST(Audit, HarmlessJsonIsIgnored) {
  ExpectRead("high!", {"{\"file\": \"a.cc\"}\n\n```json\n{\"maxSeverity\": \"high\"}\n```\n"});
  ExpectRead("low", {"```json\n{\"name\": \"x\", \"tags\": [\"high\"]}\n```\nReady to approve.",
                     "Use {x}. Ready to approve."});
  ExpectRead("malformed", {"{\"ok\": true}", "```json\n{\"approved\": true}\n```"});
}

TEST(Audit, ContradictoryOrBrokenJsonNeverPasses) {
  ExpectRead("high!", {R"({"maxSeverity":"blocking","shouldLoop":false})",
                       R"({"maxSeverity":"minor","concerns":[{"severity":"blocking"}]})",
                       "```json\n{\"maxSeverity\":\"high\",\"maxSeverity\":\"none\"}\n```",
                       "{\"maxSeverity\":\"none\"}\n\nSeverity: high", "```json\n{\"maxSeverity\": \"high\",}\n```",
                       R"({"maxSeverity":"none","issues":[{"severity":"high"}]})"});
  ExpectRead(
      "malformed",
      {R"({"maxSeverity": "catastrophic"})", R"({"maxSeverity": null})", R"({"maxSeverity": 2, "shouldLoop": false})",
       R"({"shouldLoop": "false"})", R"({"verdict": "rejected", "severity": "low"})", R"({"concerns": "none"})",
       R"({"maxSeverity":"none","concerns":[{"title":"x"}]})", R"({"maxSeverity":"none","concerns":["x"]})",
       "```json\n{\"maxSeverity\": \"low\", \"shouldLoop\": fal\n", "{\"shouldLoop\": fals\n\nReady to approve.",
       R"({"verdict": {"maxSeverity": "low", "shouldLoop": 0}})"});
}

TEST(Audit, NothingReadableIsMalformed) {
  ExpectRead("malformed", {"", " \n\t\n", "Looks good to me.", "LGTM", "severity", "Severity", "The severity of it all",
                           "{{{{", "\"{\"", "|||||", "| | |\n|-|-|\n"});
  EXPECT_EQ(ParseAudit("").why, "no severity and no verdict found");
}

TEST(Audit, ConcernsCarryTitleLevelAndLine) {
  Audit audit = ParseAudit(
      "# Audit\n\n**Concern 1: The lock is missing**\nIt races.\n**Severity: high**\n\n"
      "**Concern 2: A typo**\n**Severity:** low\n\n- Medium: no rollback path\n\nOverall severity: high\n");
  ASSERT_EQ(audit.concerns.size(), 3U);
  EXPECT_EQ(audit.concerns[0].severity, Severity::kHigh);
  EXPECT_EQ(audit.concerns[0].line, 5);
  EXPECT_TRUE(audit.concerns[0].text.starts_with("Concern 1: The lock is missing")) << audit.concerns[0].text;
  EXPECT_EQ(audit.concerns[1].severity, Severity::kLow);
  EXPECT_TRUE(audit.concerns[1].text.starts_with("Concern 2: A typo"));
  EXPECT_EQ(audit.concerns[2].text, "no rollback path");
  EXPECT_EQ(audit.concerns[2].line, 10);
}

TEST(Audit, PrintsItselfAsJson) {
  EXPECT_EQ(
      ToJson(ParseAudit("- Missing lock [high]")).Dump(),
      R"({"severity":"high","revise":true,"concerns":[{"severity":"high","text":"Missing lock [high]","line":1}]})");
  EXPECT_EQ(ToJson(ParseAudit("Ready to approve")).Dump(), R"({"severity":"low","revise":false,"concerns":[]})");
  EXPECT_EQ(ToJson(ParseAudit("hm")).Dump(),
            R"({"severity":"malformed","revise":true,"concerns":[],"why":"no severity and no verdict found"})");
}

TEST(Audit, TakesWhateverBytesComeAlong) {
  EXPECT_EQ(AuditText("\xEF\xBB\xBFSeverity: low\r\n"), "low");
  EXPECT_EQ(AuditText(std::string("\0\xFF\xFE Severity: high\0", 19)), "high!");
  EXPECT_EQ(AuditText(std::string("Ready to \0approve", 17)), "low");
}

// Each of these costs the square of its length with a careless reader.
TEST(Audit, TakesNoLongerThanItsInputIsLong) {
  const CpuLimit limit;
  constexpr std::size_t kBytes = 500'000;
  for (std::string_view unit : {"severity:",
                                "severity: high",
                                "(high",
                                "(",
                                "[",
                                "|",
                                "| high ",
                                "high severity ",
                                "1.1.",
                                "High: 1, ",
                                "ready to approve ",
                                "needs revision ",
                                "no ",
                                "not approve ",
                                "approve ",
                                "\"severity\" ",
                                "{\"severity\":",
                                "2 high ",
                                "~~",
                                "- ",
                                "> ",
                                "`",
                                "\n",
                                "severity of the ",
                                "1 1 ",
                                "high/",
                                "\"maxseverity\" ",
                                "- High\n",
                                "Severity:\n",
                                "**a:**\n",
                                "?",
                                "ready to approve?",
                                "verdict: ",
                                "| verdict ",
                                "a|\n|-\n",
                                "high, ",
                                "is ready to approve, so "}) {
    std::string text;
    text.reserve(kBytes + unit.size());
    while (text.size() < kBytes) text += unit;
    EXPECT_TRUE(ParseAudit(text).revise) << unit;  // noise never passes
  }
}

TEST(Audit, AConcernIsToldWithoutItsEmphasis) {
  const Audit audit =
      ParseAudit("**Concern 1: ties are not decided**\n**Severity: high**\n\n**Verdict:** Needs revision\n");
  ASSERT_EQ(audit.concerns.size(), 1u);
  EXPECT_EQ(audit.concerns[0].text, "Concern 1: ties are not decided");
}

TEST(Audit, OneProblemOfALevelCountsWhateverElseIsSaid) {
  ExpectRead("high!", {"There is one blocking problem in x.\n\n{\"maxSeverity\":\"low\"}",
                       "No high severity issues, but one is critical: the key leaks.\n\nSeverity: low",
                       "Severity: low\n\nI found a critical issue in the parser.", "Severity: low\nTwo are blocking."});
  ExpectRead("low", {"Severity: low\n\nThere is not one blocking problem.", "Severity: low\n\nNo critical issues.",
                     "Severity: low\n\nI saw one blocking problem, but it is fixed.",
                     "Severity: low\n\nThere is one minor problem.", "Severity: low\n\nA high bar."});
}

}  // namespace
}  // namespace forge
