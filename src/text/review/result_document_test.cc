#include "text/review/result_document.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge {
namespace {

Json Schema() {
  return ParseJson(R"({"type": "object", "required": ["route", "cause"], "properties": {
    "route": {"enum": ["A", "B"], "description": "A: straight to the fix. B: plan it first"},
    "cause": {"type": "string", "description": "why it happens"},
    "retries": {"type": "integer"}, "sure": {"type": "boolean"},
    "left_out": {"type": "array", "items": {"type": "string"}, "description": "unmet on purpose"}}})")
      .value();
}

TEST(ResultDocument, AsksForEveryFieldAsALineWithWhatItTakes) {
  EXPECT_EQ(DescribeLines(Schema()),
            "The engine reads these lines of it. Each begins a line, with its label as it stands here:\n\n"
            "**Route:** `A` or `B` (A: straight to the fix. B: plan it first)\n"
            "**Cause:** text (why it happens)\n"
            "\nThese only where you have something to say there:\n\n"
            "**Retries:** a number\n"
            "**Sure:** `true` or `false`\n"
            "**Left out:** a list below this line (unmet on purpose)\n");
}

TEST(ResultDocument, OnlyWordsNumbersAndListsOfTextsFitLines) {
  EXPECT_TRUE(FitsLines(Schema()));
  EXPECT_FALSE(FitsLines(Json()));
  EXPECT_FALSE(
      FitsLines(ParseJson(R"({"properties": {"x": {"type": "array", "items": {"type": "object"}}}})").value()));
}

TEST(ResultDocument, ReadsTheLinesWhereverTheyStandAndHoweverTheyAreMarked) {
  const ResultBlock read = ReadLines(
      "# Triage\n\n- **Route**: `b`, because of the schema\nCause: the lock is taken twice\nin `a.c:12`\n\n"
      "**Sure:** true\n**Left out:**\n- a.txt: too large\n  for now\n- b.txt: not asked\n\nThe rest.\n",
      Schema());
  ASSERT_TRUE(read.ok()) << Join(read.violations, "; ");
  EXPECT_EQ(read.value.Dump(), R"({"route":"B","cause":"the lock is taken twice in `a.c:12`","sure":true,)"
                               R"("left_out":["a.txt: too large for now","b.txt: not asked"]})");
}

TEST(ResultDocument, SaysWhichLineIsMissingAndWhichCannotBeRead) {
  const ResultBlock read = ReadLines("**Route:** both\n\n```\n**Cause:** in a code block\n```\n", Schema());
  EXPECT_FALSE(read.ok());
  EXPECT_EQ(Join(read.violations, "\n"),
            "this line cannot be read: `**Route:** both`\nthe document has no line `**Cause:** text`");
  EXPECT_TRUE(ReadLines("**Route:** A\n**Cause:** x\n**Retries:** none\n", Schema()).ok()) << "none is no number";
}

TEST(ResultDocument, ADocumentIsMadeFromAnObject) {
  const Json object = ParseJson(R"({"recommendation": "merge", "reason": "", "claims": [
    {"claim": "it is faster", "check": "verified"}, {"claim": "it is smaller", "where": null}], "gaps": []})")
                          .value();
  EXPECT_EQ(DocumentFrom(object),
            "**Recommendation:** merge\n\n## Claims\n\n- claim: it is faster\n  check: verified\n"
            "- claim: it is smaller\n");
  EXPECT_EQ(DocumentFrom(ParseJson(R"({"findings": []})").value()), "");
}

}  // namespace
}  // namespace forge
