// What those who act on findings are told of them: all of what is to be fixed, with the reviewer's own fix, and nothing
// of what a triage put off as if it were open.
#include <gtest/gtest.h>

#include "service/report/known_findings.h"
#include "service/report/triage.h"
#include "text/review/finding_body.h"

namespace forge {
namespace {

RunFinding Found(const char* id, const char* stage, FindingState state = FindingState::kOpen) {
  RunFinding found;
  found.id = id;
  found.stage = stage;
  found.finding.title = std::string("Title of ") + id;
  found.finding.description = found.finding.title + "\nText of " + id;
  found.finding.fix = std::string("Fix of ") + id;
  found.finding.file = "a.cc";
  found.finding.severity = "low";
  found.finding.level = FindingLevel::kLow;
  found.finding.state = state;
  if (state != FindingState::kOpen) found.settled = TimePoint{5};
  return found;
}

bool Has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(FindingsActedOn, AreWholeForWhoFixesThem) {
  RunFinding found = Found("F1", "review");
  const std::string middle(3000, 'x');
  found.finding.description = "Title of F1\n" + middle + "\nthe end of it";
  found.finding.fix = std::string(900, 'y') + " and the end of the fix";
  const std::string page = FixPage({found});
  EXPECT_TRUE(Has(page, "\n  " + middle + "\n  the end of it\n")) << page;
  EXPECT_TRUE(Has(page, "y and the end of the fix\n"));
  EXPECT_FALSE(Has(page, "(cut"));
  EXPECT_FALSE(Has(TriagePage({found}), "the end of it")) << "a person is shown where to look";
}

TEST(FindingsActedOn, AreWholeAlsoWithoutATitle) {
  RunFinding found = Found("F1", "review");
  found.finding.title.clear();
  found.finding.description = "The parser stops. " + std::string(200, 'x') + " the end";
  EXPECT_TRUE(Has(FixPage({found}), "The parser stops (low, open)\n  " + std::string(200, 'x') + " the end\n"))
      << FixPage({found});
}

TEST(FindingsActedOn, SayWhereTheyAreCut) {
  RunFinding found = Found("F1", "review");
  found.finding.description = "Title of F1\n" + std::string(kLongestFinding + 7, 'x');
  EXPECT_TRUE(Has(FixPage({found}), std::string(kLongestFinding, 'x') + "\n  (cut here: 7 bytes are missing)\n"));
}

TEST(FindingsActedOn, ComeWithTheFixThatTheirReviewerNamed) {
  RunFinding earlier = Found("F1", "gates");
  earlier.before_whole = true;
  const std::string whole = TellKnownFindings({earlier}, {StepId{}, "review", ""}).text;
  EXPECT_TRUE(Has(whole, "Text of F1\n  Fix: Fix of F1\n")) << whole;
  FindingsReader lens{StepId{}, "lenses", "failure"};
  lens.lens = true;
  EXPECT_TRUE(Has(TellKnownFindings({earlier}, lens).text, "  Fix: Fix of F1\n"));
  RunFinding of_whole = Found("F4", "review");
  EXPECT_TRUE(Has(TellKnownFindings({of_whole}, lens).text, "is known: leave it out")) << "said before the lenses";
  of_whole.stage = "lenses";
  of_whole.member = "contracts";
  EXPECT_EQ(TellKnownFindings({of_whole}, lens).text, "") << "what the other lenses say stays sealed";
  RunFinding noted = Found("F2", "review");
  noted.step = StepId{"read"};
  const auto files = NotedInFiles({noted}, StepId{"write"});
  ASSERT_EQ(files.size(), 1U);
  EXPECT_TRUE(Has(files[0].line, "  Fix: Fix of F2\n")) << files[0].line;
  RunFinding listed = Found("F3", "digest");
  listed.collected_by = "digest";
  EXPECT_TRUE(Has(CollectedPage({listed}, "digest"), "  Text of F3\n  Fix: Fix of F3\n"));
}

TEST(FindingsActedOn, ThatWerePutOffAreNotTheReviewersWork) {
  const RunFinding put_off = Found("F1", "review", FindingState::kDeferred);
  const RunFinding open = Found("F2", "review");
  const std::string told = TellKnownFindings({put_off, open}, {StepId{}, "review", ""}).text;
  EXPECT_EQ(told,
            "These findings were put off: they stay as they are, and a person decides about them after the run. Do not "
            "raise them again, in whatever words.\n- F1: a.cc: Title of F1\n\n"
            "You reported these before, and they are open. If one still holds, report it again with its number as "
            "`same_as`; leave out what is fixed, or what you drop.\n- F2: a.cc: Title of F2\n");
}

TEST(FindingsActedOn, ThatWerePutOffAreOpenForNobody) {
  RunFinding earlier = Found("F1", "gates", FindingState::kDeferred);
  earlier.before_whole = true;
  RunFinding concern = Found("F2", "implement", FindingState::kDeferred);
  concern.concern = true;
  const ToldFindings told = TellKnownFindings({earlier, concern}, {StepId{}, "review", ""});
  EXPECT_FALSE(told.concerns) << told.text;
  EXPECT_FALSE(told.repeats);
  RunFinding noted = Found("F3", "review", FindingState::kDeferred);
  noted.step = StepId{"read"};
  EXPECT_TRUE(NotedInFiles({noted}, StepId{"write"}).empty());
  EXPECT_EQ(LeftByPeople({earlier}).size(), 1U) << "who is shown a review is not asked to resolve it";
}

TEST(FindingsActedOn, WhatOnlyTheRunPutOffIsOpenUnlessItIsLow) {
  for (const FindingLevel level : {FindingLevel::kLow, FindingLevel::kMedium}) {
    RunFinding found = Found("F1", "review", FindingState::kDeferred);
    found.by = "policy";
    found.finding.level = level;
    const std::string told = TellKnownFindings({found}, {StepId{}, "review", ""}).text;
    const bool low = level == FindingLevel::kLow;
    EXPECT_EQ(Has(told, "Do not raise them again"), low) << told;
    EXPECT_EQ(Has(told, "If one still holds, report it again"), !low) << told;
    EXPECT_EQ(LeftByPeople({found}).empty(), !low) << "who is to resolve the review is to resolve it too";
  }
}

TEST(FindingsActedOn, AConcernAboutAnotherStepIsNotForTheReviewerOfThisOne) {
  RunFinding here = Found("F1", "implement");
  RunFinding there = Found("F2", "implement");
  for (RunFinding* found : {&here, &there}) {
    found->concern = true;
    found->step = StepId{"read"};
  }
  FindingsReader reader{StepId{"read"}, "review", ""};
  EXPECT_TRUE(Has(TellKnownFindings({here, there}, reader).text, "Judge each."));
  reader.is_elsewhere = [](const RunFinding& found) { return found.id == "F2"; };
  const std::string both = TellKnownFindings({here, there}, reader).text;
  EXPECT_TRUE(both.starts_with("The authors of the work have these concerns about other steps. ")) << both;
  EXPECT_LT(both.find("F2"), both.find("Judge each."));
  EXPECT_GT(both.find("F1"), both.find("Judge each."));
  const ToldFindings told = TellKnownFindings({there}, reader);
  EXPECT_FALSE(told.concerns || told.repeats) << "there is nothing to judge";
}

TEST(FindingsActedOn, AnObjectionThatWasWithdrawnIsToldWithTheAnswersToIt) {
  RunFinding withdrawn = Found("F1", "review", FindingState::kRejected);
  withdrawn.settled = {};
  withdrawn.member = "challenge";
  withdrawn.argued = "The lock is taken in Open.\nConvinced.";
  FindingsReader reader{StepId{}, "review", "challenge"};
  const ToldFindings told = TellKnownFindings({withdrawn}, reader);
  EXPECT_TRUE(told.repeats);
  EXPECT_TRUE(Has(told.text, "- F1: a.cc: Title of F1\n  The lock is taken in Open.\n  Convinced.\n")) << told.text;
  reader.member = "rebuttal";
  EXPECT_EQ(TellKnownFindings({withdrawn}, reader).text, "");
  ASSERT_EQ(LeftByPeople({withdrawn}).size(), 1U);
  EXPECT_TRUE(LeftByPeople({withdrawn})[0].withdrawn) << "its challenger is not asked whether it is resolved";
}

TEST(FindingsActedOn, WhatAStepOwesIsNotPutOffByAnybody) {
  RunFinding owed = Found("F1", "verify", FindingState::kDeferred);
  owed.settled = {};
  EXPECT_FALSE(IsPutOff(owed));
}

}  // namespace
}  // namespace forge
