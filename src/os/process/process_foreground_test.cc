#include "os/process/process_foreground.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(Foreground, TellsHowTheProgramEnded) {
  EXPECT_EQ(RunForeground({"sh", "-c", "exit 7"}).value().code, 7);
  EXPECT_EQ(RunForeground({"sh", "-c", "kill -9 $$"}).value().code, 137);
  EXPECT_TRUE(RunForeground({"sh", "-c", "kill -9 $$"}).value().killed);
  EXPECT_FALSE(RunForeground({"sh", "-c", "exit 137"}).value().killed);
  EXPECT_EQ(RunForeground({"sh", "-c", "[ \"$1\" = 'a b' ]", "sh", "a b"}).value().code, 0);
}

TEST(Foreground, AProgramThatIsNotThereIsAnError) { EXPECT_FALSE(RunForeground({"no-such-editor-anywhere"})); }

}  // namespace
}  // namespace forge
