#include "text/review/review_shown.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

constexpr const char* kBlock = R"(
```json
{"findings": [{"severity": "medium", "title": "the lock is kept", "text": "An early return.", "file": "a.cc", "line": 7,
  "element": "Open", "fix": "Release it.\nThen return."}, {"severity": "low", "title": "a name", "text": ""}]}
```
)";

TEST(ReviewShown, HasEachFindingOnce) {
  const std::string review =
      std::string("1. The lock is kept after an early return.\n\n**Verdict:** Revision Required\n") + kBlock;
  EXPECT_EQ(ReviewShown(review),
            "**Verdict:** Revision Required\n\n"
            "- medium: the lock is kept (a.cc:7, Open)\n  An early return.\n  Fix: Release it.\n  Then return.\n"
            "- low: a name\n");
}

TEST(ReviewShown, AnApprovalThatListsNothingIsItsVerdict) {
  const std::string words = "All fits.\n\n**Verdict:** Approved\n";
  const std::string review = words + "\n```json\n{\"findings\": []}\n```\n";
  EXPECT_EQ(ReviewShown(review), "**Verdict:** Approved\n");
  EXPECT_EQ(ReviewDocument(review), words) << "who names the document asks for its words";
}

TEST(ReviewShown, KeepsTheWordsThatAskForChangesWhereTheBlockHasNoFinding) {
  const std::string words = "It loses data.\n\n**Verdict:** Revision Required\n";
  EXPECT_EQ(ReviewShown(words + "\n```json\n{\"findings\": []}\n```\n"), words);
}

TEST(ReviewShown, KeepsTheWordsBesideMereAdvice) {
  const std::string words =
      "Criterion 1: `test -s a`, exit 0.\nCriterion 2 could not be run.\n\n**Verdict:** Approved\n";
  EXPECT_EQ(ReviewShown(words + "\n```json\n{\"findings\": [{\"severity\": \"low\", \"title\": \"a nit\"}]}\n```\n"),
            words + "\n- low: a nit\n");
}

TEST(ReviewShown, LeavesOtherFormsAsTheyAre) {
  const std::string audit = "**Concern 1: late**\nIt is.\n**Severity: low**\n\n**Verdict:** Ready to approve\n";
  EXPECT_EQ(ReviewShown(audit), audit);
  const std::string own = "**Verdict:** Approved\n\n```json\n{\"findings\": [], \"gaps\": [\"x\"]}\n```\n";
  EXPECT_EQ(ReviewShown(own), own);
}

TEST(ReviewShown, ListsTheTwoSidesOfADebateByTheirNumbers) {
  const std::string objections = R"(R1 is bad.

**Verdict:** Revision Required

```json
{"objections": [{"id": "R1", "title": "lost", "text": "A kill loses it.", "severity": "high", "file": "a.c", "line": 3,
  "position": "kept"}, {"id": "R2", "text": "late"}]}
```
)";
  EXPECT_EQ(ReviewShown(objections),
            "**Verdict:** Revision Required\n\n- R1, high: lost (a.c:3)\n  A kill loses it.\n  kept\n- R2: late\n");
  EXPECT_EQ(ReviewShown("I looked.\n\n**Verdict:** Approved\n\n```json\n{\"objections\": []}\n```\n"),
            "**Verdict:** Approved\n");
  EXPECT_EQ(ReviewShown("Yes.\n\n```json\n{\"answers\": [{\"id\": \"R1\", \"answer\": \"concede\", \"text\": "
                        "\"It does.\"}]}\n```\n"),
            "- R1: concede\n  It does.\n");
}

TEST(ReviewShown, ObjectionsAreReadLikeFindings) {
  const std::string words = "It may be slow later.\n\n**Verdict:** Approved\n";
  const std::string none = words + "\n```json\n{\"objections\": []}\n```\n";
  EXPECT_EQ(ReviewShown(none), "**Verdict:** Approved\n");
  EXPECT_EQ(ReviewDocument(none), words) << "who names the document asks for its words";
  const std::string advice =
      words + "\n```json\n{\"objections\": [{\"id\": \"R1\", \"severity\": \"low\", \"title\": \"slow\"}]}\n```\n";
  EXPECT_EQ(ReviewShown(advice), words + "\n- R1, low: slow\n");
  EXPECT_EQ(ReviewDocument(advice), ReviewShown(advice));
}

TEST(ReviewShown, ARebuttalThatGivesOnlyNumbersHasTheTitlesOfTheChallenge) {
  const std::string challenge = R"(**Verdict:** Revision Required

```json
{"objections": [{"id": "R1", "title": "lost", "text": "A kill loses it.", "severity": "high", "file": "a.c", "line": 3},
  {"id": "R2", "title": "late", "severity": "low"}]}
```
)";
  const std::string rebuttal = R"(**Verdict:** Revision Required

```json
{"objections": [{"id": "R1", "position": "kept"}, {"id": "R2", "title": "too late", "text": "Yes.", "position": "withdrawn"}]}
```
)";
  EXPECT_EQ(ReviewShown(WithObjectionsOf(challenge, rebuttal)),
            "**Verdict:** Revision Required\n\n- R1, high: lost (a.c:3)\n  kept\n- R2, low: too late\n  Yes.\n  "
            "withdrawn\n");
  EXPECT_EQ(WithObjectionsOf("", rebuttal), rebuttal);
  EXPECT_EQ(WithObjectionsOf(challenge, challenge), challenge);
  EXPECT_EQ(WithObjectionsOf(challenge, "R1 stays."), "R1 stays.");
}

TEST(ReviewShown, WhatMustBeResolvedStandsApartFromAdvice) {
  EXPECT_EQ(ReviewToResolve(std::string("**Verdict:** Revision Required\n") + kBlock),
            "**Verdict:** Revision Required\n\nMust be resolved:\n- medium: the lock is kept (a.cc:7, Open)\n"
            "  An early return.\n  Fix: Release it.\n  Then return.\n\nAdvice:\n- low: a name\n");
}

}  // namespace
}  // namespace forge
