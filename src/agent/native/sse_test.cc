#include "agent/native/sse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace forge {
namespace {

using Seen = std::vector<std::string>;

Seen Parse(std::string_view stream, std::size_t piece) {
  Seen seen;
  SseParser parser;
  auto take = [&](std::string_view event, std::string_view data) {
    seen.push_back(std::string(event) + "|" + std::string(data));
    return true;
  };
  for (; !stream.empty(); stream.remove_prefix(std::min(piece, stream.size()))) {
    parser.Feed(stream.substr(0, piece), take);
  }
  parser.End(take);
  return seen;
}

TEST(Sse, AnyPiecesAndAnyLineEndGiveTheSameEvents) {
  const Seen expected = {"a|1", "|two\nlines", "b|", "|last"};
  const std::string with_lf =
      ": note\nevent: a\ndata: 1\n\ndata:two\ndata: lines\nid: 7\n\nevent: b\ndata\n\ndata: last";
  for (const char* end : {"\n", "\r\n", "\r"}) {
    std::string stream;
    for (char c : with_lf) {
      if (c == '\n') {
        stream += end;
      } else {
        stream += c;
      }
    }
    for (std::size_t piece : {1U, 2U, 3U, 7U, 1000U}) EXPECT_EQ(Parse(stream, piece), expected) << piece;
  }
}

TEST(Sse, AnEventWithoutDataIsNone) { EXPECT_TRUE(Parse("event: ping\n\n: keep-alive\n\n\n\n", 5).empty()); }

TEST(Sse, OnlyOneBlankBehindTheColonIsLeftOut) {
  EXPECT_EQ(Parse("data:  x\n\ndata:x: y\n\n", 4), (Seen{"| x", "|x: y"}));
}

TEST(Sse, StopsWhenTakeReturnsFalse) {
  SseParser parser;
  int count = 0;
  auto take = [&](std::string_view, std::string_view) { return ++count < 2; };
  EXPECT_FALSE(parser.Feed("data: 1\n\ndata: 2\n\ndata: 3\n\n", take));
  EXPECT_EQ(count, 2);
}

TEST(Sse, AnEndlessEventIsNotKept) {
  SseParser parser(1000);
  auto take = [](std::string_view, std::string_view data) {
    EXPECT_LE(data.size(), 1000U);
    return true;
  };
  const std::string chunk(300, 'x');
  parser.Feed("data: ", take);
  for (int i = 0; i < 10; ++i) parser.Feed(chunk, take);
  parser.Feed("\n\n", take);
  EXPECT_TRUE(parser.overflowed());
  SseParser lines(1000);
  for (int i = 0; i < 10; ++i) lines.Feed("data: " + chunk + "\n", take);
  EXPECT_TRUE(lines.overflowed());
}

TEST(Sse, RemembersTheLastIdAndHowLongToWait) {
  SseParser parser;
  const auto ignore = [](std::string_view, std::string_view) { return true; };
  EXPECT_EQ(parser.retry_ms(), std::nullopt);
  parser.Feed("id: 7\nretry: 500\ndata: \n\nid: 8\n", ignore);
  EXPECT_EQ(parser.last_id(), "7");  // 8 has not ended
  EXPECT_EQ(parser.retry_ms(), 500);
  parser.Feed("\nretry: soon\n\ndata: x\n\n", ignore);
  EXPECT_EQ(parser.last_id(), "8");
  EXPECT_EQ(parser.retry_ms(), 500);
}

}  // namespace
}  // namespace forge
