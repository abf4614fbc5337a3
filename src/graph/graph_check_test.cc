#include "graph/graph_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <string>

#include "base/strings.h"
#include "base/testing/seed.h"
#include "graph/batch.h"
#include "graph/graph.h"
#include "graph/order.h"
#include "graph/overlaps.h"
#include "graph/writes_tree.h"

namespace forge {
namespace {

StepSpec Step(std::string id, std::vector<std::string> depends = {}, std::vector<std::string> writes = {}) {
  StepSpec step;
  step.id = StepId{std::move(id)};
  for (auto& need : depends) step.depends.push_back(StepId{std::move(need)});
  step.writes = std::move(writes);
  step.verify = {"true"};
  return step;
}

std::string Types(const GraphReport& report) {
  std::vector<std::string> types;
  for (const GraphError& error : report.errors) types.push_back(error.type + "@" + error.step.value);
  return Join(types, " ");
}

std::string Ids(const std::vector<StepId>& ids) {
  std::vector<std::string> names;
  for (const StepId& id : ids) names.push_back(id.value);
  return Join(names, " ");
}

TEST(GraphCheck, ReportsEverythingAtOnce) {
  std::vector<StepSpec> steps = {Step("a", {"b"}), Step("b", {"a"}),        Step("b"),
                                 Step("c", {"c"}), Step("d", {"zz", "aa"}), Step("")};
  steps[4].verify.clear();
  steps[4].files = {"/etc/x", "a/../b"};
  steps[2].verify = {"no-such-program --x && make"};
  GraphCheckOptions options;
  options.program_exists = [](std::string_view name) { return name == "make"; };
  options.lines = {10, 20, 30, 40, 50};
  GraphReport report = CheckGraph(steps, options);
  EXPECT_EQ(
      Types(report),
      "schema@ duplicate_id@b unknown_dependency@d unknown_dependency@d self_dependency@c cycle@a missing_verify@d "
      "missing_command@b bad_path@d bad_path@d");
  EXPECT_EQ(report.errors[5].message, "steps depend on each other: a -> b -> a");
  EXPECT_EQ(report.errors[5].line, 10);
  EXPECT_EQ(report.errors[7].message, "program no-such-program not found (verify command of step b)");
  EXPECT_FALSE(report.valid());
}

TEST(GraphCheck, KindsThatChangeNothingNeedNoVerify) {
  std::vector<StepSpec> steps = {Step("a"), Step("b"), Step("c")};
  for (StepSpec& step : steps) step.verify.clear();
  steps[0].kind = "read";
  steps[1].kind = "audit";
  EXPECT_EQ(Types(CheckGraph(steps)), "missing_verify@c");
  GraphCheckOptions lax;
  lax.require_verify = false;
  EXPECT_TRUE(CheckGraph(steps, lax).valid());
}

TEST(GraphCheck, AnAuditWithCommandsProvesWhatItWaitsFor) {
  std::vector<StepSpec> steps = {Step("a"), Step("b"), Step("c", {"a"})};
  steps[0].verify.clear();
  steps[1].verify.clear();
  steps[2].kind = "audit";
  EXPECT_EQ(Types(CheckGraph(steps)), "missing_verify@b");
}

TEST(GraphCheck, ACommandThatNeedsAnotherStepsFileMayNotPassAlone) {
  std::vector<StepSpec> steps = {Step("a", {}, {"src/a.c"}), Step("b", {}, {"tests/b.sh", "src/b*.c"}),
                                 Step("c", {"b"}, {"c.c"})};
  steps[0].verify = {"sh tests/b.sh", "cc src/a.c", "make"};
  steps[1].verify = {"cc src/b1.c", "sh ./tests/b.sh"};
  steps[2].verify = {"sh tests/b.sh"};
  GraphCheckOptions options;
  EXPECT_TRUE(CheckGraph(steps, options).warnings.empty()) << "nobody knows what is there";
  options.file_exists = [](std::string_view) { return false; };
  const GraphReport report = CheckGraph(steps, options);
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_EQ(report.warnings[0].type, "foreign_file");
  EXPECT_EQ(report.warnings[0].message,
            "step a may not pass `sh tests/b.sh` alone: step b writes tests/b.sh, and a does not depend on b");
  EXPECT_EQ(Ids(report.warnings[0].steps), "a b");
  options.file_exists = [](std::string_view path) { return path == "tests/b.sh"; };
  EXPECT_TRUE(CheckGraph(steps, options).warnings.empty());
}

TEST(GraphCheck, OneRealCycleForEachKnot) {
  std::vector<StepSpec> steps = {Step("a", {"b"}), Step("b", {"c", "a"}), Step("c", {"a", "b"}),
                                 Step("x", {"y"}), Step("y", {"x"}),      Step("after", {"a"})};
  GraphReport report = CheckGraph(steps);
  ASSERT_EQ(Types(report), "cycle@a cycle@x");
  EXPECT_EQ(report.errors[0].message, "steps depend on each other: a -> b -> a");
  EXPECT_TRUE(report.tiers.empty());
}

TEST(GraphCheck, TransitiveOrderCountsForOverlaps) {
  std::vector<StepSpec> steps = {Step("a", {}, {"x.cc"}), Step("b", {"a"}), Step("c", {"b"}, {"x.cc"}),
                                 Step("d", {}, {"./X.cc"})};
  GraphReport report = CheckGraph(steps);
  ASSERT_EQ(report.warnings.size(), 2u);
  EXPECT_EQ(Ids(report.warnings[0].steps), "a d");
  EXPECT_EQ(report.warnings[0].files, (std::vector<std::string>{"./X.cc", "x.cc"}));
  EXPECT_EQ(Ids(report.warnings[1].steps), "c d");
}

TEST(GraphCheck, PathsThatDifferOnlyInCaseAreSaidToDoSo) {
  GraphReport report = CheckGraph({Step("a", {}, {"src/A.cc"}), Step("b", {}, {"src/a.cc"})});
  ASSERT_EQ(report.warnings.size(), 1u);
  EXPECT_NE(report.warnings[0].message.find("upper and lower case"), std::string::npos);
}

TEST(GraphCheck, TiersAndCriticalPath) {
  std::vector<StepSpec> steps = {Step("a"), Step("b", {"a"}), Step("c", {"a"}), Step("d", {"b", "c"}), Step("e")};
  steps[2].estimate_ms = 50;
  GraphReport report = CheckGraph(steps);
  ASSERT_EQ(report.tiers.size(), 3u);
  EXPECT_EQ(Ids(report.tiers[0]), "a e");
  EXPECT_EQ(Ids(report.tiers[1]), "b c");
  EXPECT_EQ(Ids(report.critical_path), "a c d");
  EXPECT_EQ(report.max_parallel, 2u);
}

TEST(GraphCheck, SaysWhenThereMayBeMoreOverlaps) {
  std::vector<StepSpec> steps;
  for (int i = 0; i < 50; ++i) steps.push_back(Step("s" + std::to_string(i), {}, {"same.cc"}));
  GraphReport report = CheckGraph(steps);
  EXPECT_EQ(report.warnings.size(), 501u);
  EXPECT_EQ(report.warnings.back().type, "overlap_search_ended");
  EXPECT_EQ(report.max_parallel, 1u);
}

TEST(GraphCheck, AsJson) {
  EXPECT_EQ(
      ToJson(CheckGraph({Step("a", {"q"})})).Dump(),
      R"({"valid":false,"errors":[{"type":"unknown_dependency","message":"step a depends on q, which is not a step",)"
      R"("step":"a"}],"warnings":[],"tiers":[["a"]],"critical_path":["a"],"max_parallel":1})");
}

TEST(Batches, LongestRemainingPathFirstThenThePlansOrder) {
  std::vector<StepSpec> steps = {Step("a"), Step("b"), Step("c"), Step("d", {"c"})};
  StepBatch batch = ChooseBatch(steps, BuildGraph(steps), {}, {}, 2);
  EXPECT_EQ(batch.mode, BatchMode::kParallel);
  EXPECT_EQ(Ids(batch.batch), "c a");
  ASSERT_EQ(batch.skipped.size(), 1u);
  EXPECT_EQ(batch.skipped[0].reason, "all 2 slots are taken");
}

TEST(Batches, RunningStepsHoldTheirPathsAndSlots) {
  std::vector<StepSpec> steps = {Step("a", {}, {"src/**"}), Step("b", {}, {"src/x.cc"}), Step("c", {}, {"docs/y.md"})};
  const StepGraph graph = BuildGraph(steps);
  StepBatch batch = ChooseBatch(steps, graph, {}, {{"a"}}, 4);
  EXPECT_EQ(Ids(batch.batch), "c");
  EXPECT_EQ(batch.skipped[0].reason, "may write src/x.cc, as may a, which is running");
  EXPECT_EQ(ChooseBatch(steps, graph, {}, {{"a"}, {"c"}}, 4).mode, BatchMode::kBlocked);
  EXPECT_EQ(ChooseBatch(steps, graph, {{"a"}, {"b"}}, {{"c"}}, 4).mode, BatchMode::kNone);
}

TEST(Batches, AStepWhoseDependencyDoesNotExistNeverStarts) {
  const std::vector<StepSpec> steps = {Step("a", {"gone"}), Step("b"), Step("c", {"b", "gone"})};
  const StepBatch batch = ChooseBatch(steps, BuildGraph(steps), {}, {}, 4);
  EXPECT_EQ(Ids(batch.batch), "b");
  ASSERT_EQ(batch.skipped.size(), 2U);
  EXPECT_EQ(batch.skipped[0].reason, "depends on gone, which is not a step");
  const std::vector<StepSpec> alone = {Step("a", {"gone"})};
  const StepBatch none = ChooseBatch(alone, BuildGraph(alone), {}, {}, 4);
  EXPECT_EQ(none.mode, BatchMode::kBlocked);
  EXPECT_EQ(none.reason, "no step can start: each depends on a step that does not exist");
}

TEST(Batches, AStepWithoutAnIdNeverStarts) {
  std::vector<StepSpec> steps(3);
  steps[1].id.value = "a";
  const StepBatch batch = ChooseBatch(steps, BuildGraph(steps), {}, {}, 4);
  EXPECT_EQ(batch.batch, std::vector<StepId>{StepId{"a"}});
  EXPECT_EQ(batch.skipped, (std::vector<StepBatch::Skipped>{{{}, "it has no id"}, {{}, "it has no id"}}));
  const std::vector<StepSpec> alone(1);
  const StepBatch none = ChooseBatch(alone, BuildGraph(alone), {}, {}, 4);
  EXPECT_EQ(none.mode, BatchMode::kBlocked);
  EXPECT_EQ(none.reason, "no step can start: a step has no id");
}

TEST(Batches, GlobsThatDifferInAZeroByteAreTwo) {
  const std::string zero(1, '\0');
  const std::vector<StepSpec> steps = {Step("a", {}, {zero + zero + zero + "**"}),
                                       Step("b", {}, {zero + zero + "/**"})};
  EXPECT_EQ(Ids(ChooseBatch(steps, BuildGraph(steps), {}, {}, 8).batch), "a b");
  EXPECT_TRUE(CheckGraph(steps).warnings.empty());
}

TEST(Batches, ABlockedPlanSaysWhoWaitsForWhom) {
  std::vector<StepSpec> steps = {Step("a", {"b"}), Step("b", {"a"}), Step("c", {"a", "b"})};
  StepBatch batch = ChooseBatch(steps, BuildGraph(steps), {}, {}, 0);
  EXPECT_EQ(
      ToJson(batch).Dump(),
      R"({"mode":"blocked","batch":[],"reason":"no step is ready: each waits for an unfinished step","skipped":[)"
      R"({"id":"a","reason":"waits for b"},{"id":"b","reason":"waits for a"},{"id":"c","reason":"waits for a, b"}]})");
}

// --- Against what is obviously right. ---

struct RandomPlan {
  std::vector<StepSpec> steps;

  RandomPlan(std::mt19937& dice, bool acyclic) {
    constexpr const char* kPaths[] = {"a",       "a/b",  "a/b/c.h", "a/*.h",  "**/c.h",
                                      "a/*/c.h", "d/**", "d/e.cc",  "D/E.cc", "./d"};
    const int count = std::uniform_int_distribution(0, 8)(dice);
    std::vector<int> names(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) names[static_cast<std::size_t>(i)] = i;
    std::shuffle(names.begin(), names.end(), dice);
    const int density = std::uniform_int_distribution(1, 6)(dice);
    for (int i = 0; i < count; ++i) {
      StepSpec step = Step("s" + std::to_string(names[static_cast<std::size_t>(i)]));
      for (int other = 0; other < count; ++other) {
        const bool allowed = !acyclic || other < names[static_cast<std::size_t>(i)];
        if (allowed && std::uniform_int_distribution(0, 9)(dice) < density) {
          step.depends.push_back(StepId{"s" + std::to_string(other)});
        }
      }
      step.estimate_ms = std::uniform_int_distribution(0, 5)(dice);
      const int writes = std::uniform_int_distribution(0, 2)(dice);
      for (int w = 0; w < writes; ++w) step.writes.emplace_back(kPaths[std::uniform_int_distribution(0, 9)(dice)]);
      steps.push_back(std::move(step));
    }
  }

  std::size_t size() const { return steps.size(); }

  // waits[a][b]: a waits for b, however far.
  std::vector<std::vector<bool>> Waits() const {
    std::vector<std::vector<bool>> waits(size(), std::vector<bool>(size(), false));
    for (std::size_t a = 0; a < size(); ++a) {
      for (std::size_t b = 0; b < size(); ++b) {
        for (const StepId& need : steps[a].depends) waits[a][b] = waits[a][b] || need == steps[b].id;
      }
    }
    for (std::size_t k = 0; k < size(); ++k) {
      for (std::size_t a = 0; a < size(); ++a) {
        for (std::size_t b = 0; b < size(); ++b) waits[a][b] = waits[a][b] || (waits[a][k] && waits[k][b]);
      }
    }
    return waits;
  }
};

class RandomPlans : public ::testing::TestWithParam<bool> {
 protected:
  unsigned seed_ = TestSeed();
  std::mt19937 dice_{seed_};
};

TEST_P(RandomPlans, KnotsAreThoseOfTheClosure) {
  SCOPED_TRACE(seed_);
  for (int round = 0; round < 3000; ++round) {
    RandomPlan plan(dice_, GetParam());
    const auto waits = plan.Waits();
    const StepGraph graph = BuildGraph(plan.steps);
    std::set<std::set<std::size_t>> knots;
    for (std::size_t a = 0; a < plan.size(); ++a) {
      if (!waits[a][a]) continue;
      std::set<std::size_t> knot = {a};
      for (std::size_t b = 0; b < plan.size(); ++b) {
        if (waits[a][b] && waits[b][a]) knot.insert(b);
      }
      knots.insert(knot);
    }
    ASSERT_EQ(graph.cycles.size(), knots.size());
    for (const std::vector<int>& cycle : graph.cycles) {
      std::set<int> once(cycle.begin(), cycle.end());
      ASSERT_EQ(once.size(), cycle.size());
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        const auto& needs = graph.needs[static_cast<std::size_t>(cycle[i])];
        const int next = cycle[(i + 1) % cycle.size()];
        ASSERT_NE(std::find(needs.begin(), needs.end(), next), needs.end());
      }
    }
  }
}

TEST_P(RandomPlans, OrderTiersAndOverlapsAreThoseOfTheClosure) {
  SCOPED_TRACE(seed_);
  for (int round = 0; round < 3000; ++round) {
    RandomPlan plan(dice_, GetParam());
    const auto waits = plan.Waits();
    const StepGraph graph = BuildGraph(plan.steps);
    StepOrder order(graph);
    auto stuck = [&](std::size_t a) {
      for (std::size_t b = 0; b < plan.size(); ++b) {
        if (waits[b][b] && (a == b || waits[a][b])) return true;
      }
      return false;
    };
    std::set<std::pair<int, int>> expected;
    for (std::size_t a = 0; a < plan.size(); ++a) {
      ASSERT_EQ(order.tiers()[a] < 0, stuck(a));
      if (stuck(a)) continue;
      int tier = 0;
      for (int need : graph.needs[a]) tier = std::max(tier, order.tiers()[static_cast<std::size_t>(need)] + 1);
      ASSERT_EQ(order.tiers()[a], tier);
      for (std::size_t b = 0; b < plan.size(); ++b) {
        if (stuck(b)) continue;
        ASSERT_EQ(order.Comes(static_cast<int>(b), static_cast<int>(a)), waits[a][b]);
        if (a < b && !waits[a][b] && !waits[b][a] && WritesConflict(plan.steps[a], plan.steps[b])) {
          expected.emplace(static_cast<int>(a), static_cast<int>(b));
        }
      }
    }
    const WriteOverlaps overlaps = FindWriteOverlaps(plan.steps, WritesTree(plan.steps), order, 1000);
    std::set<std::pair<int, int>> found;
    for (const WriteOverlap& overlap : overlaps.pairs) found.emplace(overlap.first, overlap.second);
    ASSERT_TRUE(overlaps.complete);
    ASSERT_EQ(found, expected);
  }
}

TEST_P(RandomPlans, TheCriticalPathIsTheLongestOfAll) {
  SCOPED_TRACE(seed_);
  for (int round = 0; round < 1000; ++round) {
    RandomPlan plan(dice_, GetParam());
    const GraphReport report = CheckGraph(plan.steps);
    const StepGraph graph = BuildGraph(plan.steps);
    std::set<StepId> free;
    for (const auto& tier : report.tiers) free.insert(tier.begin(), tier.end());
    std::function<std::int64_t(int)> longest = [&](int at) {
      std::int64_t best = 0;
      for (int next : graph.feeds[static_cast<std::size_t>(at)]) {
        if (free.contains(plan.steps[static_cast<std::size_t>(next)].id)) best = std::max(best, longest(next));
      }
      return best + std::max<std::int64_t>(1, plan.steps[static_cast<std::size_t>(at)].estimate_ms);
    };
    std::int64_t best = 0;
    for (int place = 0; place < graph.size(); ++place) {
      if (free.contains(plan.steps[static_cast<std::size_t>(place)].id)) best = std::max(best, longest(place));
    }
    std::int64_t length = 0;
    for (std::size_t i = 0; i < report.critical_path.size(); ++i) {
      const int place = graph.Find(report.critical_path[i].value);
      length += std::max<std::int64_t>(1, plan.steps[static_cast<std::size_t>(place)].estimate_ms);
      if (i == 0) continue;
      const auto& needs = graph.needs[static_cast<std::size_t>(place)];
      ASSERT_NE(std::find(needs.begin(), needs.end(), graph.Find(report.critical_path[i - 1].value)), needs.end());
    }
    ASSERT_EQ(length, best);
  }
}

TEST_P(RandomPlans, ABatchIsReadyFreeOfConflictsAndCannotGrow) {
  SCOPED_TRACE(seed_);
  for (int round = 0; round < 3000; ++round) {
    RandomPlan plan(dice_, GetParam());
    const StepGraph graph = BuildGraph(plan.steps);
    std::vector<StepId> done, running;
    std::set<StepId> done_set, busy;
    const StepOrder order(graph);
    for (int place : order.sorted()) {
      const StepSpec& step = plan.steps[static_cast<std::size_t>(place)];
      const bool free = std::all_of(step.depends.begin(), step.depends.end(),
                                    [&](const StepId& id) { return done_set.contains(id); });
      const int fate = std::uniform_int_distribution(0, 3)(dice_);
      if (free && fate == 0) done.push_back(step.id), done_set.insert(step.id);
      if (free && fate == 1) running.push_back(step.id), busy.insert(step.id);
    }
    const int limit = std::uniform_int_distribution(1, 5)(dice_);
    const StepBatch batch = ChooseBatch(plan.steps, graph, done, running, limit);
    auto spec = [&](const StepId& id) -> const StepSpec& {
      return plan.steps[static_cast<std::size_t>(graph.Find(id.value))];
    };
    auto is_ready = [&](const StepSpec& step) {
      return !done_set.contains(step.id) && !busy.contains(step.id) &&
             std::all_of(step.depends.begin(), step.depends.end(),
                         [&](const StepId& id) { return done_set.contains(id); });
    };
    std::set<StepId> chosen(batch.batch.begin(), batch.batch.end());
    for (const StepId& id : batch.batch) {
      ASSERT_TRUE(is_ready(spec(id)));
      for (const StepId& other : batch.batch) ASSERT_TRUE(id == other || !WritesConflict(spec(id), spec(other)));
      for (const StepId& other : running) ASSERT_FALSE(WritesConflict(spec(id), spec(other)));
    }
    ASSERT_TRUE(batch.batch.empty() || batch.batch.size() + running.size() <= static_cast<std::size_t>(limit));
    for (const StepSpec& step : plan.steps) {
      if (!is_ready(step) || chosen.contains(step.id)) continue;
      const bool full = batch.batch.size() + running.size() >= static_cast<std::size_t>(limit);
      auto rival = [&](const StepId& id) { return WritesConflict(step, spec(id)); };
      ASSERT_TRUE(full || std::any_of(batch.batch.begin(), batch.batch.end(), rival) ||
                  std::any_of(running.begin(), running.end(), rival));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Acyclic, RandomPlans, ::testing::Values(true));
INSTANTIATE_TEST_SUITE_P(Any, RandomPlans, ::testing::Values(false));

TEST(GraphCheck, AStepMayWriteWhatItMustLeave) {
  std::vector<StepSpec> steps = {Step("a", {}, {"src/a.c"}), Step("b", {"a"}, {"src/b.c"})};
  steps[0].must_haves.artifacts = {{"docs/a.md", "", 0, {}}, {"src/a.c", "", 0, {}}, {"README.md", "", 0, {}}};
  steps[1].must_haves.artifacts = {{"src/a.c", "", 0, {}}};
  EXPECT_TRUE(CheckGraph(steps).valid()) << "nobody knows what is there";
  GraphCheckOptions options;
  options.is_there = [](std::string_view path) { return path == "README.md"; };
  const GraphReport report = CheckGraph(steps, options);
  EXPECT_EQ(Types(report), "foreign_promise@a");
  EXPECT_EQ(report.errors[0].message, "step a must leave docs/a.md, which is not among its Writes");
  steps[0].kind = "read";
  EXPECT_TRUE(CheckGraph(steps, options).valid());
}

}  // namespace
}  // namespace forge
