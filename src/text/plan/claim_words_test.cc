#include "text/plan/claim_words.h"

#include <gtest/gtest.h>

#include "text/plan/plan.h"

namespace forge {
namespace {

std::vector<Claim> ClaimsIn(const std::string& lines) {
  const PlanDocument plan = ParsePlan("## Steps\n### a: A\n**Claims:**\n" + lines + "\n");
  for (const PlanProblem& problem : plan.problems) ADD_FAILURE() << problem.line << ": " << problem.what;
  return plan.steps.at(0).claims;
}

TEST(ClaimWords, AFactMayNameItsCitationInManyWays) {
  for (const char* line :
       {"- fact: `f` returns 0 — `src/a.cc:12`", "- **Fact**: `f` returns 0. Citation: src/a.cc:12",
        "- **Fact:** `f` returns 0 (`src/a.cc:12`)", "- Fact 3: `f` returns 0. **Citation:** `src/a.cc:12`.",
        "- [fact] `f` returns 0 [src/a.cc:12].", "- **Fact** — `f` returns 0 in `src/a.cc:12`",
        "1. *Fact*: `f` returns 0; source: src/a.cc:12", "- Fact (verified): `f` returns 0 (see: src/a.cc:12)",
        "- fact: `f` returns 0\n  - Citation: `src/a.cc:12`", "- **[Fact]** `f` returns 0 – src/a.cc:12"}) {
    const std::vector<Claim> claims = ClaimsIn(line);
    ASSERT_EQ(claims.size(), 1U) << line;
    EXPECT_EQ(claims[0].type, ClaimType::kFact) << line;
    EXPECT_EQ(claims[0].citation, "src/a.cc:12") << line;
    EXPECT_TRUE(claims[0].text.starts_with("`f` returns 0")) << line << "\n" << claims[0].text;
    EXPECT_EQ(claims[0].text.find("a.cc"), std::string::npos) << line << "\n" << claims[0].text;
  }
}

TEST(ClaimWords, BetsAndStrategiesMayStandInOneLine) {
  const std::vector<Claim> claims = ClaimsIn(
      "- **Bet**: 64 KiB is enough. Assumption: files are large. Validation plan: measure it. Blast radius: the "
      "reader.\n"
      "- Strategy: no threads; **Rationale:** the disk is the limit; **Alternatives considered:** one for each file\n"
      "- KG fact: owned by storage. KG citation: t-17\n");
  ASSERT_EQ(claims.size(), 3U);
  EXPECT_EQ(claims[0].type, ClaimType::kDesignBet);
  EXPECT_EQ(claims[0].text, "64 KiB is enough.");
  EXPECT_EQ(claims[0].assumption, "files are large.");
  EXPECT_EQ(claims[0].validation_plan, "measure it.");
  EXPECT_EQ(claims[0].blast_radius, "the reader.");
  EXPECT_EQ(claims[1].type, ClaimType::kStrategic);
  EXPECT_EQ(claims[1].rationale, "the disk is the limit");
  EXPECT_EQ(claims[1].alternatives_considered, "one for each file");
  EXPECT_EQ(claims[2].type, ClaimType::kKgFact);
  EXPECT_EQ(claims[2].citation, "t-17");
}

TEST(ClaimWords, SubKeysMayShareALineBelowTheClaim) {
  for (const char* text :
       {"- **Design bet**: it scales.\n  Assumption: files grow. Validation plan: measure. Blast radius: it",
        "- design_bet: it scales.\n  - assumption: files grow; validation plan: measure\n"
        "  - blast radius: it"}) {
    const std::vector<Claim> claims = ClaimsIn(text);
    ASSERT_EQ(claims.size(), 1U) << text;
    EXPECT_EQ(claims[0].text, "it scales.") << text;
    EXPECT_TRUE(claims[0].assumption.starts_with("files grow") && claims[0].assumption.size() < 12) << text;
    EXPECT_TRUE(claims[0].validation_plan.starts_with("measure") && claims[0].validation_plan.size() < 9) << text;
    EXPECT_EQ(claims[0].blast_radius, "it") << text;
  }
  const std::vector<Claim> claims = ClaimsIn(
      "- strategic: no threads\n  - rationale: one rule: keep it small, see a.cc:1\n  - alternatives: a thread");
  ASSERT_EQ(claims.size(), 1U);
  EXPECT_EQ(claims[0].rationale, "one rule: keep it small, see a.cc:1");
}

TEST(ClaimWords, ProseWithAColonStaysProse) {
  const std::vector<Claim> claims = ClaimsIn(
      "- fact: it has one source: the file — a.cc:1\n- fact: the ratio is 3:2 — a.cc:2\n- fact: nothing cited");
  ASSERT_EQ(claims.size(), 3U);
  EXPECT_EQ(claims[0].text, "it has one source: the file");
  EXPECT_EQ(claims[0].citation, "a.cc:1");
  EXPECT_EQ(claims[1].text, "the ratio is 3:2");
  EXPECT_EQ(claims[2].citation, "");
}

TEST(ClaimWords, ALabelInAFactTakesNoCitationAway) {
  const std::vector<Claim> claims = ClaimsIn(
      "- fact: main reads input; evidence: strong, main — src/a.cc:1\n"
      "- fact: The limit is 10. Assumption: none — src/a.cc:1\n"
      "- fact: The limit is 10; rationale: speed. Citation: src/a.cc:1. Assumption: none\n"
      "- fact: The limit is 10 — or more. Citation: `src/a.cc:1`\n"
      "- fact: The limit is 10 — since issue #3. Citation: `src/a.cc:1`\n");
  ASSERT_EQ(claims.size(), 5U);
  for (const Claim& claim : claims) {
    EXPECT_EQ(claim.citation, "src/a.cc:1") << claim.text;
    EXPECT_EQ(claim.assumption, "") << claim.text;
    EXPECT_EQ(claim.rationale, "") << claim.text;
  }
  EXPECT_EQ(claims[0].text, "main reads input; evidence: strong, main");
  EXPECT_EQ(claims[1].text, "The limit is 10. Assumption: none");
  EXPECT_EQ(claims[2].text, "The limit is 10; rationale: speed. Assumption: none");
  EXPECT_EQ(claims[3].text, "The limit is 10 — or more.");
}

TEST(ClaimWords, AFileWithoutAnExtensionIsCitedToo) {
  for (const char* text : {"the Makefile has a target - `Makefile:1`", "the Makefile has a target (`Makefile:1`)",
                           "the Makefile has a target (Makefile:1)"}) {
    const std::vector<Claim> claims = ClaimsIn("- fact: " + std::string(text) + "\n");
    ASSERT_EQ(claims.size(), 1U) << text;
    EXPECT_EQ(claims[0].citation, "Makefile:1") << text;
    EXPECT_EQ(claims[0].text, "the Makefile has a target") << text;
  }
}

TEST(ClaimWords, WhatIsNotUnderstoodIsAProblemWithItsLine) {
  const PlanDocument plan = ParsePlan("## Steps\n### a: A\n**Claims:**\n- fact: x — a.cc:1\n- the reader is fast\n");
  ASSERT_EQ(plan.problems.size(), 1U);
  EXPECT_EQ(plan.problems[0].line, 5);
  EXPECT_NE(plan.problems[0].what.find("is not a claim"), std::string::npos);
}

}  // namespace
}  // namespace forge
