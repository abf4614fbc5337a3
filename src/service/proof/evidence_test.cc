#include "service/proof/evidence.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace forge {
namespace {

StepSpec Step(const std::string& id, std::vector<Criterion> acceptance, std::vector<std::string> verify = {}) {
  StepSpec step;
  step.id = StepId{id};
  step.acceptance = std::move(acceptance);
  step.verify = std::move(verify);
  return step;
}

// A world in which every command prints its name and passes, unless told otherwise.
class ProofWorld {
 public:
  EvidenceRun Run(const std::string& command) {
    ++runs[command];
    const auto found = answers.find(command);
    return found == answers.end() ? EvidenceRun{0, command + " ran\n"} : found->second;
  }
  RunCriterion runner() {
    return [this](const std::string& command) { return Run(command); };
  }
  std::map<std::string, EvidenceRun> answers;
  std::map<std::string, int> runs;
};

TEST(Evidence, ACriterionsCommandIsItsCodeSpan) {
  const auto items = CriteriaOf({Step("s1",
                                      {{"e2e", "`./scenario all` works", "", true},
                                       {"unit", "ninja test", "", true},
                                       {"static", "the code is tidy", "", true}},
                                      {"ninja test"}),
                                 Step("s2", {}, {"make", "make check"}), Step("s3", {})});
  ASSERT_EQ(items.size(), 6U);
  EXPECT_EQ(items[0].command, "./scenario all");
  EXPECT_EQ(items[1].command, "ninja test");
  EXPECT_EQ(items[2].command, "") << "prose is no command";
  EXPECT_EQ(items[3].command, "make");
  EXPECT_EQ(items[4].command, "make check");
  EXPECT_EQ(items[5].command, "") << "a step that promises nothing";
}

TEST(Evidence, WrittenCriteriaAreRunOnceAndNothingIsDemandedBesides) {
  const std::vector<EvidenceItem> items = WrittenCriteria({Step("s1",
                                                                {{"e2e", "`./scenario all` works", "", true},
                                                                 {"unit", "`make`", "", true},
                                                                 {"unit", "`make`", "`ok`", true},
                                                                 {"static", "the code is tidy", "", true}},
                                                                {"make"}),
                                                           Step("s2", {}, {"make check"}), Step("s3", {})});
  ASSERT_EQ(items.size(), 2U) << "no prose, and no verify command that says nothing more";
  ProofWorld world;
  world.answers["./scenario all"] = {1, ""};
  world.answers["make"] = {0, "ok\n"};
  const EvidenceReport report = GatherEvidence(items, world.runner(), {});
  EXPECT_EQ(world.runs, (std::map<std::string, int>{{"./scenario all", 1}, {"make", 1}}));
  EXPECT_EQ(CriteriaSummary(report), "1 of 2 acceptance criteria hold; s1 (e2e): `./scenario all` works: exit 1");
}

TEST(Evidence, AStepsVerifyCommandsCountBesidesItsCriteria) {
  const auto items = CriteriaOf({Step(
      "s1",
      {{"unit", "`make test`", "", true}, {"unit", "`make one`", "", true}, {"unit", "`make two`", "`2 ok`", true}},
      {"make one", "make two", "make three"})});
  std::vector<std::string> commands;
  for (const EvidenceItem& item : items) commands.push_back(item.command + "|" + item.expected);
  EXPECT_EQ(commands,
            (std::vector<std::string>{"make test|", "make one|", "make two|`2 ok`", "make two|", "make three|"}));
}

TEST(Evidence, OnlyWhatFailedBeforeTheWorkIsStrong) {
  ProofWorld world;
  world.answers["no"] = {2, ""};
  world.answers["broken"] = {1, ""};
  EvidenceReport report = GatherEvidence(CriteriaOf({Step("s1",
                                                          {{"unit", "`make test`", "", true},
                                                           {"unit", "`new`", "it feels quick", true},
                                                           {"unit", "`no`", "exit 2", true},
                                                           {"e2e", "`unknown`", "", true}},
                                                          {"new", "mine", "red", "broken"})}),
                                         world.runner(), {});
  const StepId step{"s1"};
  Weigh(report, {{step, "red", 1, false, true},
                 {step, "red", 0, true, false},
                 {step, "mine", 1, false, false},
                 {step, "broken", 1, false, false},
                 {StepId{"s2"}, "unknown", 1, false, false},
                 {{}, "mine", 0, true, false},
                 {{}, "make test", 0, true, false},
                 {{}, "new", 1, false, false},
                 {{}, "no", 2, false, false}});
  const std::string page = EvidencePage(report);
  for (const char* line :
       {"`make test`\n\nPASS, weak (passed before the work too), exit 0\n",
        "`new`\n\nPASS, weak (failed before the work; no program can check what it expects), exit 0\n",
        "`no`\n\nPASS, weak (passed before the work too), exit 2\n",
        "`unknown`\n\nPASS, weak (was not run before the work), exit 0\n",
        ": new\n\nPASS, strong (failed before the work), exit 0\n",
        ": mine\n\nPASS, strong (failed before the work), exit 0\n",
        ": red\n\nPASS, strong (red-green: failed before the work with its tests), exit 0\n",
        ": broken\n\nFAIL, exit 1\n"}) {
    EXPECT_NE(page.find(line), std::string::npos) << line << page;
  }
  const Json first = ToJson(report)["criteria"].AsArray()[0];
  EXPECT_EQ(first["strength"].AsString(), "weak");
  EXPECT_EQ(first["before"].AsString(), "passed");
  report.failed.clear();
  EXPECT_EQ(EvidenceSummary(report), "verified: 8 criteria, 0 of them twice; 2 passed before the work too");
}

TEST(Evidence, ACitedFileIsNeverRun) {
  const auto items = CriteriaOf({Step("s1", {{"unit", "`src/reader.cc:12` keeps no state", "", true},
                                             {"unit", "`src/reader.cc`", "", true},
                                             {"unit", "`read_all()` returns 64, shown by `make test`", "", true},
                                             {"unit", "`read_all` works", "", true}})});
  ASSERT_EQ(items.size(), 4U);
  EXPECT_EQ(items[0].command, "") << "a gap, not a command that fails";
  EXPECT_EQ(items[1].command, "");
  EXPECT_EQ(items[2].command, "make test");
  EXPECT_EQ(items[3].command, "") << "a name in a sentence";
}

TEST(Evidence, AScriptThatACriterionSpeaksOfIsNotRun) {
  for (const char* check :
       {"`scripts/deploy.sh` is not changed", "`scripts/deploy.sh` stays as it is", "Keep `scripts/deploy.sh` as it is",
        "the release page names `scripts/deploy.sh`", "nothing but `scripts/deploy.sh` writes to the server",
        "`./deploy` must not change", "the step (see `scripts/deploy.sh`) is done", "`bin/deploy` remains untouched"}) {
    EXPECT_EQ(CriteriaOf({Step("s1", {{"unit", check, "", true}})})[0].command, "") << check;
    EXPECT_EQ(CriteriaOf({Step("s1", {{"unit", check, "", true}}, {"scripts/deploy.sh", "./deploy", "bin/deploy"})})[0]
                  .command.empty(),
              false)
        << "one of the step's own commands";
  }
  for (const char* check : {"`scripts/test.sh` passes", "`scripts/test.sh`", "run `scripts/test.sh`",
                            "all cases pass: `scripts/test.sh`", "`scripts/test.sh` must pass",
                            "the readme holds, shown by `scripts/test.sh`", "`scripts/test.sh` exits with `0`"}) {
    EXPECT_EQ(CriteriaOf({Step("s1", {{"unit", check, "", true}})})[0].command, "scripts/test.sh") << check;
  }
}

TEST(Evidence, StepsThatChangeNothingOweNothing) {
  StepSpec step = Step("s1", {});
  step.kind = "read";
  EXPECT_TRUE(CriteriaOf({step}).empty());
}

TEST(Evidence, WhatIsExpectedIsLookedUp) {
  EvidenceItem item;
  EXPECT_TRUE(Holds(item, {0, ""}));
  EXPECT_FALSE(Holds(item, {1, ""}));
  item.expected = "exit code 2";
  EXPECT_TRUE(Holds(item, {2, ""}));
  EXPECT_FALSE(Holds(item, {0, ""}));
  item.expected = "prints `42 passed`";
  EXPECT_TRUE(Holds(item, {0, "ok: 42 passed in 1s"}));
  EXPECT_FALSE(Holds(item, {0, "41 passed"}));
  item.expected = "it feels quick";
  EXPECT_TRUE(Holds(item, {0, ""}));
}

TEST(Evidence, EverythingGreenIsVerified) {
  ProofWorld world;
  const auto items = CriteriaOf({Step("s1", {{"e2e", "`a`", "", true}, {"unit", "`b`", "", true}})});
  const EvidenceReport report = GatherEvidence(items, world.runner(), world.runner());
  EXPECT_TRUE(report.verified());
  EXPECT_EQ(ToJson(report)["verdict"].AsString(), "VERIFIED");
  EXPECT_EQ(world.runs["a"], 2);
  EXPECT_EQ(world.runs["b"], 2);
  EXPECT_TRUE(EvidencePage(report).starts_with("# Evidence: VERIFIED"));
}

TEST(Evidence, ALieAboutPassingTestsIsFoundByRunningThem) {
  ProofWorld world;
  world.answers["ninja test"] = {1, "2 tests failed\n"};
  const EvidenceReport report =
      GatherEvidence(CriteriaOf({Step("s1", {}, {"ninja test"})}), world.runner(), world.runner());
  EXPECT_FALSE(report.verified());
  ASSERT_EQ(report.failed.size(), 1U);
  EXPECT_NE(report.failed[0].find("s1 (unit): ninja test: exit 1"), std::string::npos) << report.failed[0];
}

TEST(Evidence, ACriterionWithoutAProofIsAGap) {
  ProofWorld world;
  const EvidenceReport report =
      GatherEvidence(CriteriaOf({Step("s1", {{"unit", "it works well", "", true}, {"unit", "it is pretty", "", false}}),
                                 Step("s2", {})}),
                     world.runner(), world.runner());
  EXPECT_EQ(report.gaps.size(), 2U);
  EXPECT_EQ(report.notes.size(), 1U) << "what does not block is told, not held against it";
  EXPECT_FALSE(report.verified());
}

TEST(Evidence, AnotherOutputTheSecondTimeIsAFalseProof) {
  const auto items = CriteriaOf({Step("s1", {{"e2e", "`a`", "", true}})});
  ProofWorld first;
  ProofWorld second;
  second.answers["a"] = {0, "something else\n"};
  EXPECT_EQ(GatherEvidence(items, first.runner(), second.runner()).fake_proofs.size(), 1U);
  second.answers["a"] = {3, "a ran\n"};
  const EvidenceReport report = GatherEvidence(items, first.runner(), second.runner());
  ASSERT_EQ(report.fake_proofs.size(), 1U);
  EXPECT_NE(report.fake_proofs[0].find("exit 0 became exit 3"), std::string::npos);
  EXPECT_FALSE(report.verified());
}

TEST(Evidence, WhatAFreshCheckoutAlwaysPrintsIsNoFalseProof) {
  const auto items = CriteriaOf({Step("s1", {{"e2e", "`make && t`", "`ok`", true}})});
  ProofWorld built;
  ProofWorld fresh;
  built.answers["make && t"] = {0, "make: all is up to date\nok\n"};
  fresh.answers["make && t"] = {0, "cc -c a.c\nok\n"};
  const EvidenceReport report = GatherEvidence(items, built.runner(), fresh.runner(), fresh.runner());
  EXPECT_TRUE(report.verified());
  EXPECT_NE(EvidencePage(report).find("a fresh checkout prints something else"), std::string::npos);
  EXPECT_EQ(fresh.runs["make && t"], 2) << "once more, in another one";

  ProofWorld other;
  other.answers["make && t"] = {0, "cc -c b.c\nok\n"};
  EXPECT_EQ(GatherEvidence(items, built.runner(), fresh.runner(), other.runner()).fake_proofs.size(), 1U);

  fresh.answers["make && t"] = {0, "cc -c a.c\nnothing ran\n"};
  const EvidenceReport lie = GatherEvidence(items, built.runner(), fresh.runner(), fresh.runner());
  ASSERT_EQ(lie.fake_proofs.size(), 1U) << "what was expected is printed only where something was built before";
  EXPECT_NE(EvidencePage(lie).find("nothing ran"), std::string::npos) << "both outputs are shown";
}

TEST(Evidence, TimesAndAddressesAreNoDifference) {
  const auto items = CriteriaOf({Step("s1", {{"e2e", "`a`", "", true}})});
  ProofWorld first;
  ProofWorld second;
  first.answers["a"] = {0, "ok in 12.3s at 0x7ffe12ab\n"};
  second.answers["a"] = {0, "ok in 9.1s at 0x7ffe99ff\n"};
  EXPECT_TRUE(GatherEvidence(items, first.runner(), second.runner()).verified());
}

TEST(Evidence, NothingIsProvedByAnOldBuildAlone) {
  std::vector<Criterion> criteria;
  for (int i = 0; i < 7; ++i) criteria.push_back({"unit", "`make t" + std::to_string(i) + "`", "", i < 6});
  for (int i = 0; i < 7; ++i) {
    ProofWorld built;
    ProofWorld fresh;
    fresh.answers["make t" + std::to_string(i)] = {1, "it does not compile\n"};
    const EvidenceReport report =
        GatherEvidence(CriteriaOf({Step("s1", criteria)}), built.runner(), fresh.runner(), fresh.runner());
    EXPECT_EQ(report.verified(), i == 6) << "what does not block is told and stops nothing";
    EXPECT_EQ(report.fake_proofs.size() + report.notes.size(), 1U) << i;
  }
}

TEST(Evidence, ACommandFindsInEveryCheckoutWhatTheOneBeforeItBuilt) {
  const auto items = CriteriaOf({Step("s1", {}, {"configure", "compile"})});
  const auto place = [](std::set<std::string>& done, std::string output) -> RunCriterion {
    return [&done, output = std::move(output)](const std::string& command) -> EvidenceRun {
      done.insert(command);
      return done.contains("configure") ? EvidenceRun{0, output} : EvidenceRun{1, "not configured\n"};
    };
  };
  std::set<std::string> built, fresh, another;
  EXPECT_TRUE(
      GatherEvidence(items, place(built, "up to date\n"), place(fresh, "new\n"), place(another, "new\n")).verified());
}

TEST(Evidence, ACommandOfManyCriteriaRunsOnce) {
  ProofWorld world;
  (void)GatherEvidence(CriteriaOf({Step("s1", {}, {"make"}), Step("s2", {}, {"make"}), Step("s3", {}, {"make"})}),
                       world.runner(), [](const std::string& command) { return EvidenceRun{0, command + " ran\n"}; });
  EXPECT_EQ(world.runs["make"], 1);
}

TEST(Evidence, AnAcceptedGapIsNotAskedAboutAgain) {
  const auto report = [] {
    ProofWorld world;
    return GatherEvidence(CriteriaOf({Step("a", {{"e2e", "it feels fast", "", true}, {"unit", "`make a`", "", true}})}),
                          world.runner(), world.runner());
  };
  EvidenceReport first = report();
  Json told = Json::MakeObject();
  TellUnproven(first, false, {}, told);
  EXPECT_EQ(
      told.Dump(),
      R"({"unproven":["no command proves a (e2e): it feels fast"],"gaps":["a (e2e): it feels fast"],"only_gaps":true})");
  Json besides = Json::MakeObject();
  TellUnproven(first, true, {}, besides);
  EXPECT_TRUE(besides["only_gaps"].is_null()) << "a command fails too: there is something to repair";
  EvidenceReport again = report();
  LeaveOutGaps(again, {"a (e2e): it feels fast"});
  EXPECT_TRUE(again.verified());
  EXPECT_EQ(EvidenceSummary(again), "verified: 2 criteria, 1 of them twice; 1 accepted without proof");
  EXPECT_NE(EvidencePage(again).find("## Not proven, and accepted by a person"), std::string::npos);
  LeaveOutGaps(first, {"a (e2e): it feels slow"});
  EXPECT_FALSE(first.verified());
}

TEST(Evidence, WordsThatSayMoreThanAnExitCodeAreLeftToWhoReads) {
  const auto page = [](const char* check) {
    ProofWorld world;
    return EvidencePage(GatherEvidence(CriteriaOf({Step("a", {{"e2e", check, "", true}})}), world.runner(), {}));
  };
  EXPECT_NE(
      page("`./a x.csv` prints the months").find("Its command exits with 0; whether the sentence holds is for you"),
      std::string::npos);
  for (const char* check : {"`make test`", "`make test` passes", "`make test` exits with 0"})
    EXPECT_EQ(page(check).find("for you to judge"), std::string::npos) << check;
}

}  // namespace
}  // namespace forge
