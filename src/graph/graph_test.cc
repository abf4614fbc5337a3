#include "graph/graph.h"

#include <gtest/gtest.h>

#include <random>

#include "graph/batch.h"
#include "graph/graph_check.h"

namespace forge {
namespace {

StepSpec Estimated(std::string id, std::vector<std::string> depends = {}, std::int64_t estimate = 0) {
  StepSpec step;
  step.id = StepId{std::move(id)};
  for (auto& need : depends) step.depends.push_back(StepId{std::move(need)});
  step.estimate_ms = estimate;
  return step;
}

std::vector<int> ListOf(std::span<const int> others) { return {others.begin(), others.end()}; }

TEST(Graph, KnowsWhatEachStepNeedsAndFeeds) {
  StepGraph graph = BuildGraph({Estimated("a"), Estimated("b", {"a"}), Estimated("c", {"a", "b", "a"})});
  EXPECT_EQ(ListOf(graph.needs[2]), (std::vector<int>{0, 1}));
  EXPECT_EQ(ListOf(graph.feeds[0]), (std::vector<int>{1, 2}));
  EXPECT_TRUE(graph.cycles.empty());
  EXPECT_EQ(graph.Find("c"), 2);
  EXPECT_EQ(graph.Find("d"), -1);
  EXPECT_EQ(StepGraph().Find("a"), -1);
}

TEST(Graph, AnIdOfTwoStepsBelongsToTheFirst) {
  StepGraph graph = BuildGraph({Estimated("a"), Estimated("b"), Estimated("b"), Estimated("c", {"b"})});
  EXPECT_EQ(graph.Find("b"), 1);
  EXPECT_EQ(ListOf(graph.needs[3]), std::vector<int>{1});
}

TEST(Graph, LongestRemainingPathCountsEstimates) {
  StepGraph graph = BuildGraph(
      {Estimated("a", {}, 10), Estimated("b", {"a"}, 5), Estimated("c", {"a"}, 7), Estimated("d", {"b"}, 1)});
  EXPECT_EQ(graph.remaining_ms, (std::vector<std::int64_t>{17, 6, 7, 1}));
}

TEST(Graph, NamesACycleOnceAndInOrder) {
  StepGraph graph =
      BuildGraph({Estimated("a", {"c"}), Estimated("b", {"a"}), Estimated("c", {"b"}), Estimated("d", {"c"})});
  ASSERT_EQ(graph.cycles.size(), 1u);
  EXPECT_EQ(graph.cycles[0].size(), 3u);
}

TEST(Graph, AChainOfAHundredThousandStepsDoesNotExhaustTheStack) {
  std::vector<StepSpec> steps;
  for (int i = 0; i < 100'000; ++i) {
    steps.push_back(Estimated(std::to_string(i),
                              i == 0 ? std::vector<std::string>{} : std::vector<std::string>{std::to_string(i - 1)}));
  }
  StepGraph graph = BuildGraph(steps);
  EXPECT_EQ(graph.remaining_ms[0], 100'000);
}

struct Overlap {
  const char* a;
  const char* b;
  bool overlap;
};

TEST(Writes, DirectoriesGlobsAndCaseAreSeenOnEitherSide) {
  const Overlap cases[] = {
      {"src/a.cc", "src/a.cc", true},  {"src/a.cc", "./src//a.cc", true}, {"src", "src/a.cc", true},
      {"src/", "src/deep/a.cc", true}, {"src/**", "src/deep/a.cc", true}, {"src/*.h", "src/a.h", true},
      {"src/*.h", "src/a.cc", false},  {"a/*/b", "a/x/b", true},          {"a/*/b", "a/x/y/b", false},
      {"**/b.cc", "x/y/b.cc", true},   {"src/a.cc", "SRC/A.cc", true},    {"src/a.cc", "src/b.cc", false},
      {"src/a", "src/ab", false},      {"src/a?.cc", "src/ab.cc", true},  {"*.h", "a*", true},
      {"src/*.h", "src/*.cc", false},  {"src\\a.cc", "src/a.cc", true},   {"docs/**", "src/**", false},
      {"**", "anything/at/all", true}, {"a/**/z", "a/z", true},           {"a/**/z", "a/b/c/z", true},
  };
  for (const Overlap& c : cases) {
    EXPECT_EQ(PatternsOverlap(c.a, c.b), c.overlap) << c.a << " and " << c.b;
    EXPECT_EQ(PatternsOverlap(c.b, c.a), c.overlap) << c.b << " and " << c.a;
  }
}

TEST(Writes, BracesAreSeenOnEitherSide) {
  const std::pair<const char*, const char*> alike[] = {{"src/{a,b}.ts", "src/b.ts"},
                                                       {"src/{a,b}.ts", "SRC/*.ts"},
                                                       {"{src,lib}/x.c", "lib/{x,y}.c"},
                                                       {"src/{a,b/{c,d}}", "src/b/d/e.c"},
                                                       {"src{,/a}", "src/z.c"}};
  for (const auto& [a, b] : alike) {
    EXPECT_TRUE(PatternsOverlap(a, b)) << a << " " << b;
    EXPECT_TRUE(PatternsOverlap(b, a)) << a << " " << b;
  }
  const std::pair<const char*, const char*> apart[] = {
      {"src/{a,b}.ts", "src/c.ts"}, {"app/{slug}/a", "app/slug/a"}, {"{a,b}/x", "x"}};
  for (const auto& [a, b] : apart) {
    EXPECT_FALSE(PatternsOverlap(a, b)) << a << " " << b;
    EXPECT_FALSE(PatternsOverlap(b, a)) << a << " " << b;
  }
  std::string many = "src/";
  for (int i = 0; i < 20; ++i) many += "{a,b}";
  EXPECT_TRUE(PatternsOverlap(many, "src/x")) << "too many to list: everything below src";
  EXPECT_FALSE(PatternsOverlap(many, "lib/x"));
}

TEST(Writes, StepsWithBracesDoNotStartTogether) {
  StepSpec a, b;
  a.id = StepId{"a"};
  a.writes = {"src/{a,b}.ts"};
  b.id = StepId{"b"};
  b.writes = {"src/b.ts"};
  EXPECT_TRUE(WritesConflict(a, b));
  for (const auto& steps : {std::vector<StepSpec>{a, b}, std::vector<StepSpec>{b, a}}) {
    EXPECT_EQ(ChooseBatch(steps, BuildGraph(steps), {}, {}, 4).batch.size(), 1U);
    EXPECT_EQ(CheckGraph(steps).warnings.size(), 1U);
  }
}

TEST(Writes, AStepThatDeclaresNothingConflictsWithNothing) {
  StepSpec a = Estimated("a");
  StepSpec b = Estimated("b");
  b.writes = {"src/**"};
  EXPECT_FALSE(WritesConflict(a, b));
  a.writes = {"README.md", "src/x.cc"};
  EXPECT_TRUE(WritesConflict(a, b));
}

}  // namespace
}  // namespace forge
