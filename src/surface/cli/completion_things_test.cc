#include "surface/cli/completion_things.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "store/testing/samples.h"

namespace forge::cli {
namespace {

TEST(CompletionThings, OfferTheNewestRunsAndTheOneWhoseNumberIsTyped) {
  const TempDirectory directory;
  const std::unique_ptr<Store> opened = MustOpen(directory / "store.db");
  Store& store = *opened;
  NewRun run;
  run.start = SampleStart();
  for (int i = 1; i <= 203; ++i) {
    run.slug = i == 2 ? "old" : "same";
    ASSERT_TRUE(store.CreateRun(run));
  }
  const auto offers = [&](const std::string& typed, const std::string& word) {
    return std::ranges::count(RunWords(store, typed), word, &Candidate::word);
  };
  EXPECT_EQ(RunWords(store, "").front().word, "203");
  EXPECT_EQ(offers("", "4"), 1);
  EXPECT_EQ(offers("", "3"), 0);
  EXPECT_EQ(offers("", "same"), 1) << "once";
  EXPECT_EQ(offers("2", "2"), 1) << "it is typed";
  EXPECT_EQ(offers("2", "old"), 1);
  EXPECT_EQ(offers("203", "203"), 1) << "once";
  EXPECT_EQ(offers("777", "777"), 0);
}

}  // namespace
}  // namespace forge::cli
