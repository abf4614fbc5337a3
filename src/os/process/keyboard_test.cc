#include "os/process/keyboard.h"

#include <gtest/gtest.h>

#include <vector>

namespace forge {
namespace {

std::vector<std::string> KeysOf(std::string typed) {
  std::vector<std::string> keys;
  while (!typed.empty()) keys.push_back(TakeKey(typed));
  return keys;
}

using Keys = std::vector<std::string>;

TEST(Keyboard, NamesKeysOneByOne) {
  EXPECT_EQ(KeysOf("jk"), (Keys{"j", "k"}));
  EXPECT_EQ(KeysOf("\x1b[A\x1b[Bq"), (Keys{"up", "down", "q"}));
  EXPECT_EQ(KeysOf("\x1bOA\r"), (Keys{"up", "enter"}));
  EXPECT_EQ(KeysOf("\x1b"), Keys{"escape"});
  EXPECT_EQ(KeysOf("\x1bq"), (Keys{"escape", "q"}));
  EXPECT_EQ(KeysOf("\x04"), Keys{"end"});
}

TEST(Keyboard, SwallowsKeysWithoutAName) {
  EXPECT_EQ(KeysOf("\x1b[1;5Cj"), (Keys{"", "j"}));
  EXPECT_EQ(KeysOf("\x1b[3~j"), (Keys{"", "j"}));
  EXPECT_EQ(KeysOf("\x1b[1;"), Keys{""});
}

}  // namespace
}  // namespace forge
