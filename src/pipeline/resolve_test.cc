#include <gtest/gtest.h>

#include <map>

#include "pipeline/load.h"

namespace forge {
namespace {

Library LibraryOf(std::map<std::string, std::string> files) {
  Library library;
  library.find_pipeline = [files](const std::string& name) -> std::optional<PipelineText> {
    const auto found = files.find(name);
    if (found == files.end()) return std::nullopt;
    return PipelineText{found->second, name + ".toml"};
  };
  library.has_role = [](const std::string& role) { return role == "planner" || role == "worker" || role == "writer"; };
  library.role_writes = [](const std::string& role) { return role == "writer"; };
  library.pipeline_names = [files] {
    std::vector<std::string> names;
    for (const auto& [name, text] : files) names.push_back(name);
    return names;
  };
  library.role_names = [] { return std::vector<std::string>{"planner", "worker"}; };
  return library;
}

std::string Named(const std::string& name) { return "name = \"" + name + "\"\n"; }
std::string Work(const std::string& role = "worker") { return "[[stage]]\nname = \"work\"\nrole = \"" + role + "\"\n"; }
std::string Each(const std::string& pipeline, const std::string& over = "steps", const std::string& name = "fan") {
  return "[[stage]]\nname = \"" + name + "\"\nkind = \"each\"\nover = \"" + over + "\"\npipeline = \"" + pipeline +
         "\"\n";
}

TEST(Resolve, PutsEveryStepPipelineIntoTheSetOnce) {
  const auto resolved =
      Resolve("a", LibraryOf({{"a", Named("a") + Each("b", "steps", "one") + Each("b", "steps", "two")},
                              {"b", Named("b") + Work()}}));
  ASSERT_EQ(Describe(resolved.problems), "");
  ASSERT_EQ(resolved.set.pipelines.size(), 2U);
  EXPECT_EQ(resolved.set.pipelines[0].stages[0].pipeline_index, 1);
  EXPECT_EQ(resolved.set.pipelines[0].stages[1].pipeline_index, 1);
  EXPECT_EQ(resolved.set.pipelines[1].origin, "b.toml");
}

TEST(Resolve, ChecksPipelinesOfChildRunsButLeavesThemOut) {
  const auto good = Resolve("a", LibraryOf({{"a", Named("a") + Each("b", "runs")}, {"b", Named("b") + Work()}}));
  EXPECT_EQ(Describe(good.problems), "");
  EXPECT_EQ(good.set.pipelines.size(), 1U);
  EXPECT_EQ(good.set.pipelines[0].stages[0].pipeline_index, -1);
  const auto bad = Resolve("a", LibraryOf({{"a", Named("a") + Each("b", "runs")}, {"b", Named("b") + Work("woker")}}));
  EXPECT_EQ(Describe(bad.problems), "b.toml:4:8: unknown role `woker` in stage `work`\n  hint: did you mean `worker`?");
  EXPECT_TRUE(bad.set.pipelines.empty());
}

TEST(Resolve, PointsLoopsAtTheirStage) {
  const auto resolved = Resolve("a", LibraryOf({{"a", Named("a") + Work() +
                                                          "[[stage]]\nname = \"check\"\nkind = \"check\"\n"
                                                          "commands = [\"true\"]\non_revision = \"work\"\n"}}));
  ASSERT_EQ(Describe(resolved.problems), "");
  EXPECT_EQ(resolved.set.pipelines[0].stages[0].revision_index, -1);
  EXPECT_EQ(resolved.set.pipelines[0].stages[1].revision_index, 0);
}

TEST(Resolve, NamesWhatIsNotThere) {
  const Library library = LibraryOf({{"task", Named("task") + Each("tusk") + Work("plannr")}});
  EXPECT_EQ(Describe(Resolve("taks", library).problems),
            "taks: no pipeline named `taks`\n  hint: did you mean `task`?");
  EXPECT_EQ(Describe(Resolve("task", library).problems),
            "task.toml:9:8: unknown role `plannr` in stage `work`\n  hint: did you mean `planner`?\n"
            "task.toml:6:12: unknown pipeline `tusk` in stage `fan`\n  hint: did you mean `task`?");
}

TEST(Resolve, NamesTheCircleOfPipelinesThatContainEachOther) {
  const auto steps = Resolve("a", LibraryOf({{"a", Named("a") + Each("a")}}));
  EXPECT_EQ(Describe(steps.problems),
            "a.toml:6:12: stage `fan` makes the pipeline include itself: a → a\n"
            "  hint: a pipeline must not include itself, even indirectly");
  const auto runs = Resolve("a", LibraryOf({{"a", Named("a") + Each("b", "runs")},
                                            {"b", Named("b") + Each("c", "runs")},
                                            {"c", Named("c") + Each("b", "runs")}}));
  EXPECT_EQ(Describe(runs.problems),
            "c.toml:6:12: stage `fan` makes the pipeline include itself: b → c → b\n"
            "  hint: a pipeline must not include itself, even indirectly");
}

TEST(Resolve, RefusesStepsOfSteps) {
  const auto resolved = Resolve(
      "a", LibraryOf({{"a", Named("a") + Each("b")}, {"b", Named("b") + Each("c")}, {"c", Named("c") + Work()}}));
  EXPECT_EQ(Describe(resolved.problems),
            "a.toml:6:12: stage `fan` runs steps through `b`, which has an `each` stage\n"
            "  hint: a step has no steps of its own: use over = \"runs\" here, or remove the `each` there");
}

TEST(Resolve, WantsAFileToBeCalledWhatItIsFoundAs) {
  const auto resolved = Resolve("a", LibraryOf({{"a", Named("b") + Work()}}));
  EXPECT_EQ(Describe(resolved.problems),
            "a.toml:1:1: the file is named `a` but its `name` is `b`\n"
            "  hint: use the same name for both");
}

TEST(Resolve, AStageThatWritesNeedsAnIntegrateStageAfterIt) {
  const std::string commit = "[[stage]]\nname = \"commit\"\nkind = \"integrate\"\n";
  const auto kept = Resolve("a", LibraryOf({{"a", Named("a") + Work("writer") + commit}}));
  EXPECT_EQ(Describe(kept.problems), "");
  const auto late = Resolve("a", LibraryOf({{"a", Named("a") + commit + Work("writer")}}));
  EXPECT_EQ(Describe(late.problems),
            "a.toml:5:1: stage `work` may write files, and no integrate stage comes after it: its work would be on no "
            "branch\n  hint: move it before stage `commit`, or use a role that does not write");
  const auto never = Resolve("a", LibraryOf({{"a", Named("a") + Each("b")}, {"b", Named("b") + Work("writer")}}));
  EXPECT_EQ(Describe(never.problems),
            "b.toml:2:1: stage `work` may write files, and no integrate stage comes after it: its work would be on no "
            "branch\n  hint: add a stage at the end: kind = \"integrate\", how = \"commit\"");
  const std::string panel =
      "[[stage]]\nname = \"look\"\nkind = \"panel\"\naggregate = \"collect\"\nprompt = \"?\"\n"
      "[[stage.member]]\nname = \"one\"\nrole = \"writer\"\n";
  const auto members = Resolve("a", LibraryOf({{"a", Named("a") + panel}}));
  ASSERT_EQ(members.problems.size(), 1U) << Describe(members.problems);
  EXPECT_NE(members.problems[0].what.find("`look` may write"), std::string::npos);
}

TEST(Resolve, StepsThatChangeNothingGoThroughAPipelineInWhichNoRoleWrites) {
  const std::string fan = Named("a") + Each("b", "runs") + "reading_pipeline = \"c\"\n";
  const std::string commit = "[[stage]]\nname = \"commit\"\nkind = \"integrate\"\n";
  const std::string work = Named("b") + Work("writer") + commit;
  const auto reads = Resolve("a", LibraryOf({{"a", fan}, {"b", work}, {"c", Named("c") + Work("worker")}}));
  EXPECT_EQ(Describe(reads.problems), "");
  EXPECT_EQ(reads.set.pipelines[0].stages[0].reading_pipeline, "c");
  const auto writes = Resolve("a", LibraryOf({{"a", fan}, {"b", work}, {"c", Named("c") + Work("writer") + commit}}));
  EXPECT_EQ(Describe(writes.problems),
            "a.toml:7:20: stage `fan` sends steps that change nothing through `c`, whose stage `work` may write files\n"
            "  hint: give its stages roles that do not write");
  const auto fans =
      Resolve("a", LibraryOf({{"a", fan}, {"b", work}, {"c", Named("c") + Each("d")}, {"d", Named("d") + Work()}}));
  ASSERT_EQ(fans.problems.size(), 1U);
  EXPECT_NE(fans.problems[0].what.find("whose stage `fan` has steps of its own"), std::string::npos);
  const auto none = Resolve("a", LibraryOf({{"a", fan}, {"b", work}}));
  ASSERT_EQ(none.problems.size(), 1U);
  EXPECT_NE(none.problems[0].what.find("unknown pipeline `c` in stage `fan`"), std::string::npos);
}

TEST(Resolve, GathersTheProblemsOfAllFiles) {
  const auto resolved = Resolve("a", LibraryOf({{"a", Named("a") + "x = 1\n" + Each("b")}, {"b", "not toml ["}}));
  ASSERT_EQ(resolved.problems.size(), 2U);
  EXPECT_EQ(resolved.problems[0].file, "a.toml");
  EXPECT_EQ(resolved.problems[1].file, "b.toml");
}

}  // namespace
}  // namespace forge
