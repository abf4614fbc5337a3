#include "surface/mcp/tools/run_news.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/ports.h"
#include "engine/state.h"

namespace forge::mcp {
namespace {

Batch BatchOf(const std::string& kind, const std::string& data, std::int64_t done, std::int64_t total) {
  Batch batch;
  JournalRow row;
  row.kind = kind;
  row.data = data;
  batch.rows = {row};
  batch.run_row.steps_done = done;
  batch.run_row.steps_total = total;
  return batch;
}

TEST(News, FailuresAreErrorsAndTheRestIsInfo) {
  RunNews news;
  const auto options = news.Watch(RunId{7});
  const State state;
  options.on_batch(state, BatchOf("step-done", "{}", 1, 2));
  options.on_batch(state, BatchOf("step-failed", R"({"reason":"no luck"})", 1, 2));
  const auto items = news.Since(0);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].level, "info");
  EXPECT_EQ(items[1].level, "error");
  EXPECT_EQ(items[1].data["text"].AsString(), "step failed: no luck");
  EXPECT_EQ(items[1].data["run"].AsInt(), 7);
  EXPECT_EQ(news.Since(1).size(), 1U);
  EXPECT_TRUE(news.Since(0, RunId{8}).empty());
}

TEST(News, ProgressOnlyGrowsAndStaysBelowTheTotal) {
  RunNews news;
  const auto options = news.Watch(RunId{1});
  const State state;
  const int done[] = {0, 0, 0, 1, 1, 0, 2};
  for (const int steps : done) options.on_batch(state, BatchOf("step-done", "{}", steps, steps == 0 ? 0 : 2));
  RunProgressCount count;
  double before = -1;
  for (const NewsItem& item : news.Since(0)) {
    const auto told = count.Count(item, TimePoint{1});
    EXPECT_GT(told.progress, before);
    before = told.progress;
  }
  EXPECT_LT(before, 2);
  EXPECT_EQ(count.Count(news.Since(6)[0], TimePoint{1}).total, 2);
  EXPECT_TRUE(count.Count(news.Since(6)[0], TimePoint{1}).message.starts_with("2 of 2 steps done; "));
}

TEST(News, ProgressIsToldAgainAfterTenSilentSeconds) {
  RunProgressCount count;
  EXPECT_FALSE(count.Again(TimePoint{60'000}));
  NewsItem item;
  item.data = Json::MakeObject().Set("where", "plan").Set("text", "started");
  const auto first = count.Count(item, TimePoint{1'000});
  EXPECT_FALSE(count.Again(TimePoint{10'999}));
  const auto again = count.Again(TimePoint{11'000});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->message, "plan: started");
  EXPECT_GT(again->progress, first.progress);
  EXPECT_FALSE(count.Again(TimePoint{20'999}));
}

}  // namespace
}  // namespace forge::mcp
