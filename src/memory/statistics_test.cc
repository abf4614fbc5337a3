#include "memory/statistics.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Fact Worked(std::string text, Voice voice = Voice::kAgent) {
  Fact fact;
  fact.text = std::move(text);
  fact.category = FactCategory::kSuccessPattern;
  fact.from.voice = voice;
  return fact;
}

TEST(RunStatistics, AreASuccessPatternThatMeasuresARun) {
  for (const char* text :
       {"Run 12 completed: 4 modules, tier depth 2, 14 minutes, 1 retry",
        "modules: 3; depth: 1; time: 41s; files: src/a.js, src/b.js; retries: 0", "Done in 3m20s with 5 modules",
        "The usual plan of a store run has 3 steps and 0 retries", "7 modules over 3 tiers, no retries",
        "Took 2.5 hours, 12 files, 2 attempts", "Forge run: 3 modules, 2 tiers, ~12 min, 6 files, no retries",
        "moduleCount=4 tierDepth=2 elapsed=14m fileSurface=9 retries=1", "moduleCount=4, elapsed=14m",
        "JSON exporter: 4 modules, 18 minutes",
        "JSON exporter: 4 modules across 2 tiers, total time 18m, 7 files touched, 0 retries needed",
        "CSV export shipped in 3 modules (2 tiers), 25 minutes, 1 retry on m2"}) {
    EXPECT_TRUE(IsRunStatistics(Worked(text))) << text;
    EXPECT_TRUE(IsRunStatistics(Worked(text, Voice::kImport))) << text;
    EXPECT_FALSE(IsRunStatistics(Worked(text, Voice::kPerson))) << text;
  }
}

TEST(RunStatistics, AreNoLessonThatHoldsANumber) {
  for (const char* text :
       {"Splitting the parser first let two workers go on at once", "Keep a module to 3 files and 2 steps",
        "The suite passes in 14 minutes when the cache is warm", "Retries went away once the port was random",
        "Retry npm ci up to 4 attempts and wait 6 seconds between them, it works", "Use 3 retries and 2 attempts",
        "Retry 4 times with 6 seconds", "Set 3 retries with 5 minutes", "4 attempts with 6 seconds of backoff suffice",
        "Use 3 retries, 2 attempts and 5 seconds of backoff", "Flaky tests: 4 attempts with 6 seconds of backoff",
        "Keep a module to 3 files and 2 steps, so that it takes 10 minutes", "Flaky tests: 4 attempts, 6 seconds",
        "Retry npm ci: 4 attempts, 6 seconds", "Pin node 20 and run tests with --shard 2 of 4", "", "12 14 16"}) {
    EXPECT_FALSE(IsRunStatistics(Worked(text))) << text;
  }
}

TEST(RunStatistics, AreOfNoOtherCategory) {
  Fact fact = Worked("4 modules, depth 2, 14 minutes");
  fact.category = FactCategory::kGotcha;
  EXPECT_FALSE(IsRunStatistics(fact));
}

TEST(RunStatistics, AreWhatAnOlderForgeKeptAboutAPipeline) {
  Fact fact = Worked("Runs of forge are short", Voice::kEngine);
  EXPECT_FALSE(IsRunStatistics(fact));
  fact.key = "shape:forge";
  EXPECT_TRUE(IsRunStatistics(fact));
}

}  // namespace
}  // namespace forge
