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

Json Asks() {
  return ParseJson(R"({"type": "object", "required": ["questions"],
    "properties": {"questions": {"type": "array", "items": {"type": "string"}}}})")
      .value();
}

TEST(ResultDocument, ListsAreReadHoweverTheyStand) {
  const char* two = R"x({"questions":["Which colour? (options: red, blue)","How many?"]})x";
  const char* one = R"({"questions":["Which colour?"]})";
  const char* none = R"({"questions":[]})";
  const std::pair<const char*, const char*> table[] = {
      {"**Questions:**\n\n| q | Options |\n|---|---|\n| Which colour? | red, blue |\n| How many? | |\n", two},
      {"**Questions:**\n| # | q | options |\n|:-:|---|--|\n| 1 | Which colour? | red, blue |\n| Q2 | How many? "
       "|\n\nx\n",
       two},
      {"**Questions:**\n| Question |\n|---|\n| none |\n", none},
      {"**Questions:**\n- Which colour?\n", one},
      {"**Questions:** Which colour?\n", one},
      {"**Questions:**\n\nWhich colour?\n", one},
      {"**Questions:**\n\nThese are left:\n\n1. Which colour?\n", one},
      {"## Questions\n\n- Which colour?\n", one},
      {"**Questions:** None of them fits: which colour?\n", R"({"questions":["None of them fits: which colour?"]})"},
      {"**Questions:** (none)\n", none},
      {"**Questions:** None.\n", none},
      {"**Questions:** *none*\n", none},
      {"**Questions:** n/a\n", none},
      {"**Questions:**\n- (none; the code decides all)\n", none},
      {"**Questions:**\n- none, because README says it\n", none},
      {"**Questions:** None - all is decided\n", none},
      {"**Questions:** No open questions\n", none},
      {"**Questions:** No questions.\n", none},
      {"**Questions:** Nothing is left for a person.\n", none},
      {"**Questions:** none remain\n", none},
      {"**Questions:**\n\nNone\n", none},
      {"**Questions:**\n", none},
      {"## Questions\n\nNone.\n", none},
  };
  for (const auto& [document, value] : table) {
    const ResultBlock read = ReadLines(document, Asks());
    EXPECT_EQ(read.value.Dump(), value) << document << Join(read.violations, "; ");
  }
  // What begins like "none" is an entry of other lists.
  EXPECT_EQ(ReadLines("**Route:** A\n**Cause:** x\n**Left out:**\n- Nobody asked for b\n- None of the tests run\n"
                      "- no docs for c\n",
                      Schema())
                .value["left_out"]
                .AsArray()
                .size(),
            3U);
}

TEST(ResultDocument, QuestionsAreReadWhateverTheyStandUnder) {
  for (const char* document : {
           "**Open questions:**\n\n- Which colour?\n",
           "Open questions:\n- Which colour?\n",
           "## Open questions\n\n- Which colour?\n",
           "### Questions for you\n\n1. Which colour?\n",
           "## For the person to decide\n\n- Which colour?\n",
           "## Decisions for you\n\nWhich colour?\n",
           "## Questions to be answered by a person\n\n- Which colour?\n",
           "## Open questions\n\n### Which colour?\n\nIt matters.\n",
           "Q1: Which colour?\n",
           "- **Q1:** Which colour?\n",
           "### Question 1: Which colour?\n",
           "**Questions:** none\n\n## Open questions\n\n- Which colour?\n",
       }) {
    const ResultBlock read = ReadLines(document, Asks());
    EXPECT_EQ(read.value.Dump(), R"({"questions":["Which colour?"]})") << document << Join(read.violations, "; ");
  }
  for (const char* document :
       {"## Settled questions\n\n- Which colour? Red, as README says\n\n**Questions:** none\n",
        "Q1: Which colour? Red.\n\n**Questions:** none\n", "## Open questions\n\nNone.\n\n**Questions:** none\n",
        "Note on questions: the code answers them.\n**Questions:** none\n",
        "## Questions the code decides\n\n- Which colour?\n\n**Questions:**\n"}) {
    EXPECT_EQ(ReadLines(document, Asks()).value.Dump(), R"({"questions":[]})") << document;
  }
  EXPECT_FALSE(ReadLines("# C\n\nAll is decided.\n", Asks()).ok());
}

TEST(ResultDocument, EntriesOfAnObjectMayBeObjects) {
  const auto read = [](const char* object) { return FindObject(object, Asks()).value.Dump(); };
  EXPECT_EQ(
      read(R"({"questions": [{"question": "Which colour?", "options": ["red", "blue"], "recommendation": "red"}]})"),
      R"x({"questions":["Which colour? (options: red, blue; recommendation: red)"]})x");
  EXPECT_EQ(read(R"({"questions": ["Which colour?"]})"), R"({"questions":["Which colour?"]})");
  EXPECT_EQ(read(R"({"questions": "Which colour?"})"), R"({"questions":["Which colour?"]})");
  EXPECT_EQ(read(R"({"questions": "none"})"), R"({"questions":[]})");
  EXPECT_EQ(read(R"({"questions": []})"), R"({"questions":[]})");
  EXPECT_FALSE(FindObject(R"({"answers": []})", Asks()).ok());
}

TEST(ResultDocument, WhatOnlyTheObjectOrOnlyTheDocumentListsIsInBoth) {
  const Json asks = ParseJson(R"({"questions": ["Which colour?"]})").value();
  const Json empty = ParseJson(R"({"questions": []})").value();
  const ResultBlock silent = ReadLines("# C\n\nAll is decided.\n", Asks());
  const ResultBlock lists = ReadLines("# C\n\n**Questions:**\n- How many?\n", Asks());
  EXPECT_EQ(WithMissingLists("# C\n\nAll is decided.\n", silent, asks),
            "# C\n\nAll is decided.\n\n**Questions:**\n- Which colour?\n");
  EXPECT_EQ(WithMissingLists("# C\n", silent, empty), "# C\n");
  EXPECT_EQ(WithMissingLists("D\n", lists, asks), "D\n") << "the document lists them in its own words";
  EXPECT_EQ(WithListsOf(empty, lists).Dump(), R"({"questions":["How many?"]})");
  EXPECT_EQ(WithListsOf(asks, lists).Dump(), asks.Dump());
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
