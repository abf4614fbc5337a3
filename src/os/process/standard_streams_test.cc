#include "os/process/standard_streams.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string_view>

namespace forge {
namespace {

// Standard input is put back when the test is over.
class StandardStreams : public testing::Test {
 protected:
  StandardStreams() : saved_(::dup(STDIN_FILENO)) {}
  ~StandardStreams() override {
    if (saved_ < 0) return;
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }

  void Feed(std::string_view text) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ::close(ends[1]);
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
  }

  int saved_;
};

TEST_F(StandardStreams, AreReadOneLineAtATime) {
  Feed("one\n\nlast");
  EXPECT_EQ(ReadLineUnlessInterrupted(), "one");
  EXPECT_EQ(ReadLineUnlessInterrupted(), "");
  EXPECT_EQ(ReadLineUnlessInterrupted(), "last");
  EXPECT_EQ(ReadLineUnlessInterrupted(), std::nullopt);
}

TEST_F(StandardStreams, LeaveWhatFollowsALineToTheNextReader) {
  Feed("one\ntwo");
  EXPECT_EQ(ReadLineUnlessInterrupted(), "one");
  char rest[8] = {};
  EXPECT_EQ(::read(STDIN_FILENO, rest, sizeof rest), 3);
  EXPECT_STREQ(rest, "two");
}

TEST_F(StandardStreams, ThatWereClosedAreTakenAndCannotBeRead) {
  ::close(STDIN_FILENO);
  HoldStandardStreams();
  EXPECT_NE(::fcntl(STDIN_FILENO, F_GETFD), -1);
  char c = 0;
  EXPECT_EQ(::read(STDIN_FILENO, &c, 1), -1);
  EXPECT_EQ(ReadLineUnlessInterrupted(), std::nullopt);
}

}  // namespace
}  // namespace forge
