#include "os/process/kept_output.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

std::string Keep(std::size_t head, std::size_t tail, const std::string& text, std::size_t chunk) {
  KeptOutput kept(head, tail);
  for (std::size_t at = 0; at < text.size(); at += chunk) kept.Append(std::string_view(text).substr(at, chunk));
  EXPECT_EQ(kept.total(), text.size());
  return kept.Take();
}

TEST(KeptOutput, KeepsAllThatFits) {
  for (std::size_t chunk : {1u, 2u, 3u, 7u, 100u}) {
    EXPECT_EQ(Keep(4, 4, "abcdefgh", chunk), "abcdefgh");
    EXPECT_EQ(Keep(0, 8, "abcdefgh", chunk), "abcdefgh");
    EXPECT_EQ(Keep(8, 0, "abcdefgh", chunk), "abcdefgh");
  }
}

TEST(KeptOutput, SaysHowMuchItLeftOutHoweverItCame) {
  for (std::size_t chunk : {1u, 2u, 3u, 7u, 100u}) {
    EXPECT_EQ(Keep(2, 3, "abcdefghijklmnop", chunk), "ab\n[... 11 bytes left out ...]\nnop");
    EXPECT_EQ(Keep(0, 3, "abcdefghijklmnop", chunk), "[... 13 bytes left out ...]\nnop");
    EXPECT_EQ(Keep(2, 0, "a\ncdefg", chunk), "a\n[... 5 bytes left out ...]\n");
  }
}

TEST(KeptOutput, NeverCutsInsideACharacter) {
  std::string text = "\xe2\x82\xac\xe2\x82\xac....\xe2\x82\xac\xe2\x82\xac";
  EXPECT_EQ(Keep(5, 5, text, 4), "\xe2\x82\xac\n[... 10 bytes left out ...]\n\xe2\x82\xac");
}

}  // namespace
}  // namespace forge
