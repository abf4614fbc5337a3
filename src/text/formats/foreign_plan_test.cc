#include "text/formats/foreign_plan.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/strings.h"
#include "base/testing/seed.h"

namespace forge {
namespace {

std::string Messages(const ForeignPlan& plan) {
  std::vector<std::string> messages;
  for (const ForeignProblem& problem : plan.problems) messages.push_back(problem.message);
  return Join(messages, "\n");
}

std::string Needs(const StepSpec& step) {
  std::vector<std::string> ids;
  for (const StepId& id : step.depends) ids.push_back(id.value);
  return Join(ids, " ");
}

std::string ForeignShape(const ForeignPlan& plan) {
  std::vector<std::string> steps;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    steps.push_back(plan.steps[i].id.value + (plan.states[i] == "pending" ? "" : "!" + plan.states[i]) + "(" +
                    Needs(plan.steps[i]) + ")");
  }
  return Join(steps, " ");
}

void ExpectSame(const ForeignPlan& a, const ForeignPlan& b) {
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.objective, b.objective);
  EXPECT_EQ(a.states, b.states);
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    EXPECT_EQ(ToJson(a.steps[i]).Dump(), ToJson(b.steps[i]).Dump());
  }
}

// Plans as people could write them, with texts that look like the marks of the formats.
class RandomForeignPlan {
 public:
  explicit RandomForeignPlan(std::mt19937& dice) : dice_(dice) {}

  ForeignPlan Make(std::string (*id)(int)) {
    ForeignPlan plan;
    plan.title = "A title";
    plan.objective = "Do it.";
    const int count = Roll(1, 6);
    for (int i = 0; i < count; ++i) {
      StepSpec step;
      step.id = StepId{id(i)};
      step.title = Line();
      step.what = Text();
      if (Roll(0, 1) == 1) step.files = Paths();
      step.writes = Roll(0, 1) == 1 ? step.files : Paths();
      for (int other = 0; other < i; ++other) {
        if (Roll(0, 2) == 0) step.depends.push_back(StepId{id(other)});
      }
      if (Roll(0, 1) == 1) step.verify = {"npm test", "echo `x` && \"y\""};
      if (Roll(0, 1) == 1) step.done_when = Line();
      if (Roll(0, 1) == 1) step.complexity = "medium";
      if (Roll(0, 1) == 1) step.estimate_ms = Roll(1, 3) * 30'000;
      if (Roll(0, 2) == 0) step.acceptance = {{"unit", "run it", "it works", Roll(0, 1) == 1}};
      if (Roll(0, 2) == 0) step.disallowed = {"docs/**"};
      if (Roll(0, 2) == 0) step.max_tokens = 1000;
      if (Roll(0, 2) == 0) step.must_haves.truths = {"it: is \"so\""};
      if (Roll(0, 2) == 0) step.must_haves.expected_output = {"src/a.cc"};
      if (Roll(0, 3) == 0) step.tier = "heavy";
      plan.steps.push_back(std::move(step));
      plan.states.emplace_back(Roll(0, 2) == 0 ? "done" : "pending");
    }
    return plan;
  }

 private:
  int Roll(int low, int high) { return std::uniform_int_distribution(low, high)(dice_); }

  std::string Line() {
    constexpr const char* kLines[] = {"Add a reader", "Say: \"what\"", "Größe prüfen", "x -> y", "it's 100 %"};
    return kLines[Roll(0, 4)];
  }

  std::string Text() {
    constexpr const char* kLines[] = {
        "Plain words.",     "---",    "## phase-9: no phase", "**Error:** no error", "\\---",
        "**Output:** x",    "- item", "  - nested",           "```\ncode\n```",      "\\\\## x",
        "**Change spec:**", "# Head"};
    std::string text = "Begin.";
    for (int i = Roll(0, 6); i > 0; --i) text += std::string(Roll(0, 1) == 1 ? "\n\n" : "\n") + kLines[Roll(0, 11)];
    return text;
  }

  std::vector<std::string> Paths() {
    std::vector<std::string> paths;
    for (int i = Roll(1, 3); i > 0; --i) paths.push_back(fmt::format("src/f{}.cc", i));
    return paths;
  }

  std::mt19937& dice_;
};

template <typename Write, typename Read>
void ExpectRoundTrips(std::string (*id)(int), Write write, Read read) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE(seed);
  std::mt19937 dice(seed);
  for (int round = 0; round < 300 && !::testing::Test::HasFailure(); ++round) {
    const ForeignPlan plan = RandomForeignPlan(dice).Make(id);
    ExpectSame(plan, read(write(plan)));
  }
}

std::string WordId(int i) { return fmt::format("step-{}", i + 1); }
std::string NumberId(int i) { return std::to_string(i + 1); }
std::string TaskId(int i) { return fmt::format("T{:02}", i + 1); }

// --- Plan JSON with modules. ---

TEST(ModulePlan, RoundTrips) {
  ExpectRoundTrips(WordId, WriteModulePlan, [](const std::string& text) { return ReadModulePlan(text); });
}

TEST(ModulePlan, ReadsModules) {
  ForeignPlan plan = ReadModulePlan(
      R"({"objective":"o","created":"2026","techStack":{"language":"c"},"modules":[{"id":"a","title":"t","objective":"do","dependsOn":[],)"
      R"("agent":"worker","files":["x.c"],"verify":["make"],"doneWhen":"green","complexity":"simple","expected_minutes":2,)"
      R"("acceptance_criteria":[{"check":"c","expected":"e","blocking":false}],"cost_budget":{"max_tokens":5}}]})");
  EXPECT_EQ(Messages(plan), "");
  ASSERT_EQ(plan.steps.size(), 1u);
  EXPECT_EQ(plan.steps[0].writes, (std::vector<std::string>{"x.c"}));
  EXPECT_EQ(plan.steps[0].estimate_ms, 120'000);
  EXPECT_EQ(plan.steps[0].max_tokens, 5);
  EXPECT_FALSE(plan.steps[0].acceptance.at(0).blocking);
  EXPECT_EQ(plan.steps[0].extra["agent"].AsString(), "worker");
  EXPECT_EQ(plan.extra["techStack"]["language"].AsString(), "c");
}

TEST(ModulePlan, ReadsWhatAModuleWaitsForUnderEachOfItsNames) {
  for (const char* key : {"dependsOn", "depends_on", "dependencies"}) {
    const std::string rest = R"("title":"t","objective":"do","files":["x.c"],"verify":["make"],"doneWhen":"green")";
    const ForeignPlan plan = ReadModulePlan(R"({"objective":"o","modules":[{"id":"a",)" + rest + R"(},{"id":"b",")" +
                                            key + R"(":["a"],)" + rest + "}]}");
    EXPECT_EQ(Messages(plan), "") << key;
    ASSERT_EQ(plan.steps.size(), 2U) << key;
    EXPECT_EQ(plan.steps[1].depends, std::vector<StepId>{StepId{"a"}}) << key;
  }
}

TEST(ModulePlan, SaysEverythingThatIsWrong) {
  ForeignPlan plan = ReadModulePlan(
      R"({"modules":[{"id":"a","files":[],"dependsOn":["q"],"acceptance_criteria":[{"check":1,"expected":"e"}],)"
      R"("disallowed_changes":null,"cost_budget":{"max_tokens":0},"success_evidence":" "},{"title":"t"},7]})");
  EXPECT_EQ(Messages(plan),
            "Module a: missing fields: title, objective, files, verify (at least one), doneWhen\n"
            "Module a: acceptance_criteria[0].check must be a string\n"
            "Module a: acceptance_criteria[0].blocking must be a boolean\n"
            "Module a: disallowed_changes must be an array of strings\n"
            "Module a: cost_budget.max_tokens must be a positive integer\n"
            "Module a: success_evidence must be a non-blank string\n"
            "Module ?: missing fields: id, objective, files, verify (at least one), doneWhen\n"
            "modules[2] must be an object\n"
            "Module a: depends on unknown module 'q'");
  EXPECT_TRUE(Messages(ReadModulePlan("{")).starts_with("Invalid JSON: "));
  EXPECT_EQ(Messages(ReadModulePlan("null")), "the plan must be an object");
}

TEST(ModulePlan, EmptyModulesBeforeALongTextReserveNoMoreThanTheTextExplains) {
  std::string text = R"({"modules":[{})";
  for (int i = 0; i < 40; ++i) text += ",{}";
  text += R"(],"more":")" + std::string(1'000'000, 'x') + R"("})";
  const auto plan = ReadModules(text);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->steps.size(), 41U);
  EXPECT_LE(plan->steps.capacity(), text.size() / 64 + 1);
  EXPECT_LE(plan->states.capacity(), text.size() / 64 + 1);
}

TEST(ModulePlan, ReadModuleByModuleIsTheSameAsReadWhole) {
  const std::string text =
      R"({"title":"t","modules":[{"id":"a","title":"A","objective":"o","files":["x"],"verify":["make"],"doneWhen":"d",)"
      R"("state":"done","agent":{"n":1},"complexity":"odd"},7,{"id":3,"dependsOn":["a","q"]}],"more":[1]})";
  const auto parts = ReadModules(text);
  ASSERT_TRUE(parts);
  const ForeignPlan whole = ModulePlanFrom(*ParseJson(text));
  ExpectSame(*parts, whole);
  EXPECT_EQ(Messages(*parts), Messages(whole));
  EXPECT_EQ(parts->extra, whole.extra);
  EXPECT_EQ(parts->steps[1].id.value, "3");
  EXPECT_FALSE(ReadModules(R"({"modules":{}})"));
  EXPECT_FALSE(ReadModules(R"({"tasks":[]})"));
  EXPECT_EQ(ForeignShape(ReadModulePlan(R"({"modules":[{"id":"a"}],"modules":[{"id":"b"}]})")), "b()");
}

// --- Task Master. ---

TEST(TaskMaster, RoundTrips) {
  for (auto* id : {WordId, NumberId}) {
    ExpectRoundTrips(
        id, [](const ForeignPlan& plan) { return WriteTaskMaster(plan); },
        [](const std::string& text) { return ReadTaskMaster(text); });
  }
}

constexpr std::string_view kTasks =
    R"({"master":{"tasks":[{"id":1,"title":"one","description":"d","details":"more","testStrategy":"t","status":"done","dependencies":[],)"
    R"("priority":"high","subtasks":[]},{"id":2,"title":"two","status":"in-progress","dependencies":[1],"subtasks":[)"
    R"({"id":1,"title":"p","status":"pending","dependencies":[]},{"id":2,"title":"q","dependencies":[1,"2.1"]}]},)"
    R"({"id":3,"title":"three","dependencies":[2],"status":"cancelled"}]},"other":{"tasks":[{"id":9,"title":"nine"}]}})";

TEST(TaskMaster, SubtasksWaitForWhatTheirTaskWaitsForAndTheTaskForThem) {
  ForeignPlan plan = ReadTaskMaster(kTasks);
  EXPECT_EQ(Messages(plan), "");
  EXPECT_EQ(ForeignShape(plan), "1!done() 2.1(1) 2.2(1 2.1) 2!running(1 2.1 2.2) 3!skipped(2)");
  EXPECT_EQ(plan.steps[0].what, "d\n\nmore");
  EXPECT_EQ(plan.steps[0].done_when, "t");
  ExpectSame(plan, ReadTaskMaster(WriteTaskMaster(plan)));
}

TEST(TaskMaster, TagsAreChosenByName) {
  EXPECT_EQ(ForeignShape(ReadTaskMaster(kTasks, "other")), "9()");
  EXPECT_EQ(Messages(ReadTaskMaster(kTasks, "no")), "there is no tag 'no'; the tags are master, other");
  EXPECT_EQ(ForeignShape(ReadTaskMaster(R"({"tasks":[{"id":"7","dependencies":[8]}]})")), "7(8)");
  EXPECT_EQ(Messages(ReadTaskMaster(R"({"tasks":[{"id":"7","dependencies":[8]}]})")),
            "task 7 depends on 8, which is not a task");
}

// --- spec-kit. ---

constexpr std::string_view kSpecKit =
    "# Tasks: Photo albums\n\n## Phase 1: Setup\n\n- [x] T001 Create the project\n- [ ] T002 [P] Configure linting\n"
    "- [ ] T003 [P] Add `Makefile`\n\n**Checkpoint**: ready\n\n## Phase 2: Story 1\n\n### Tests\n\n"
    "- [ ] T004 [P] [US1] Test in tests/test_album.py\n  with fixtures\n- [ ] T005 [US1] Model in src/album.py "
    "(depends on T001)\n"
    "- [ ] T006 [US1] Service\n\n```\n- [ ] T099 in code\n```\n\n## Dependencies\n\n- T001 first\n";

TEST(SpecKit, PhasesAndTasksWithoutPComeOneAfterTheOther) {
  ForeignPlan plan = ReadSpecKit(kSpecKit);
  EXPECT_EQ(Messages(plan), "");
  EXPECT_EQ(plan.title, "Photo albums");
  EXPECT_EQ(ForeignShape(plan), "T001!done() T002(T001) T003(T001) T004(T002 T003) T005(T004 T001) T006(T005)");
  EXPECT_EQ(plan.steps[3].writes, (std::vector<std::string>{"tests/test_album.py"}));
  EXPECT_EQ(plan.steps[2].writes, (std::vector<std::string>{"Makefile"}));
  EXPECT_EQ(plan.steps[3].what, "Test in tests/test_album.py\n  with fixtures");
  EXPECT_EQ(plan.steps[3].extra["story"].AsString(), "US1");
}

TEST(SpecKit, WrittenAndReadAgainTheOrderIsTheSame) {
  ForeignPlan plan = ReadSpecKit(kSpecKit);
  ForeignPlan again = ReadSpecKit(WriteSpecKit(plan));
  EXPECT_EQ(ForeignShape(again), "T001!done() T002(T001) T003(T001) T004(T002 T003) T005(T004 T001) T006(T005)");
  EXPECT_EQ(again.steps[3].what, plan.steps[3].what);
  EXPECT_EQ(again.steps[4].extra, plan.steps[4].extra);
}

TEST(SpecKit, AnyPlanKeepsItsOrderWhenWritten) {
  ForeignPlan plan;
  plan.title = "t";
  for (const char* id : {"a", "b", "c"}) {
    StepSpec step;
    step.id = StepId{id};
    step.title = step.what = id;
    plan.steps.push_back(step);
  }
  plan.steps[0].depends = {StepId{"c"}};
  plan.steps[2].writes = {"src/x.cc"};
  ForeignPlan again = ReadSpecKit(WriteSpecKit(plan));
  EXPECT_EQ(ForeignShape(again), "T002() T003() T001(T002 T003)");
  EXPECT_EQ(again.steps[1].writes, (std::vector<std::string>{"src/x.cc"}));
}

TEST(SpecKit, ATextThatBeginsLikeItsTitleStaysWhole) {
  ForeignPlan plan;
  plan.steps.push_back({});
  plan.steps[0].id = StepId{"T001"};
  plan.steps[0].title = "write one";
  plan.steps[0].what = "write one.txt";
  EXPECT_NE(WriteSpecKit(plan).find("\n  write one.txt\n"), std::string::npos) << WriteSpecKit(plan);
}

TEST(SpecKit, SaysWhatIsWrong) {
  EXPECT_EQ(Messages(ReadSpecKit("- [ ] T1 a\n- [ ] T1 b\n- [ ] T2 c (depends on T9)\n")),
            "task T1 is defined twice\ntask T2 depends on T9, which is not a task");
  EXPECT_EQ(Messages(ReadSpecKit("")), "no tasks found; a task is \"- [ ] T001 text\"");
}

// --- Phases file. ---

TEST(Phases, RoundTrips) {
  ExpectRoundTrips(
      WordId,
      [](ForeignPlan plan) {
        plan.objective.clear();
        return WritePhases(plan);
      },
      [](const std::string& text) {
        ForeignPlan plan = ReadPhases(text);
        plan.objective = "Do it.";
        return plan;
      });
}

TEST(Phases, ReadsWhatTheBotWrites) {
  ForeignPlan plan = ReadPhases(
      "# Phases: plan-017 \xE2\x80\x94 plan-017-x.md\nCreated: 2026-01-02\nUpdated: 2026-01-03\nPlan hash: abc\n\n"
      "## phase-1: Implement x.ts\n**Kind:** implement\n**Status:** done\n**Context:** `x.ts`, `y.ts`\n"
      "**Depends on:** (none)\n**Git commit:** 123abc\n\nImplement changes for: `x.ts`\n\n**Change spec:**\n- `x.ts`: "
      "one\n\n"
      "  two\n\n---\n\nstill text\n\n**Output:**\nfine\n\n---\n\n## phase-2: Post-implementation audit\n**Kind:** "
      "audit\n"
      "**Status:** in-progress\n**Context:** (none)\n**Depends on:** phase-1\n\nAudit.\n\n---\n");
  EXPECT_EQ(Messages(plan), "");
  EXPECT_EQ(plan.title, "plan-017");
  EXPECT_EQ(plan.extra["plan_hash"].AsString(), "abc");
  EXPECT_EQ(ForeignShape(plan), "phase-1!done() phase-2!running(phase-1)");
  EXPECT_EQ(plan.steps[0].what, "Implement changes for: `x.ts`\n\n- `x.ts`: one\n\n  two\n\n---\n\nstill text");
  EXPECT_EQ(plan.steps[0].writes, (std::vector<std::string>{"x.ts", "y.ts"}));
  EXPECT_TRUE(plan.steps[1].writes.empty());
  EXPECT_EQ(plan.steps[0].extra["output"].AsString(), "fine");
  EXPECT_EQ(WritePhases(ReadPhases(WritePhases(plan))), WritePhases(plan));
}

TEST(Phases, SaysWhatIsWrong) {
  EXPECT_EQ(Messages(ReadPhases("hello\n")),
            "the header \"# Phases: ID\" is missing\nthe plan hash is missing\nno phases found");
  const std::string wrong = Messages(
      ReadPhases("# Phases: p\nPlan hash: h\n\n## phase-1: t\n**Kind:** x\n**Status:** y\n**Failure hashes:** {\n"));
  EXPECT_TRUE(wrong.starts_with("unknown kind 'x'\nunknown status 'y'\nmalformed JSON in \"failure hashes\"")) << wrong;
}

// --- Slice folder. ---

TEST(SliceFolder, RoundTrips) { ExpectRoundTrips(TaskId, WriteSliceFolder, ReadSliceFolder); }

TEST(SliceFolder, ReadsTasksInTheOrderOfTheirNumbers) {
  const TextFiles files = {
      {"S02-PLAN.md", "# S02: The slice\n\n**Goal:** reach it\n"},
      {"tasks/T10/T10-PLAN.md",
       "---\nid: T10\ntitle: Ten\ndepends: [T2]\nwrites: [\"src/*.h\"]\n---\n# T10: Ten\n\nDo ten.\n"},
      {"tasks/T2/T2-PLAN.md",
       "---\nid: T2\nstatus: RUNNING\ndepends: []\nwrites: []\nverify: make\ncomplexity: heavy\n"
       "expected_output: [a.cc]\nmust_haves:\n  truths:\n    - it holds\n---\n# T2: Two\n\n## Goal\n\nDo two.\n"},
      {"tasks/T2/T2-SUMMARY.md", "done\n"},
      {"S02-RISK.md", "ignored"}};
  ForeignPlan plan = ReadSliceFolder(files);
  EXPECT_EQ(Messages(plan), "");
  EXPECT_EQ(plan.title, "The slice");
  EXPECT_EQ(plan.objective, "reach it");
  EXPECT_EQ(ForeignShape(plan), "T2!done() T10(T2)");
  EXPECT_EQ(plan.steps[0].title, "Two");
  EXPECT_EQ(plan.steps[0].what, "Do two.");
  EXPECT_EQ(plan.steps[0].verify, (std::vector<std::string>{"make"}));
  EXPECT_EQ(plan.steps[0].must_haves.expected_output, (std::vector<std::string>{"a.cc"}));
  EXPECT_EQ(plan.steps[0].extra["complexity"].AsString(), "heavy");
  ExpectSame(plan, ReadSliceFolder(WriteSliceFolder(plan)));
}

TEST(SliceFolder, TasksThatDoNotSayWhatTheyWriteComeOneAfterTheOther) {
  EXPECT_EQ(
      ForeignShape(ReadSliceFolder({{"tasks/T01/T01-PLAN.md", "# T01: a\n"}, {"tasks/T02/T02-PLAN.md", "# T02: b\n"}})),
      "T01() T02(T01)");
}

std::string SliceShape(std::initializer_list<const char*> fronts) {
  TextFiles files;
  int number = 0;
  for (const char* front : fronts) {
    ++number;
    files.emplace(fmt::format("tasks/T{0}/T{0}-PLAN.md", number), fmt::format("---\n{}---\n# T{}: x\n", front, number));
  }
  const ForeignPlan plan = ReadSliceFolder(files);
  return Messages(plan).empty() ? ForeignShape(plan) : Messages(plan);
}

TEST(SliceFolder, ABlankDependsNamesNone) {
  EXPECT_EQ(SliceShape({"depends:\nwrites: [a]\n", "depends: []\nwrites: [b]\n", "depends: T1, T2\nwrites: c\n"}),
            "T1() T2() T3(T1 T2)");
  EXPECT_EQ(SliceShape({"depends:\nwrites: [a]\n", "depends:\nwrites:\n"}), "T1() T2(T1)")
      << "what a task writes is not known";
}

TEST(SliceFolder, TasksOneAfterTheOtherKeepTheOrderThatTheyName) {
  EXPECT_EQ(SliceShape({"depends: [T2]\nwrites: [a]\n", "writes: [b]\n", "depends: []\nwrites: [c]\n"}),
            "T1(T2) T2() T3(T1)");
  EXPECT_EQ(SliceShape({"depends: [T3]\n", "depends: []\n", "depends: [T2]\n", "depends: []\n"}),
            "T1(T3) T2() T3(T2) T4(T1)");
}

TEST(SliceFolder, PathsWithBracesNeedNoQuotes) {
  const ForeignPlan plan =
      ReadSliceFolder({{"tasks/T1/T1-PLAN.md",
                        "---\nwrites: [src/{a,b}.ts, \"c{1,2}\", {x,y}/z, it's]\nfiles: lib/{a,b}.ts\n"
                        "disallowed:\n  - {p,q}.md\nmust_haves: {truths: [it holds]}\ndepends: []\n---\n# T1: x\n"}});
  EXPECT_EQ(Messages(plan), "");
  ASSERT_EQ(plan.steps.size(), 1U);
  EXPECT_EQ(plan.steps[0].writes, (std::vector<std::string>{"src/{a,b}.ts", "c{1,2}", "{x,y}/z", "it's"}));
  EXPECT_EQ(plan.steps[0].files, (std::vector<std::string>{"lib/{a,b}.ts"}));
  EXPECT_EQ(plan.steps[0].disallowed, (std::vector<std::string>{"{p,q}.md"}));
  EXPECT_EQ(plan.steps[0].must_haves.truths, (std::vector<std::string>{"it holds"}));
  EXPECT_EQ(Messages(ReadSliceFolder({{"tasks/T1/T1-PLAN.md", "---\nwrites: [src/{a,b\n---\n"}})),
            "task T1: line 2: end of sequence flow not found");
}

TEST(SliceFolder, SaysWhatIsWrong) {
  EXPECT_EQ(Messages(ReadSliceFolder({})), "no tasks found; the first is tasks/T01/T01-PLAN.md");
  const ForeignPlan plan =
      ReadSliceFolder({{"tasks/T01/T01-PLAN.md", "---\nid: T7\ndepends: [T9]\nwrites: []\n---\n"}});
  EXPECT_EQ(Messages(plan), "task T01 has the id T7\ntask T01 depends on T9, which is not a task");
}

}  // namespace
}  // namespace forge
