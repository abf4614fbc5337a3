#include "agent/vendors/stream_lines.h"

#include <gtest/gtest.h>

#include <vector>

namespace forge {
namespace {

struct Cut {
  std::vector<std::string> lines;
  std::vector<std::size_t> long_ones;
};

Cut CutBy(std::string_view text, std::size_t chunk, std::size_t longest = 8) {
  Cut cut;
  StreamLines lines(
      longest, [&](std::string_view line) { cut.lines.emplace_back(line); },
      [&](std::size_t size) { cut.long_ones.push_back(size); });
  for (std::size_t at = 0; at < text.size(); at += chunk) lines.Feed(text.substr(at, chunk));
  lines.Finish();
  return cut;
}

TEST(StreamLines, ChunksDoNotMatter) {
  for (std::size_t chunk = 1; chunk < 20; ++chunk) {
    Cut cut = CutBy("one\n\ntwo\nthe last", chunk);
    EXPECT_EQ(cut.lines, (std::vector<std::string>{"one", "", "two", "the last"})) << chunk;
    EXPECT_TRUE(cut.long_ones.empty());
  }
}

TEST(StreamLines, ALineThatIsTooLongIsToldAndTheNextIsWhole) {
  for (std::size_t chunk = 1; chunk < 30; ++chunk) {
    Cut cut = CutBy("12345678\n123456789\nok\n1234567890", chunk);
    EXPECT_EQ(cut.lines, (std::vector<std::string>{"12345678", "ok"})) << chunk;
    EXPECT_EQ(cut.long_ones, (std::vector<std::size_t>{9, 10})) << chunk;
  }
}

}  // namespace
}  // namespace forge
