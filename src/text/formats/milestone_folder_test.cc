#include <gtest/gtest.h>

#include "base/strings.h"
#include "text/formats/foreign_plan.h"
#include "text/formats/gsd_preferences.h"

namespace forge {
namespace {

const TextFiles kFiles = {
    {"M001-ROADMAP.md",
     "# M001: Accounts\n\n**Vision:** People sign in.\n\n## Slices\n\n"
     "- [x] **S01: Store** `risk:high` `depends:[]`\n  > After this: users are kept.\n"
     "- [ ] **S02: Sign in** `risk:medium` `depends:[S01]`\n  > After this: a person signs in.\n"
     "- [ ] **S03: Sign out** `risk:low` `depends:[]`\n"
     "- [ ] **S04: Page**\n\n## Boundary Map\n\nS01 -> S02: users\n"},
    {"M001-CONTEXT.md", "# Context\n\n## Decided\n\nNo OAuth.\n"},
    {"slices/S01/S01-SUMMARY.md", "# S01\n\nDone.\n"},
    {"slices/S02/S02-RISK.md", "# Risk\n\nSessions leak.\n"},
    {"slices/S02/S02-PLAN.md", "# S02: Sign in\n\n## Goal\n\nSign in.\n"},
    {"slices/S02/tasks/T01/T01-PLAN.md",
     "---\nid: T01\ntitle: form\ndepends: []\nwrites: [a]\nmust_haves:\n  truths: [x]\n  proofs: [y]\n  artifacts:\n   "
     " - "
     "path: a\n      provides: b\n      owner: me\n---\n\n# T01: form\n"},
    {"slices/S02/tasks/T01/T01-SUMMARY.md", "done\n"},
    {"slices/S02/tasks/T02/T02-PLAN.md",
     "---\nid: T02\ntitle: check\ndepends: [T01]\nwrites: [b]\n---\n\n# T02: check\n"},
    {"slices/S03/S03-SUMMARY.md", "# S03\n"},
};

std::vector<std::string> Messages(const std::vector<ForeignProblem>& problems) {
  std::vector<std::string> all;
  for (const ForeignProblem& one : problems) all.push_back(one.message);
  return all;
}

TEST(MilestoneFolder, ItsSlicesAreStepsAndWhatIsDoneStaysDone) {
  const ForeignPlan plan = ReadMilestoneFolder(kFiles);
  EXPECT_EQ(Messages(plan.problems), std::vector<std::string>());
  EXPECT_EQ(plan.title, "Accounts");
  EXPECT_EQ(plan.objective, "People sign in.");
  ASSERT_EQ(plan.steps.size(), 4U);
  EXPECT_EQ(plan.states, (std::vector<std::string>{"done", "pending", "done", "pending"}));
  EXPECT_EQ(plan.steps[1].title, "Sign in");
  EXPECT_EQ(plan.steps[1].depends, std::vector<StepId>{StepId{"S01"}});
  EXPECT_EQ(plan.steps[0].extra["risk"].AsString(), "high");
  EXPECT_TRUE(plan.steps[2].depends.empty()) << "it says that it waits for nothing";
  EXPECT_EQ(plan.steps[3].depends, std::vector<StepId>{StepId{"S03"}}) << "it says nothing: slice by slice";
  EXPECT_EQ(plan.steps[1].done_when, "After this: a person signs in.");
}

TEST(MilestoneFolder, ASliceHasItsTasksRisksAndContext) {
  const ForeignPlan plan = ReadMilestoneFolder(kFiles);
  const std::string& what = plan.steps[1].what;
  EXPECT_NE(what.find("- [x] T01: form\n- [ ] T02: check\n"), std::string::npos) << what;
  EXPECT_NE(what.find("Risks:\nSessions leak."), std::string::npos) << what;
  ASSERT_EQ(plan.sections.size(), 1U);
  EXPECT_EQ(plan.sections[0].first, "Context");
  EXPECT_EQ(plan.sections[0].second, "### Decided\n\nNo OAuth.");
}

TEST(MilestoneFolder, WhatDoesNotAgreeOrIsUnknownIsSaid) {
  EXPECT_EQ(Messages(ReadMilestoneFolder(kFiles).notes),
            (std::vector<std::string>{"slice S02: task T01: must_haves has the unknown key `proofs`: nothing checks it",
                                      "slice S02: task T01: an artifact has the unknown key `owner`: nothing checks it",
                                      "slice S03: its box is open, but it has a SUMMARY: it counts as done"}));
  const ForeignPlan ticked =
      ReadMilestoneFolder({{"M001-ROADMAP.md", "# M001: x\n- [x] **S01: a** `depends:[S09]`\n"}});
  EXPECT_EQ(Messages(ticked.notes),
            std::vector<std::string>{"slice S01: its box is ticked, but it has no SUMMARY: it counts as done"});
  EXPECT_EQ(Messages(ticked.problems), std::vector<std::string>{"slice S01 depends on S09, which is not a slice"});
  EXPECT_EQ(Messages(ReadMilestoneFolder({{"M001-ROADMAP.md", "# x\n"}}).problems),
            std::vector<std::string>{"M001-ROADMAP.md names no slice"});
}

TEST(MilestoneFolder, AnExportGivesItBackWithItsNewState) {
  ForeignPlan plan = ReadMilestoneFolder(kFiles);
  EXPECT_EQ(WriteMilestoneFolder(plan).at("M001-CONTEXT.md"), kFiles.at("M001-CONTEXT.md"));
  plan.states[1] = "done";
  plan.steps.push_back({});
  plan.steps.back().id = StepId{"S05"};
  plan.steps.back().title = "More";
  const TextFiles files = WriteMilestoneFolder(plan);
  const std::string& roadmap = files.at("M001-ROADMAP.md");
  EXPECT_NE(roadmap.find("- [x] **S02: Sign in** `risk:medium` `depends:[S01]`"), std::string::npos) << roadmap;
  EXPECT_NE(roadmap.find("- [x] **S03"), std::string::npos) << roadmap;
  EXPECT_NE(roadmap.find("S01 -> S02: users\n"), std::string::npos) << roadmap;
  EXPECT_NE(roadmap.find("- [ ] **S05: More** `risk:medium` `depends:[]`"), std::string::npos) << roadmap;
  EXPECT_EQ(files.at("slices/S02/S02-SUMMARY.md"), "# S02: done\n");
  EXPECT_EQ(files.at("slices/S02/tasks/T01/T01-PLAN.md"), kFiles.at("slices/S02/tasks/T01/T01-PLAN.md"));
  EXPECT_EQ(files.count("slices/S04/S04-SUMMARY.md"), 0U);
}

TEST(MilestoneFolder, AnExportSaysWhatThePlanSaysToday) {
  ForeignPlan plan = ReadMilestoneFolder(kFiles);
  plan.steps[1].title = "Sign in twice";
  plan.steps[2].done_when = "After this: the door\nis shut.";
  plan.steps.erase(plan.steps.begin() + 3);
  plan.states.erase(plan.states.begin() + 3);
  StepSpec first;
  first.id = StepId{"prepare"};
  first.title = "Prepare";
  plan.steps[0].depends = {first.id};
  plan.steps.insert(plan.steps.begin(), first);
  plan.states.insert(plan.states.begin(), "pending");
  const std::string roadmap = WriteMilestoneFolder(plan).at("M001-ROADMAP.md");
  EXPECT_NE(roadmap.find("`depends:[S05]`\n"), std::string::npos) << roadmap;
  EXPECT_NE(roadmap.find("- [ ] **S02: Sign in twice** `risk:"), std::string::npos) << roadmap;
  EXPECT_NE(roadmap.find("  > After this: the door is shut.\n"), std::string::npos) << roadmap;
  EXPECT_LT(roadmap.find("- [ ] **S05: Prepare** `risk:medium` `depends:[]`\n"), roadmap.find("S01 -> S02: users"))
      << roadmap;
  EXPECT_EQ(roadmap.find("S04"), std::string::npos) << roadmap;
  EXPECT_EQ(roadmap.find("**S01"), roadmap.rfind("**S01")) << "one line for each slice\n" << roadmap;
}

TEST(MilestoneFolder, ANewSliceDoesNotTakeTheFolderOfADroppedOne) {
  ForeignPlan plan = ReadMilestoneFolder({{"M001-ROADMAP.md", "# M001: a\n\n- [ ] **S01: Store** `depends:[]`\n"},
                                          {"slices/S02/S02-SUMMARY.md", "# S02: it was dropped\n"}});
  plan.steps.push_back({});
  plan.steps.back().id = StepId{"third"};
  plan.steps.back().title = "Third";
  plan.states.emplace_back("pending");
  const std::string roadmap = WriteMilestoneFolder(plan).at("M001-ROADMAP.md");
  EXPECT_NE(roadmap.find("- [ ] **S03: Third**"), std::string::npos) << roadmap;
}

TEST(MilestoneFolder, AnExportKeepsTheLineEndsOfTheRoadmap) {
  const std::string same = "# M001: a\r\n\r\n- [ ] **S01: Store** `risk:low` `depends:[]`\r\n\r\nEnd";
  ForeignPlan plan = ReadMilestoneFolder({{"M001-ROADMAP.md", same}});
  EXPECT_EQ(WriteMilestoneFolder(plan).at("M001-ROADMAP.md"), same);
  plan.states[0] = "done";
  EXPECT_EQ(WriteMilestoneFolder(plan).at("M001-ROADMAP.md"), ReplaceAll(same, "[ ]", "[x]") + "\r\n");
}

TEST(MilestoneFolder, AnOpenSliceNamesTheTasksThatItCameWith) {
  const ForeignPlan plan = ReadMilestoneFolder(kFiles);
  const std::string key = plan.extra[kImportedDocuments].AsString();
  EXPECT_EQ(key.size(), 16U);
  EXPECT_EQ(plan.steps[1].extra[kImportedDocuments].AsString(), key + "/S02");
  for (std::size_t other : {0U, 2U, 3U}) EXPECT_TRUE(plan.steps[other].extra[kImportedDocuments].is_null()) << other;
}

TEST(MilestoneFolder, RiskAndDependenciesAreReadInBackticksAndBare) {
  const TextFiles files = {
      {"M001-ROADMAP.md",
       "# M001: Tags\n- [ ] **S01: a** `risk:low`\n- [ ] **S02: b** depends:[S01] risk:high\n"
       "- [ ] **S03: c** `risk:medium depends:[S01,S02]`\n- [ ] **S04: d** `depends:[]` risk: High\n"}};
  std::string text;
  for (const StepSpec& step : ReadMilestoneFolder(files).steps) {
    text += step.id.value + " " + step.extra["risk"].AsString();
    for (const StepId& one : step.depends) text += " " + one.value;
    text += "\n";
  }
  EXPECT_EQ(text, "S01 low\nS02 high S01\nS03 medium S01 S02\nS04 high\n");
}

TEST(MilestoneFolder, NewIdsAreIdsToo) {
  const TextFiles files = {{"M-20261119-accounts-ROADMAP.md", "# M-20261119-accounts: New\n- [ ] **S01: a**\n"}};
  EXPECT_EQ(MilestoneIn(files), "M-20261119-accounts");
  EXPECT_EQ(ReadMilestoneFolder(files).title, "New");
  EXPECT_EQ(MilestoneIn({{"S01-PLAN.md", ""}}), "");
}

TEST(GsdPreferences, TheLaterFileWinsAndEveryKeyIsNamed) {
  const auto all = ReadGsdPreferences(
      {{"user",
        "# Prefs\n\n```\nparallelism:\n  max_concurrent: 4   # few\n  spare: 1\nnotifications: off\n"
        "tier_models:\n  max: \"fable-5\"\n```\nNote: this is prose.\n"},
       {"repo",
        "verification:\n  preference_commands:\n    - make lint\n    - \"make test\"\n  command_timeout_ms: 90500\n"},
       {"local", "parallelism:\n  max_concurrent: 2\nskip_discuss: true\nforge_isolation: none\n"}});
  std::string text;
  for (const ForeignPreference& one : all)
    text += one.name + "=" + one.value + " " + one.from + " -> " + one.key + "=" + one.ours + "\n";
  EXPECT_EQ(text,
            "forge_isolation=none local:4 -> isolation=shared\n"
            "notifications=off user:7 -> notify.terminal=false\n"
            "parallelism.max_concurrent=2 local:2 -> max_concurrent=2\n"
            "parallelism.spare=1 user:6 -> =\n"
            "skip_discuss=true local:3 -> =\n"
            "tier_models.max=fable-5 user:9 -> tier_models.max=fable-5\n"
            "verification.command_timeout_ms=90500 repo:5 -> verify_timeout=91\n"
            "verification.preference_commands=make lint, make test repo:2 -> verify=make lint\nmake test\n");
}

TEST(GsdPreferences, WhatHasASettingHereIsTakenAndUnknownKeysAreNamed) {
  const auto all = ReadGsdPreferences({{"repo",
                                        "plan_check:\n  mode: advisory\nreview:\n  ask_in_auto: defer\n"
                                        "token_budget:\n  auto_memory: 2500\nfancy_mode: on\nnote: this is prose.\n"}});
  std::string text;
  for (const ForeignPreference& one : all)
    text += one.name + "=" + one.value + " -> " + one.key + "=" + one.ours + "\n";
  EXPECT_EQ(text,
            "fancy_mode=on -> =\n"
            "plan_check.mode=advisory -> plan_check=advisory\n"
            "review.ask_in_auto=defer -> review.ask=defer\n"
            "token_budget.auto_memory=2500 -> prompt_budget.memory=2500\n");
}

TEST(GsdState, BothShapesAreRead) {
  const GsdState bold = ReadGsdState(
      "# State\n\n**Active Milestone:** M001\n**Active Slice:** S02\n**Active Task:** T01\n**Phase:** execute\n\n"
      "## Next Action\n\nRun T01.\n");
  EXPECT_EQ(bold.milestone, "M001");
  EXPECT_EQ(bold.slice, "S02");
  EXPECT_EQ(bold.task, "T01");
  EXPECT_EQ(bold.phase, "execute");
  EXPECT_EQ(bold.next, "Run T01.");
  const GsdState items = ReadGsdState("## Active Milestone\n\nM003\n\n## Where\n\n- phase: plan-slice\n- slice: S01\n");
  EXPECT_EQ(items.milestone, "M003");
  EXPECT_EQ(items.phase, "plan-slice");
  EXPECT_EQ(items.slice, "S01");
}

}  // namespace
}  // namespace forge
