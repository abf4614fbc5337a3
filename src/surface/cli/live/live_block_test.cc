#include "surface/cli/live/live_block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace forge::cli {
namespace {

// What a terminal of unlimited size shows after these bytes: just the sequences the block uses.
class Screen {
 public:
  void Write(const std::string& bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const char c = bytes[i];
      if (c == '\n') {
        ++row_;
        column_ = 0;
      } else if (c == '\r') {
        column_ = 0;
      } else if (c == '\x1b') {
        i = Escape(bytes, i + 2);
      } else {
        Put(c);
      }
    }
  }

  std::vector<std::string> lines() const { return lines_; }

 private:
  std::size_t Escape(const std::string& bytes, std::size_t i) {
    std::size_t number = 0;
    while (bytes[i] >= '0' && bytes[i] <= '9') number = number * 10 + static_cast<std::size_t>(bytes[i++] - '0');
    if (bytes[i] == 'A') row_ -= number;
    if (bytes[i] == 'K' && row_ < lines_.size()) lines_[row_].resize(std::min(lines_[row_].size(), column_));
    if (bytes[i] == 'J') {
      if (row_ < lines_.size()) lines_[row_].resize(std::min(lines_[row_].size(), column_));
      lines_.resize(std::min(lines_.size(), row_ + (column_ > 0 ? 1 : 0)));
    }
    return i;
  }

  void Put(char c) {
    if (lines_.size() <= row_) lines_.resize(row_ + 1);
    if (lines_[row_].size() <= column_) lines_[row_].resize(column_ + 1, ' ');
    lines_[row_][column_++] = c;
  }

  std::vector<std::string> lines_;
  std::size_t row_ = 0, column_ = 0;
};

class LiveBlocks : public testing::Test {
 protected:
  LiveBlocks() : file_(std::tmpfile()), out_(file_, stderr, false) {}
  ~LiveBlocks() override { std::fclose(file_); }

  std::vector<std::string> Shown() {
    std::fflush(file_);
    std::rewind(file_);
    std::string bytes;
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) bytes += static_cast<char>(c);
    Screen screen;
    screen.Write(bytes);
    return screen.lines();
  }

  std::FILE* file_;
  Output out_;
};

using Lines = std::vector<std::string>;

TEST_F(LiveBlocks, AreDrawnOverThemselves) {
  LiveBlock block(out_);
  block.Draw({"one", "two long", "three"});
  block.Draw({"1", "2"});
  EXPECT_EQ(Shown(), (Lines{"1", "2"}));
}

TEST_F(LiveBlocks, LetLinesScrollByAbove) {
  LiveBlock block(out_);
  block.Draw({"a block", "of two"});
  block.Say("news");
  block.Say("more");
  block.Draw({"a block"});
  EXPECT_EQ(Shown(), (Lines{"news", "more", "a block"}));
}

TEST_F(LiveBlocks, LeaveNothingBehind) {
  {
    LiveBlock block(out_);
    block.Say("news");
    block.Draw({"a", "b"});
  }
  out_.Line("end");
  EXPECT_EQ(Shown(), (Lines{"news", "end"}));
}

}  // namespace
}  // namespace forge::cli
