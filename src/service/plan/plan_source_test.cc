#include "service/plan/plan_source.h"

#include <gtest/gtest.h>

#include "os/files/files.h"
#include "service/plan/plan_report.h"

namespace forge {
namespace {

constexpr const char* kPlan =
    "# Plan: Two files\n\n**ID:** plan-001\n**Status:** DRAFT\n\n---\n\n## Objective\n\nWrite two files.\n\n"
    "## Steps\n\n### Step one: write one\n\n**Do:** write it\n\n**Writes:** `one.txt`\n**Verify:** `true`\n\n"
    "### Step two: write two\n\n**Do:** write it too\n\n**Writes:** `two.txt`\n**Depends:** one\n**Verify:** `true`\n";

TEST(PlanSource, FormatsAreToldByTheirContent) {
  EXPECT_EQ(DetectPlanFormat(kPlan), PlanFormat::kMarkdown);
  EXPECT_EQ(DetectPlanFormat(""), PlanFormat::kMarkdown);
  EXPECT_EQ(DetectPlanFormat(R"( {"objective": "x", "modules": []})"), PlanFormat::kModules);
  EXPECT_EQ(DetectPlanFormat("{ not json"), PlanFormat::kModules);
  EXPECT_EQ(DetectPlanFormat("[{\"id\": \"m1\"}]"), PlanFormat::kModules) << "its mistake is to be no object";
  EXPECT_EQ(DetectPlanFormat("[x] a list item"), PlanFormat::kMarkdown);
  EXPECT_EQ(DetectPlanFormat(R"({"tasks": []})"), PlanFormat::kTaskMaster);
  EXPECT_EQ(DetectPlanFormat(R"({"master": {"tasks": []}})"), PlanFormat::kTaskMaster);
  EXPECT_EQ(DetectPlanFormat("# Phases: plan-1\n\n## phase-1: x\n"), PlanFormat::kPhases);
  EXPECT_EQ(DetectPlanFormat("# Tasks: x\n\n## Phase 1\n\n- [ ] T001 [P] do a.cc\n"), PlanFormat::kSpecKit);
  EXPECT_EQ(DetectPlanFormat("# Plan: x\n\n## Changes\n\n- [ ] T001 is a task\n"), PlanFormat::kMarkdown)
      << "a plan of ours may have such lines";
  EXPECT_EQ(DetectPlanFormat("\xEF\xBB\xBF{\"modules\": []}"), PlanFormat::kModules) << "with a byte order mark";
}

TEST(PlanSource, StepsSurviveEveryFormatThereAndBack) {
  const PlanSource plan = ReadPlanSource(kPlan);
  ASSERT_EQ(plan.document.steps.size(), 2U);
  for (PlanFormat format : {PlanFormat::kModules, PlanFormat::kPhases, PlanFormat::kSpecKit, PlanFormat::kTaskMaster}) {
    const TextFiles files = WritePlanAs(format, plan);
    ASSERT_EQ(files.size(), 1U) << Name(format);
    const std::string& text = files.begin()->second;
    EXPECT_EQ(DetectPlanFormat(text), format) << text;
    const PlanSource back = ReadPlanSource(text);
    EXPECT_TRUE(back.problems.empty()) << Name(format) << ": " << back.problems[0].message;
    ASSERT_EQ(back.document.steps.size(), 2U) << Name(format);
    EXPECT_TRUE(back.document.steps[1].title.starts_with("write two")) << Name(format);
    ASSERT_EQ(back.document.steps[1].depends.size(), 1U) << Name(format);
    EXPECT_EQ(back.document.steps[1].depends[0], back.document.steps[0].id) << Name(format);
    const std::string printed = MarkdownOf(back);
    EXPECT_EQ(ParsePlan(printed).steps, back.document.steps) << Name(format) << "\n" << printed;
    EXPECT_EQ(ParsePlan(printed).hash, HashOf(back)) << Name(format);
  }
}

TEST(PlanSource, ASliceIsAFolder) {
  const std::string directory = MakeTempDirectory("forge-slice").value();
  const TextFiles files = WritePlanAs(PlanFormat::kSlice, ReadPlanSource(kPlan));
  EXPECT_GT(files.size(), 1U);
  ASSERT_TRUE(SavePlanFiles(directory + "/S01", files, false));
  auto again = SavePlanFiles(directory + "/S01", files, false);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, Code::kConflict);
  EXPECT_TRUE(SavePlanFiles(directory + "/S01", files, true));
  auto back = LoadPlanSource(directory + "/S01");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->format, PlanFormat::kSlice);
  EXPECT_EQ(back->document.steps.size(), 2U);
  EXPECT_FALSE(LoadPlanSource(directory + "/none"));
  ASSERT_TRUE(MakeDirectories(directory + "/empty"));
  EXPECT_FALSE(LoadPlanSource(directory + "/empty"));
  ASSERT_TRUE(RemoveTree(directory));
}

TEST(PlanSource, AFileIsNeverReplacedUnasked) {
  const std::string directory = MakeTempDirectory("forge-export").value();
  ASSERT_TRUE(WriteFileAtomic(directory + "/p.json", "mine"));
  EXPECT_FALSE(SavePlanFiles(directory + "/p.json", {{"", "yours"}}, false));
  EXPECT_EQ(ReadFile(directory + "/p.json").value(), "mine");
  EXPECT_TRUE(SavePlanFiles(directory + "/p.json", {{"", "yours"}}, true));
  EXPECT_EQ(ReadFile(directory + "/p.json").value(), "yours");
  EXPECT_FALSE(SavePlanFiles(directory, {{"", "yours"}}, true)) << "a directory is no file";
  ASSERT_TRUE(RemoveTree(directory));
}

std::vector<std::string> Kinds(const GraphReport& report) {
  std::vector<std::string> kinds;
  for (const GraphError& error : report.errors) kinds.push_back(error.type);
  return kinds;
}

using Words = std::vector<std::string>;

TEST(PlanReport, EveryMistakeIsNamedOnce) {
  const std::string steps =
      "# Plan: x\n\n## Steps\n\n### Step a: a\n\n**Writes:** `/etc/passwd`\n**Depends:** b, nobody, a\n"
      "**Verify:** `true`\n\n### Step b: b\n\n**Depends:** a\n\n### Step a: again\n\n**Verify:** `true`\n";
  const GraphReport report = CheckPlanSource(ReadPlanSource(steps));
  EXPECT_EQ(Kinds(report),
            (Words{"duplicate_id", "unknown_dependency", "self_dependency", "cycle", "missing_verify", "bad_path"}));
  for (const GraphError& error : report.errors) EXPECT_GT(error.line, 0) << error.message;
}

TEST(PlanReport, ModulesAreHeldToTheirSchemaAndToTheGraph) {
  const PlanSource plan = ReadPlanSource(
      R"({"objective":"x","modules":[{"id":"a","title":"a","objective":"o","files":["a"],"verify":[],"doneWhen":"d"},
      {"id":"b","title":"b","objective":"o","files":["b"],"verify":["true"],"doneWhen":"d","dependsOn":["zz"]}]})");
  EXPECT_EQ(Kinds(CheckPlanSource(plan)), (Words{"schema", "unknown_dependency"}));
}

TEST(PlanReport, APlanWithNothingToDoIsNotValid) {
  EXPECT_EQ(Kinds(CheckPlanSource(ReadPlanSource("# Plan: x\n"))), Words{"schema"});
  EXPECT_EQ(Kinds(CheckPlanSource(ReadPlanSource("{ no"))), Words{"schema"});
}

TEST(PlanReport, ProgramsAreLookedForUnlessTheyAreTheRepositorysOwn) {
  const std::string plan =
      "# Plan: x\n\n## Steps\n\n### Step a: a\n\n**Verify:** `./build/made_later && no-such-program-at-all`\n";
  const GraphReport report = CheckPlanAndPrograms(ReadPlanSource(plan));
  ASSERT_EQ(Kinds(report), Words{"missing_command"});
  EXPECT_NE(report.errors[0].message.find("no-such-program-at-all"), std::string::npos);
}

TEST(PlanReport, JsonHasStepAndLineOfEveryError) {
  const Json json = ReportToJson(CheckPlanSource(ReadPlanSource("{ no")));
  EXPECT_FALSE(json["valid"].AsBool());
  const Json& error = json["errors"].AsArray()[0];
  EXPECT_TRUE(error.Has("step") && error.Has("line"));
}

}  // namespace
}  // namespace forge
