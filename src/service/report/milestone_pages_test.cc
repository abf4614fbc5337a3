#include "service/report/milestone_pages.h"

#include <gtest/gtest.h>

#include "model/json.h"

namespace forge {
namespace {

RunRow Milestone() {
  RunRow run;
  run.id = RunId{17};
  run.slug = "greet";
  run.objective = "Greet people\n\nin every language";
  run.pipeline = "milestone";
  run.stage = "slices";
  return run;
}

StepSpec StepCalled(const char* id) {
  StepSpec step;
  step.id = StepId{id};
  return step;
}

StepSpec Slice(const char* id, std::vector<StepId> depends, const char* risk) {
  StepSpec step = StepCalled(id);
  step.depends = std::move(depends);
  step.title = std::string("slice ") + id;
  step.extra = Json::MakeObject().Set("risk", risk);
  return step;
}

TEST(MilestonePages, ARoadmapHasBoxesRisksAndDependencies) {
  State state;
  state.plan = PlanRef{"h", "", {Slice("S01", {}, "high"), Slice("S02", {StepId{"S01"}}, "low")}};
  state.plan->steps[1].done_when = "people are greeted\ntwice";
  state.steps.resize(2);
  state.steps[0].status = StepStatus::kDone;
  RunRow worker;
  worker.id = RunId{18};
  worker.status = RunStatus::kCompleted;
  EXPECT_EQ(RoadmapPage(Milestone(), state, {{StepId{"S01"}, worker}}),
            PageMark(RunId{17}) +
                "\n# Roadmap\n\n## M017-greet: Greet people\n\n**Status:** active, in `slices`\n\n"
                "- [x] **S01: slice S01** `risk:high` `depends:[]`\n  run 18, completed\n"
                "- [ ] **S02: slice S02** `risk:low` `depends:[S01]`\n  > people are greeted\n  > twice\n");
}

TEST(MilestonePages, StateSaysWhatWorksAndWhatToType) {
  const RunRow run = Milestone();
  RunRow slice;
  slice.id = RunId{19};
  slice.parent_step = StepId{"S02"};
  slice.stage = "tasks";
  TreePath path;
  path.runs = {run, slice};
  path.task = StepId{"T03"};
  TreeLine top, below, task;
  below.depth = 1;
  below.step = StepId{"S02"};
  below.run = RunId{19};
  below.run_status = RunStatus::kActive;
  below.stage = "tasks";
  below.steps_done = 1;
  below.steps_total = 3;
  below.title = "a | b";
  task.depth = 2;
  task.step = StepId{"T03"};
  task.step_status = StepStatus::kPending;
  task.waits_for = "T02";
  const std::string page = StatePage(run, {top, below, task}, path, {}, "forge watch 17");
  EXPECT_NE(page.find("**Active Milestone:** M017-greet\n**Active Slice:** S02\n**Active Task:** T03\n"
                      "**Phase:** tasks\n"),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("### Next Action\n\n`forge watch 17`\n"), std::string::npos) << page;
  EXPECT_NE(page.find("| S02 | 19 | active | tasks | 1/3 | - | a \\| b |\n| - T03 | - | pending | - | - | T02 | - |\n"),
            std::string::npos)
      << page;
}

TEST(MilestonePages, DecisionsAreNumberedInTheirOrderAndListedOnce) {
  State state;
  Question question;
  question.status = QuestionStatus::kAnswered;
  question.text = "Is this the roadmap?";
  question.answer = "yes";
  question.comment = "start with S02";
  question.by = "ada";
  question.answered = TimePoint{2000};
  state.questions[QuestionId{1}] = question;
  state.accepted = {{StepId{"T01"}, "verify", "make test (exit 2)", "policy"}};
  state.last_at = TimePoint{3000};
  JournalRow row;
  row.kind = "ended";
  row.at = TimePoint{1000};
  row.data = R"({"unit":1,"outcome":{"result":{"decisions":["use TOML",{"decision":"one file","choice":"a.toml",
               "rationale":"people edit it"},"use TOML"]}}})";
  JournalRow other;
  other.kind = "began";
  other.data = R"({"decisions":["no"]})";
  const std::string page = DecisionsPage(Milestone(), DecisionsOf("S01", state, {row, other}));
  EXPECT_NE(page.find("| 1 | 1970-01-01 | S01 | use TOML | - | - | agent |\n"
                      "| 2 | 1970-01-01 | S01 | one file | a.toml | people edit it | agent |\n"
                      "| 3 | 1970-01-01 | S01 | Is this the roadmap? | yes | start with S02 | ada |\n"
                      "| 4 | 1970-01-01 | S01 | T01 verify: make test (exit 2) | accepted although it failed | - | "
                      "policy |\n"),
            std::string::npos)
      << page;
  EXPECT_NE(DecisionsPage(Milestone(), {}).find("None yet."), std::string::npos);
}

TEST(MilestonePages, AScriptForPeopleHasAllPromises) {
  StepSpec step = StepCalled("T01");
  step.title = "the reader";
  step.done_when = "it reads";
  step.verify = {"make test"};
  step.acceptance = {{"e2e", "start it twice", "no error", true}};
  step.must_haves.truths = {"memory stays small"};
  step.must_haves.artifacts = {{"src/reader.cc", "a reader", 40, std::nullopt}};
  step.must_haves.key_links = {{"src/main.cc", "src/reader.cc", "Reader"}};
  step.must_haves.expected_output = {"out.txt"};
  StepSpec bare = StepCalled("T02");
  bare.title = "bare";
  EXPECT_EQ(UatPage(Milestone(), {step, bare}, "forge/run-017"),
            PageMark(RunId{17}) +
                "\n# UAT: Greet people\n\nFollow this by hand, from the top of the repository, and tick what holds. "
                "The work is on the branch `forge/run-017`.\n\n## T01: the reader\n\nDone when: it reads\n\n"
                "1. [ ] Run `make test`: it exits with 0.\n2. [ ] start it twice. Expected: no error\n"
                "3. [ ] See for yourself: memory stays small\n"
                "4. [ ] Open `src/reader.cc`: it has a reader, in 40 lines or more.\n"
                "5. [ ] Look into `src/main.cc`: it uses `src/reader.cc` through Reader.\n"
                "6. [ ] `out.txt` is there.\n\n## T02: bare\n\nThe plan promises nothing that can be looked at.\n");
}

TEST(MilestonePages, PagesOfAllMilestonesBecomeOne) {
  const std::string first = KnowledgePage(Milestone(), {});
  EXPECT_EQ(MergedPage("Knowledge", {{"M017-greet", first}, {"notes", "by hand\n"}}),
            "<!-- AUTO-GENERATED by Forge from the pages of each milestone; changes are lost -->\n# Knowledge\n\n"
            "## M017-greet: Greet people\n\nNothing was learned yet.\n");
}

}  // namespace
}  // namespace forge
