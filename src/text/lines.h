// Reading a text line by line, and quoting a piece of it. Does not know what the text says.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace forge {

// One line at a time, so that 100 MB of line ends need no memory. A byte-order mark in front is skipped.
class LineReader {
 public:
  explicit LineReader(std::string_view text);

  // The next line without its \n and without a \r before it. False at the end; there is no empty last line.
  bool Next(std::string_view& line);
  int number() const { return number_; }  // of the line read last, from 1

 private:
  std::string_view rest_;
  int number_ = 0;
};

// A piece of foreign text for one line of ours: trimmed, valid UTF-8, control characters as spaces, at most
// `max` bytes and "..." when cut.
std::string Excerpt(std::string_view text, std::size_t max = 80);

// The line's indent in columns; a tab reaches the next multiple of four.
int Indent(std::string_view line);

bool IsBlank(char c);  // space or tab

// Without up to so many blanks in front.
std::string_view CutIndent(std::string_view line, int columns);

// As a whole word where it begins or ends with a letter, a digit or '_': `Read` is not in `Reader`. An empty word is in
// no text.
bool ContainsWord(std::string_view text, std::string_view word);
bool IsNamePart(char c);  // of such a word; bytes above ASCII too

}  // namespace forge
