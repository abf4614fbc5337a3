#include "service/report/findings.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "service/report/known_findings.h"
#include "service/report/triage.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

// A run whose reviewer speaks once per round, written straight into the store.
class FindingsTest : public testing::Test {
 protected:
  void SetUp() override { Begin(); }

  void Begin() {
    NewRun run;
    run.slug = "sample";
    run.start = SampleStart();
    run.start.rules = rules_;
    if (panel_) run.start.pipelines.pipelines[0].stages.push_back(*panel_);
    run_ = store_.CreateRun(run).value();
  }

  void Panel(const char* name, Aggregate aggregate) {
    panel_.emplace().name = name;
    panel_->aggregate = aggregate;
    panel_->result = true;
    panel_->members.resize(3);
    for (std::size_t i = 0; i < 3; ++i) panel_->members[i].name = std::string(1, "abc"[i]);
  }

  void Say(const std::string& stage, const std::string& member, const std::string& result,
           std::optional<Verdict> verdict = Verdict::kRevision, UnitStatus status = UnitStatus::kDone) {
    ++unit_;
    Ended ended;
    ended.unit = UnitId{unit_};
    ended.outcome.status = status;
    ended.outcome.verdict = verdict;
    ended.outcome.snapshot = snapshot_;
    ended.outcome.unmerged = unmerged_;
    ended.outcome.summary = "words of unit " + std::to_string(unit_);
    if (!result.empty()) ended.outcome.result = ParseJson(result).value();
    Batch batch;
    batch.run = run_;
    batch.run_row = store_.FindRun(run_).value().value();
    JournalRow row;
    row.seq = store_.LastSeq(run_).value() + 1;
    row.at = TimePoint{1000 * unit_};
    row.kind = "ended";
    row.is_input = true;
    row.data = ToJson(Input(ended)).Dump();
    batch.rows = {row};
    UnitRow unit;
    unit.id = ended.unit;
    unit.kind = kind_;
    unit.stage = stage;
    unit.member = member;
    unit.step = step_;
    unit.status = status;
    unit.iteration = iteration_;
    batch.units = {unit};
    ASSERT_OK(store_.Record(batch));
  }

  std::vector<RunFinding> List() { return ListFindings(store_, run_, nullptr).value(); }
  Status Settle(const std::string& name, FindingState state, const std::string& reason, std::int64_t at) {
    const auto all = List();
    const RunFinding* found = FindFinding(all, name);
    EXPECT_NE(found, nullptr);
    return SettleFinding(store_, run_, *found, {state, reason, who_, TimePoint{at}});
  }

  TempDirectory directory_;
  std::unique_ptr<Store> opened_ = MustOpen(directory_ / "store.db");
  Store& store_ = *opened_;
  RunId run_;
  std::int64_t unit_ = 0;
  UnitKind kind_ = UnitKind::kAgent;
  StepId step_;
  int rules_ = kRules;
  std::string snapshot_;
  bool unmerged_ = false;
  std::string who_ = "ada";
  int iteration_ = 0;
  std::optional<Stage> panel_;
};

TEST_F(FindingsTest, AFalseClaimOfAFileIsOneThatNobodyIsAskedAbout) {
  step_ = StepId{"m1"};
  Say("build", "", R"({"status":"done","summary":"done","unwritten":["src/never.txt"]})", std::nullopt);
  Say("review", "", R"({"findings":[]})", Verdict::kApproved);
  const auto all = List();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].finding.file, "src/never.txt");
  EXPECT_EQ(all[0].finding.level, FindingLevel::kLow);
  EXPECT_EQ(all[0].finding.title, "`build` says that it changed src/never.txt, and did not");
  EXPECT_EQ(all[0].step.value, "m1");
  EXPECT_EQ(all[0].finding.state, FindingState::kOpen);
  EXPECT_FALSE(all[0].concern || NeedsTriage(all[0]) || IsUndecided(all[0]) || IsAskedAbout(all[0]));
  EXPECT_EQ(OpenFindingsText(all), "");
  Say("build", "", R"({"status":"done","summary":"done","unwritten":["src/never.txt"]})", std::nullopt);
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen) << "said again";
}

TEST_F(FindingsTest, AreNamedInTheOrderTheyWereSaid) {
  Say("review", "", R"({"findings":[{"file":"a","line":1,"severity":"high","text":"one"},{"text":"two"}]})");
  Say("lenses", "races", R"({"findings":[{"text":"one","file":"a"}]})");
  const auto all = List();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].id, "F1");
  EXPECT_EQ(all[0].finding.source, "review");
  EXPECT_EQ(all[2].id, "F3");
  EXPECT_EQ(all[2].finding.source, "lenses.races");
  EXPECT_NE(all[0].key, all[2].key) << "another member's finding is another one";
}

TEST_F(FindingsTest, AFindingThatItsMemberNoLongerReportsIsFixed) {
  Say("review", "", R"({"findings":[{"file":"a","line":1,"text":"one"},{"file":"a","line":9,"text":"two"}]})");
  Say("review", "", R"({"findings":[{"file":"a","line":14,"text":"Two."}]})");
  const auto all = List();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].finding.state, FindingState::kFixed);
  EXPECT_NE(all[0].finding.reason.find("not raised again in round "), std::string::npos);
  EXPECT_EQ(all[1].finding.state, FindingState::kOpen);
  EXPECT_EQ(all[1].finding.line, 14) << "as it was said last";
  EXPECT_EQ(all[1].first.value, 1);
  EXPECT_EQ(all[1].last.value, 2);
}

TEST_F(FindingsTest, AnotherMembersSilenceFixesNothing) {
  Say("lenses", "races", R"({"findings":[{"text":"one"}]})");
  Say("lenses", "contracts", R"({"findings":[]})", Verdict::kApproved);
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen);
}

TEST_F(FindingsTest, AFailedUnitSaysNothing) {
  Say("review", "", R"({"findings":[{"text":"one"}]})");
  Say("review", "", "", std::nullopt, UnitStatus::kFailed);
  ASSERT_EQ(List().size(), 1U);
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen);
}

TEST_F(FindingsTest, ARevisionWithoutReadableFindingsIsOne) {
  Say("review", "", "", Verdict::kRevision);
  ASSERT_EQ(List().size(), 1U);
  EXPECT_EQ(List()[0].finding.description, "words of unit 1");
  EXPECT_EQ(List()[0].finding.notes.size(), 1U);
  Say("review", "", "", Verdict::kApproved);
  EXPECT_EQ(List()[0].finding.state, FindingState::kFixed);
}

TEST_F(FindingsTest, AuthorsConcernsAreFindingsToo) {
  Say("build", "", R"({"status":"concerns","summary":"done","concerns":["slow on big files"]})", std::nullopt);
  ASSERT_EQ(List().size(), 1U);
  EXPECT_EQ(List()[0].finding.description, "slow on big files");
}

TEST_F(FindingsTest, TheGateOfAStageFixesNothing) {
  Say("review", "", R"({"findings":[{"severity":"medium","title":"one","text":"x"}]})");
  kind_ = UnitKind::kGate;
  Say("review", "", "", std::nullopt);
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen) << "its reviewer has not looked again";
  kind_ = UnitKind::kAgent;
  Say("review", "", R"({"findings":[]})", Verdict::kApproved);
  EXPECT_EQ(List()[0].finding.state, FindingState::kFixed);
}

TEST_F(FindingsTest, AConcernIsNotFixedByTheSilenceOfItsAuthor) {
  Say("build", "", R"({"status":"concerns","summary":"done","concerns":["slow on big files"]})", std::nullopt);
  Say("review", "", R"({"findings":[]})", Verdict::kApproved);
  Say("build", "", R"({"status":"done","summary":"done"})", std::nullopt);
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen);
  EXPECT_TRUE(List()[0].concern);
  Say("review", "", R"({"findings":[],"dismissed":[{"id":"F1","why":"files have at most 1 KiB"}]})",
      Verdict::kApproved);
  EXPECT_EQ(List()[0].finding.state, FindingState::kRejected);
  EXPECT_EQ(List()[0].finding.reason, "`review`: files have at most 1 KiB");
  Say("build", "", R"({"status":"concerns","summary":"done","concerns":["slow on big files"]})", std::nullopt);
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen) << "its author insists";
}

TEST_F(FindingsTest, AConcernThatAReviewerConfirmsIsTheReviewersFinding) {
  Say("build", "", R"({"status":"concerns","summary":"the reader is slow on big files"})", std::nullopt);
  Say("review", "", R"({"findings":[{"severity":"medium","title":"reads all at once","text":"x","same_as":"F1"}]})");
  ASSERT_EQ(List().size(), 1U);
  EXPECT_EQ(List()[0].stage, "review");
  EXPECT_FALSE(List()[0].concern);
  EXPECT_EQ(List()[0].finding.title, "reads all at once");
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen);
  Say("build", "", R"({"status":"concerns","summary":"the reader is slow on big files"})", std::nullopt);
  Say("build", "", R"({"status":"done","summary":"done"})", std::nullopt);
  EXPECT_EQ(List()[0].finding.title, "reads all at once");
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen) << "no reviewer has looked since";
  Say("review", "", R"({"findings":[]})", Verdict::kApproved);
  EXPECT_EQ(List()[0].finding.state, FindingState::kFixed) << "its reviewer looked again";
}

TEST_F(FindingsTest, ReviewersAreToldTheConcernsOfTheAuthors) {
  Say("build", "", R"({"status":"concerns","summary":"done","concerns":["slow on big files"]})", std::nullopt);
  const ToldFindings told = TellKnownFindings(List(), {StepId{}, "review", ""});
  EXPECT_NE(told.text.find("- F1: slow on big files"), std::string::npos) << told.text;
  EXPECT_NE(told.text.find("`dismissed`"), std::string::npos) << told.text;
  EXPECT_TRUE(told.concerns && told.repeats);
  const ToldFindings plain = TellKnownFindings(List(), {StepId{}, "audit", "", false});
  EXPECT_NE(plain.text.find("Raise one that holds"), std::string::npos) << plain.text;
  EXPECT_FALSE(plain.concerns);
  EXPECT_EQ(TellKnownFindings(List(), {StepId{}, "gates", "", true, false}).text, "") << "it judges a plan";
}

TEST_F(FindingsTest, WhoReviewsTheWholeJudgesWhatWasLeftOpenBefore) {
  step_ = StepId{"cli"};
  Say("step-review", "", R"({"findings":[{"severity":"low","title":"an empty pattern","text":"x"},
    {"severity":"low","title":"no test of ties","text":"y"}]})",
      Verdict::kApproved);
  step_ = StepId{};
  const ToldFindings told = TellKnownFindings(List(), {StepId{}, "review", ""});
  EXPECT_NE(told.text.find("left these open"), std::string::npos) << told.text;
  EXPECT_NE(told.text.find("- F1: an empty pattern\n"), std::string::npos) << told.text;
  EXPECT_TRUE(told.concerns && told.repeats);
  EXPECT_EQ(TellKnownFindings(List(), {StepId{}, "lenses", "races"}).text, "") << "a member of a panel stays sealed";
  EXPECT_EQ(TellKnownFindings(List(), {StepId{"read"}, "step-review", ""}).text, "") << "another step's reviewer";
  Say("review", "", R"({"findings":[{"severity":"low","title":"ties","text":"y","same_as":"F2"}],
    "dismissed":[{"id":"F1","why":"cli.py:31 asks for None"}]})",
      Verdict::kApproved);
  ASSERT_EQ(List().size(), 2U);
  EXPECT_EQ(List()[0].finding.state, FindingState::kRejected);
  EXPECT_EQ(List()[0].finding.reason, "`review`: cli.py:31 asks for None");
  EXPECT_EQ(List()[1].stage, "review") << "confirmed: it is the reviewer's own now";
  EXPECT_EQ(List()[1].finding.state, FindingState::kOpen);
}

TEST_F(FindingsTest, WhatAReviewerCallsResolvedIsFixedAndNotRejected) {
  step_ = StepId{"cli"};
  Say("step-review", "", R"({"findings":[{"severity":"low","title":"an empty pattern","text":"x"},
    {"severity":"low","title":"no test of ties","text":"y"}]})",
      Verdict::kApproved);
  step_ = StepId{};
  const std::string resolved = R"({"findings":[],"dismissed":[{"id":"F1","state":"fixed","why":"cli.py:31 refuses it"},
    {"id":"F2","state":"rejected","why":"ties_test.py has one"}]})";
  Say("review", "", resolved, Verdict::kApproved);
  EXPECT_EQ(List()[0].finding.state, FindingState::kFixed);
  EXPECT_EQ(List()[0].finding.reason, "`review`: cli.py:31 refuses it");
  EXPECT_EQ(List()[1].finding.state, FindingState::kRejected);
}

TEST_F(FindingsTest, InAnOlderRunANumberOfAnotherReviewerIsAMistake) {
  rules_ = 1;
  Begin();
  step_ = StepId{"cli"};
  Say("step-review", "", R"({"findings":[{"severity":"low","title":"an empty pattern","text":"x"}]})",
      Verdict::kApproved);
  step_ = StepId{};
  Say("review", "", R"({"findings":[{"title":"ties","text":"y","same_as":"F1"}],"dismissed":[{"id":"F1","why":"z"}]})",
      Verdict::kApproved);
  ASSERT_EQ(List().size(), 2U);
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen);
}

TEST_F(FindingsTest, WhoWritesAFileIsToldWhatOtherStepsReviewersNotedAboutIt) {
  step_ = StepId{"cli"};
  Say("step-review", "", R"({"findings":[
    {"severity":"low","title":"an empty pattern","text":"x","file":"cli.py","line":3},
    {"severity":"low","title":"no place","text":"y"}]})",
      Verdict::kApproved);
  std::vector<NotedInFile> noted = NotedInFiles(List(), StepId{"read"});
  ASSERT_EQ(noted.size(), 1U) << "a note without a file is about no other step";
  EXPECT_EQ(noted[0].file, "cli.py");
  EXPECT_EQ(noted[0].line, "- F1: cli.py:3: an empty pattern\n  x\n");
  EXPECT_TRUE(NotedInFiles(List(), StepId{"cli"}).empty()) << "its own engineer is told by its review";
  step_ = StepId{};
  Say("review", "", R"({"findings":[],"dismissed":[{"id":"F1","state":"fixed","why":"cli.py:3 refuses it"}]})",
      Verdict::kApproved);
  EXPECT_TRUE(NotedInFiles(List(), StepId{"read"}).empty()) << "it is settled";
}

TEST_F(FindingsTest, WhoSumsUpIsToldWhatBecameOfEach) {
  Say("lenses", "contracts", R"({"findings":[{"severity":"low","title":"two names for one thing","text":"x"}]})",
      Verdict::kApproved);
  Say("lenses", "contracts", R"({"findings":[]})", Verdict::kApproved);
  EXPECT_EQ(TellAllFindings(List()),
            "- F1 (lenses, low, fixed): two names for one thing; not raised again in round 0\n");
}

TEST_F(FindingsTest, WhatAPersonSaysStands) {
  Say("review", "", R"({"findings":[{"text":"one"},{"text":"two"},{"text":"three"}]})");
  ASSERT_OK(Settle("F1", FindingState::kRejected, "by design", 5000));
  ASSERT_OK(Settle("2", FindingState::kDeferred, "", 5000));
  ASSERT_OK(Settle("f3", FindingState::kFollowUp, "", 5000));
  Say("review", "", R"({"findings":[{"text":"one"},{"text":"two"}]})");
  const auto all = List();
  EXPECT_EQ(all[0].finding.state, FindingState::kRejected);
  EXPECT_EQ(all[0].finding.reason, "by design");
  EXPECT_EQ(all[0].by, "ada");
  EXPECT_EQ(all[1].finding.state, FindingState::kDeferred);
  EXPECT_EQ(all[2].finding.state, FindingState::kFollowUp);
  EXPECT_FALSE(NeedsTriage(all[0]));
  EXPECT_TRUE(NeedsTriage(all[1]));
  EXPECT_FALSE(NeedsTriage(all[2]));
}

TEST_F(FindingsTest, WhatIsReportedAgainAfterItWasFixedIsOpenAgain) {
  Say("review", "", R"({"findings":[{"text":"one"}]})");
  ASSERT_OK(Settle("F1", FindingState::kFixed, "", 1500));
  EXPECT_EQ(List()[0].finding.state, FindingState::kFixed);
  Say("review", "", R"({"findings":[{"text":"one"}]})");
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen);
  EXPECT_EQ(List()[0].finding.notes.size(), 1U);
}

TEST_F(FindingsTest, RejectingNeedsAReason) {
  Say("review", "", R"({"findings":[{"text":"one"}]})");
  EXPECT_FALSE(Settle("F1", FindingState::kRejected, " ", 1));
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen);
}

TEST_F(FindingsTest, AreTriagedInGroupsTheWorstFirst) {
  Say("review", "", R"({"findings":[{"text":"small","severity":"low"},{"text":"big","severity":"high"}]})");
  Say("lenses", "races", R"({"findings":[{"text":"race","severity":"medium"}]})");
  Say("lenses", "contracts", R"({"findings":[{"text":"name","severity":"high"}]})");
  ASSERT_OK(Settle("F2", FindingState::kDeferred, "", 9999));
  const auto all = List();
  const auto groups = GroupForTriage(all);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].title, "review");
  EXPECT_EQ(groups[0].findings[0]->finding.description, "big");
  EXPECT_EQ(groups[1].findings[0]->finding.description, "name");
  const std::string page = TriagePage(all);
  EXPECT_NE(page.find("**F2** big (high, deferred)"), std::string::npos) << page;
  EXPECT_TRUE(TriagePage({}).empty());
}

TEST_F(FindingsTest, AFollowUpIsOneFactWithItsSource) {
  Say("review", "", R"({"findings":[{"file":"a.cc","line":3,"text":"one","fix":"do it"}]})");
  const NewFact fact = FollowUpFact(run_, List()[0], "ada");
  EXPECT_NE(fact.text.find("a.cc:3: one"), std::string::npos);
  EXPECT_EQ(fact.from.run, run_);
  EXPECT_EQ(fact.key, FollowUpFact(run_, List()[0], "bob").key);
  EXPECT_NE(FollowUpObjective(run_, List()[0]).find("do it"), std::string::npos);
}

TEST_F(FindingsTest, ADecisionStandsWhenItsReviewerSaysItInOtherWords) {
  Say("review", "", R"({"findings":[{"file":"a.cc","line":10,"text":"the lock is held too long"}]})");
  ASSERT_OK(Settle("F1", FindingState::kFollowUp, "", 1500));
  Say("review", "", R"({"findings":[{"file":"a.cc","line":12,"text":"this lock is held far too long"}]})");
  const auto all = List();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].finding.state, FindingState::kFollowUp) << "not fixed by being reworded";
  EXPECT_EQ(all[1].finding.state, FindingState::kFollowUp);
  EXPECT_EQ(all[1].same_as, "F1");
  EXPECT_FALSE(NeedsTriage(all[1])) << "nobody is asked twice";
}

TEST_F(FindingsTest, AnotherThingInTheSameFileIsAFindingOfItsOwn) {
  Say("review", "", R"({"findings":[{"file":"a.cc","line":10,"element":"Open","text":"the lock is held too long"}]})");
  ASSERT_OK(Settle("F1", FindingState::kRejected, "by design", 1500));
  Say("review", "", R"({"findings":[{"file":"a.cc","line":11,"element":"Close","text":"leaks a descriptor"},
                                    {"file":"a.cc","line":90,"text":"off by one"}]})");
  const auto all = List();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_TRUE(NeedsTriage(all[1]));
  EXPECT_TRUE(NeedsTriage(all[2]));
}

TEST_F(FindingsTest, ARepeatedNumberIsTheSameFindingOfItsReviewer) {
  Say("lenses", "races", R"({"findings":[{"file":"a.cc","line":10,"text":"two callers race","severity":"medium"}]})");
  Say("lenses", "races", R"({"findings":[{"same_as":"F1","text":"three callers race","severity":"low"}]})");
  ASSERT_EQ(List().size(), 1U);
  EXPECT_EQ(List()[0].finding.description, "two callers race\nRepeated: three callers race");
  EXPECT_EQ(List()[0].finding.file, "a.cc");
  EXPECT_EQ(List()[0].finding.level, FindingLevel::kMedium);
  Say("lenses", "races", R"({"findings":[{"same_as":"F1"}]})");
  EXPECT_EQ(List()[0].finding.description, "two callers race\nRepeated: three callers race");
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen);
  Say("lenses", "contracts", R"({"findings":[{"same_as":"F1","text":"another's number"}]})");
  Say("lenses", "contracts", R"({"findings":[{"same_as":"F9","text":"a number that is none"}]})");
  ASSERT_EQ(List().size(), 3U);
  EXPECT_EQ(List()[0].finding.description, "two callers race\nRepeated: three callers race");
  EXPECT_EQ(List()[1].finding.state, FindingState::kFixed) << "its reviewer did not raise it again";
}

TEST_F(FindingsTest, WhatWasDecidedIsOpenAgainWhenItIsReportedAsWorse) {
  Say("review", "", R"({"findings":[{"file":"a.cc","text":"one","severity":"low"}]})");
  ASSERT_OK(Settle("F1", FindingState::kRejected, "by design", 1500));
  Say("review", "", R"({"findings":[{"same_as":"F1","text":"one","severity":"low"}]})");
  EXPECT_FALSE(NeedsTriage(List()[0]));
  Say("review", "", R"({"findings":[{"same_as":"F1","text":"it loses data","severity":"high"}]})");
  ASSERT_EQ(List().size(), 1U);
  EXPECT_EQ(List()[0].finding.level, FindingLevel::kHigh);
  EXPECT_TRUE(NeedsTriage(List()[0]));
}

TEST_F(FindingsTest, ADecisionStandsWhenItIsNoLongerReportedAsWorse) {
  Say("review", "", R"({"findings":[{"file":"a.cc","text":"one","severity":"low"}]})");
  ASSERT_OK(Settle("F1", FindingState::kFollowUp, "", 1500));
  Say("review", "", R"({"findings":[{"same_as":"F1","text":"one","severity":"high"}]})");
  EXPECT_TRUE(List()[0].worse_since);
  EXPECT_TRUE(IsLeftByPerson(List()[0])) << "nobody is to fix it before the person answers again";
  Say("review", "", R"({"findings":[]})", Verdict::kApproved);
  EXPECT_EQ(List()[0].finding.state, FindingState::kFollowUp);
}

TEST_F(FindingsTest, ADismissalDoesNotChangeWhatAPersonDecided) {
  step_ = StepId{"one"};
  Say("review", "", R"({"findings":[{"file":"a.cc","text":"one","severity":"low"}]})");
  ASSERT_OK(Settle("F1", FindingState::kFollowUp, "", 1500));
  step_ = {};
  Say("whole", "", R"({"findings":[],"dismissed":[{"id":"F1","why":"it is done"}]})", Verdict::kApproved);
  EXPECT_EQ(List()[0].finding.state, FindingState::kFollowUp);
  EXPECT_EQ(List()[0].finding.reason, "");
}

TEST_F(FindingsTest, ADecidedNumberIsTheSameFindingWhoeverRepeatsIt) {
  for (const int rules : {5, kRules}) {
    rules_ = rules;
    unit_ = 0;
    Begin();
    Say("review", "", R"({"findings":[{"file":"a.cc","line":1,"text":"one","severity":"low"}]})");
    ASSERT_OK(Settle("F1", FindingState::kFollowUp, "", 1500));
    Say("lenses", "failure", R"({"findings":[{"same_as":"F1","text":"in other words","severity":"low"}]})");
    ASSERT_EQ(List().size(), rules < 6 ? 2U : 1U) << rules;
    EXPECT_EQ(List()[0].finding.state, FindingState::kFollowUp);
    EXPECT_EQ(List()[0].stage, "review");
  }
  Say("lenses", "failure", R"({"findings":[]})", Verdict::kApproved);
  EXPECT_EQ(List()[0].finding.state, FindingState::kFollowUp);
}

TEST_F(FindingsTest, AReviewerIsToldWhatIsDecidedAndWhatItReportedItself) {
  Say("review", "", R"({"findings":[{"file":"a.cc","line":10,"text":"one"},{"text":"two"}]})");
  Say("lenses", "races", R"({"findings":[{"text":"three"}]})");
  ASSERT_OK(Settle("F1", FindingState::kRejected, "by design", 5000));
  const std::string told = TellKnownFindings(List(), {StepId{}, "review", ""}).text;
  EXPECT_NE(told.find("Do not raise them again"), std::string::npos);
  EXPECT_NE(told.find("- F1: a.cc:10: one (rejected: by design)\n"), std::string::npos) << told;
  EXPECT_NE(told.find("- F2: two\n"), std::string::npos);
  EXPECT_EQ(told.find("three"), std::string::npos) << "another member's open findings stay sealed";
  const std::string decided = TellKnownFindings(List(), {StepId{}, "review", "", false}).text;
  EXPECT_NE(decided.find("- F1: "), std::string::npos);
  EXPECT_EQ(decided.find("- F2: "), std::string::npos) << "it has nowhere to put the number";
  EXPECT_EQ(TellKnownFindings({}, {StepId{}, "review", ""}).text, "");
}

TEST_F(FindingsTest, ALensIsToldWhatEarlierReviewersRaised) {
  step_ = StepId{"cli"};
  Say("step-review", "", R"({"findings":[{"severity":"low","title":"no test of ties","text":"Two may be equal."}]})",
      Verdict::kApproved);
  step_ = StepId{};
  Say("review", "", R"({"findings":[{"file":"a.cc","line":3,"severity":"medium","text":"the lock is kept"}]})");
  Say("review", "", R"({"findings":[{"severity":"low","text":"a name is odd"}]})", Verdict::kApproved);
  FindingsReader lens{StepId{}, "lenses", "races", true, false};
  EXPECT_EQ(TellKnownFindings(List(), lens).text, "");
  lens.lens = true;
  const ToldFindings told = TellKnownFindings(List(), lens);
  EXPECT_TRUE(told.text.contains("- F1: no test of ties\n  Two may be equal.\n")) << told.text;
  EXPECT_TRUE(told.text.contains("- F2: a.cc:3: the lock is kept (fixed)\n")) << told.text;
  EXPECT_TRUE(told.text.contains("- F3: a name is odd\n")) << told.text;
  EXPECT_FALSE(told.repeats || told.concerns) << "a number of another's is none of its own";
}

TEST_F(FindingsTest, ADecisionOfAnUnknownPersonStandsToo) {
  who_ = "";
  Say("review", "", R"({"findings":[{"file":"a.cc","line":10,"severity":"low","text":"one is odd"},{"text":"two"}]})");
  ASSERT_OK(Settle("F1", FindingState::kFollowUp, "", 1500));
  EXPECT_TRUE(IsDecided(List()[0]));
  EXPECT_FALSE(IsDecided(List()[1]));
  Say("review", "", R"({"findings":[{"file":"a.cc","line":12,"severity":"low","text":"it reads strangely"}]})");
  const auto all = List();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[2].same_as, "F1") << "the same in other words";
  EXPECT_EQ(all[2].finding.state, FindingState::kFollowUp);
  EXPECT_NE(TellKnownFindings(all, {StepId{}, "review", ""}).text.find("- F1: a.cc:10: one is odd (follow-up)\n"),
            std::string::npos);
}

TEST_F(FindingsTest, ThePageForWhoFixesNamesWhatWasDecidedOtherwise) {
  Say("review", "", R"({"findings":[{"file":"a.cc","line":10,"text":"one"},{"text":"two"},{"text":"three"}]})");
  EXPECT_EQ(FixPage({}), "");
  ASSERT_OK(Settle("F1", FindingState::kFollowUp, "", 1500));
  ASSERT_OK(Settle("F3", FindingState::kDeferred, "", 1500));
  EXPECT_EQ(FixPage(List()),
            "# Findings to fix\n\n## review\n\n- **F2** two (no severity, open)\n\n"
            "## Decided otherwise: leave these as they are\n\n- F1 a.cc:10: one (follow-up)\n- F3 three (deferred)\n");
}

TEST_F(FindingsTest, TwoOfOneAnswerWithTheSameTitleAreTwo) {
  const std::string first = R"({"severity":"medium","file":"a.cc","title":"no test","text":"Open"})";
  const std::string second = R"({"severity":"medium","file":"a.cc","title":"no test","text":"Close"})";
  Say("review", "", R"({"findings":[)" + first + "," + second + "]}");
  ASSERT_EQ(List().size(), 2U);
  EXPECT_NE(List()[0].key, List()[1].key);
  EXPECT_EQ(List()[0].finding.description, "no test\nOpen");
  Say("review", "", R"({"findings":[)" + second + "]}");
  ASSERT_EQ(List().size(), 2U);
  EXPECT_EQ(List()[0].finding.state, FindingState::kFixed);
  EXPECT_EQ(List()[1].finding.state, FindingState::kOpen);
  Say("review", "",
      R"({"findings":[{"severity":"medium","file":"a.cc","title":"no test","text":"of Open"},)"
      R"({"severity":"medium","file":"a.cc","title":"no test","text":"of Close"}]})");
  EXPECT_EQ(List().size(), 2U) << "in other words";
}

TEST_F(FindingsTest, AReviewerOfAnotherStepNeitherConfirmsNorDismissesAConcern) {
  step_ = StepId{"a"};
  Say("build", "", R"({"status":"concerns","summary":"done","concerns":["slow on big files"]})", std::nullopt);
  step_ = StepId{"b"};
  Say("review", "", R"({"findings":[],"dismissed":[{"id":"F1","why":"no"}]})", Verdict::kApproved);
  EXPECT_EQ(List()[0].finding.state, FindingState::kOpen);
  Say("review", "", R"({"findings":[{"severity":"low","title":"other","text":"x","same_as":"F1"}]})");
  ASSERT_EQ(List().size(), 2U);
  EXPECT_TRUE(List()[0].concern);
  step_ = StepId{};
  Say("audit", "", R"({"findings":[],"dismissed":[{"id":"F1","why":"files are small"}]})", Verdict::kApproved);
  EXPECT_EQ(List()[0].finding.state, FindingState::kRejected) << "who judges the whole does";
}

TEST_F(FindingsTest, OfAnOlderRunKeepTheirNumbersAndKeys) {
  rules_ = 0;
  Begin();
  Say("build", "", R"({"status":"concerns","summary":"slow"})", std::nullopt);
  Say("review", "", R"({"findings":[{"severity":"low","file":"a.cc","title":"no test","text":"Open is untested"}]})");
  kind_ = UnitKind::kCheck;
  Say("verify", "",
      R"({"results":[{"command":"make","passed":false,"exit_code":2}],"issues":["make: 2 0123456789abcdef"]})",
      std::nullopt);
  const std::vector<RunFinding> all = List();
  ASSERT_EQ(all.size(), 2U) << "the author's summary was none";
  Finding before;
  before.source = "review";
  before.file = "a.cc";
  before.description = "Open is untested";
  EXPECT_EQ(all[0].key, Sha256("\n" + FindingKey(before)).substr(0, 8));
  EXPECT_EQ(all[0].finding.description, before.description);
  EXPECT_EQ(all[1].finding.description, "make: 2 0123456789abcdef");
}

TEST_F(FindingsTest, ABaselineReportsNothing) {
  kind_ = UnitKind::kCheck;
  Say("verify", "", R"({"issues":["make test"]})", std::nullopt);
  EXPECT_EQ(List().size(), 1U) << "another check does";
  Say("today", "", R"({"baseline":true,"issues":["make test"],"results":[]})", std::nullopt);
  EXPECT_EQ(List().size(), 1U);
}

TEST_F(FindingsTest, TheSameLineOfTheSameReviewerIsTheSameFinding) {
  for (const int rules : {4, kRules}) {
    rules_ = rules;
    Begin();
    Say("review", "", R"({"findings":[{"file":"a.py","line":15,"text":"top returns nothing","severity":"medium"}]})");
    Say("review", "",
        R"({"findings":[{"file":"a.py","line":15,"text":"no value comes back","severity":"medium"},
                        {"file":"a.py","line":15,"text":"the name is odd","severity":"low"}]})");
    ASSERT_EQ(List().size(), rules < 5 ? 3U : 2U) << rules;
    EXPECT_EQ(List()[0].finding.state, rules < 5 ? FindingState::kFixed : FindingState::kOpen);
  }
  EXPECT_EQ(List()[0].finding.description, "no value comes back");
  Say("lenses", "races", R"({"findings":[{"file":"a.py","line":15,"text":"two callers","severity":"low"}]})");
  EXPECT_EQ(List().size(), 3U) << "another reviewer's is another";
}

TEST_F(FindingsTest, AtALineThatAPersonDecidedAboutOtherWordsAreAnotherFinding) {
  Say("review", "", R"({"findings":[{"file":"a.py","line":15,"text":"the name is odd","severity":"low"}]})");
  ASSERT_OK(Settle("F1", FindingState::kRejected, "by design", 1500));
  Say("review", "", R"({"findings":[{"file":"a.py","line":15,"text":"it loses all data","severity":"high"}]})");
  ASSERT_EQ(List().size(), 2U);
  EXPECT_TRUE(NeedsTriage(List()[1]));
}

TEST_F(FindingsTest, WhoChangedNothingFixedNothing) {
  struct Case {
    std::string snapshot;
    bool unmerged;
    int rules;
    FindingState state;
  };
  for (const Case& one :
       {Case{"c1", false, kRules, FindingState::kOpen}, Case{"c2", true, kRules, FindingState::kFixed},
        Case{"", false, kRules, FindingState::kFixed}, Case{"c1", false, 4, FindingState::kFixed}}) {
    rules_ = one.rules;
    Begin();
    Say("review", "", R"({"findings":[{"file":"a.py","line":15,"text":"top returns nothing","severity":"medium"}]})");
    snapshot_ = one.snapshot;
    unmerged_ = one.unmerged;
    Say("fix", "", R"({"status":"done","summary":"fixed"})", std::nullopt);
    snapshot_.clear();
    Say("review", "", R"({"findings":[]})", Verdict::kApproved);
    EXPECT_EQ(List()[0].finding.state, one.state) << one.snapshot << one.rules << List()[0].finding.reason;
  }
}

TEST_F(FindingsTest, WhatADebateWithdrewIsNotFixedByTheNextChallenge) {
  Panel("debate", Aggregate::kDialectic);
  Begin();
  Say("debate", "a", R"({"objections":[{"id":"R1","text":"slow","severity":"medium"}]})");
  Say("debate", "b", R"({"answers":[{"id":"R1","answer":"defend","text":"measured"}]})", Verdict::kApproved);
  Say("debate", "c", R"({"objections":[{"id":"R1","position":"withdrawn"}]})", Verdict::kApproved);
  Say("debate", "a", R"({"objections":[]})", Verdict::kApproved);
  EXPECT_EQ(List()[0].finding.state, FindingState::kRejected) << List()[0].finding.reason;
  EXPECT_EQ(List()[0].argued, "measured");
}

// One member of a panel checks in round 2 what all asked for.
class OneChecksTest : public FindingsTest {
 protected:
  void SetUp() override {
    Panel("gates", Aggregate::kAllPass);
    panel_->asks_again = AsksAgain::kOne;
    Begin();
    iteration_ = 1;
    Say("gates", "a", R"({"findings":[{"text":"one","severity":"medium"},{"text":"two","severity":"medium"}]})");
    Say("gates", "b", R"({"findings":[{"text":"three","severity":"medium"}]})");
    Say("gates", "c", R"({"findings":[{"text":"a remark","severity":"low"}]})", Verdict::kApproved);
    iteration_ = 2;
  }
};

TEST_F(OneChecksTest, AndSettlesThePointsOfTheOthers) {
  Say("gates", "b", R"({"findings":[{"text":"two, still","severity":"medium","same_as":"F2"}]})");
  const auto all = List();
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].finding.state, FindingState::kFixed);
  EXPECT_EQ(all[0].finding.reason, "not raised again in round 2");
  EXPECT_EQ(all[1].finding.state, FindingState::kOpen);
  EXPECT_EQ(all[1].member, "b") << "who confirmed it";
  EXPECT_EQ(all[2].finding.state, FindingState::kFixed);
  EXPECT_EQ(all[3].finding.state, FindingState::kOpen) << "its member approved, and nobody checked it";
}

TEST_F(OneChecksTest, ButNotThoseOfAMemberThatIsAskedToo) {
  Say("gates", "b", R"({"findings":[]})", Verdict::kApproved);
  Say("gates", "a", R"({"findings":[{"text":"one","severity":"medium"}]})");
  const auto all = List();
  EXPECT_EQ(all[0].finding.state, FindingState::kOpen);
  EXPECT_EQ(all[0].member, "a");
}

TEST_F(OneChecksTest, AndIsToldTheirNumbers) {
  const std::string told =
      TellKnownFindings(List(),
                        {.step = {}, .stage = "gates", .member = "b", .judges_work = false, .speaks_for = {"a"}})
          .text;
  EXPECT_TRUE(told.contains("You, or those whose points you check, reported these before")) << told;
  EXPECT_TRUE(told.contains("F1") && told.contains("F2") && told.contains("F3")) << told;
  EXPECT_FALSE(told.contains("F4")) << told;
}

}  // namespace
}  // namespace forge
