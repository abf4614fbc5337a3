#include "base/flow.h"

#include <vector>

#include "base/display.h"

namespace forge {
namespace {

constexpr char kSequenceStart = '\x1b';
constexpr std::size_t kBelow = 4;  // of a column that is moved below its line

struct Word {
  std::string_view text;   // with its colours
  std::size_t gap = 0;     // spaces before it
  std::size_t width = 0;   // without colours
  std::size_t column = 0;  // where it begins on a line without end
};

// Bytes of the colour that begins at `at`; 0: none does.
std::size_t ColourLength(std::string_view text, std::size_t at) {
  if (text[at] != kSequenceStart || at + 1 >= text.size() || text[at + 1] != '[') return 0;
  const std::size_t end = text.find('m', at);
  return end == std::string_view::npos ? 0 : end - at + 1;
}

std::size_t PlainWidth(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t colour = ColourLength(text, at);
    if (colour == 0) plain += text[at];
    at += colour == 0 ? 1 : colour;
  }
  return DisplayWidth(plain);
}

std::vector<Word> WordsOf(std::string_view line) {
  std::vector<Word> words;
  std::size_t column = 0;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    Word word;
    // Colours between spaces belong to the word that follows them.
    std::size_t begin = std::string_view::npos;
    for (std::size_t length = 0; end < line.size(); end += length) {
      length = ColourLength(line, end);
      if (length > 0 && begin == std::string_view::npos) begin = end;
      if (length > 0) continue;
      if (line[end] != ' ') break;
      ++word.gap;
      length = 1;
    }
    const std::size_t letters = end;
    while (end < line.size() && line[end] != ' ') ++end;
    if (end == letters && begin == std::string_view::npos) break;  // only spaces are left
    word.text = line.substr(letters, end - letters);
    // A colour that stands before spaces is kept: it is written right before the word.
    if (begin != std::string_view::npos) word.text = line.substr(begin, end - begin);
    word.width = PlainWidth(line.substr(letters, end - letters));
    word.column = column + word.gap;
    column = word.column + word.width;
    words.push_back(word);
    at = end;
  }
  return words;
}

// Without the spaces that a colour had behind it: the gap has them.
std::string Written(const Word& word) {
  std::string text;
  for (std::size_t at = 0; at < word.text.size();) {
    const std::size_t colour = ColourLength(word.text, at);
    if (colour > 0) {
      text += word.text.substr(at, colour);
    } else if (word.text[at] != ' ') {
      text += word.text[at];
    }
    at += colour == 0 ? 1 : colour;
  }
  return text;
}

struct Hang {
  std::string before;     // of every further line
  std::size_t below = 0;  // the word that is moved below; 0: none
};

Hang HangOf(const std::vector<Word>& words, std::size_t width) {
  Hang hang;
  const std::size_t indent = words[0].gap;
  hang.before = std::string(indent, ' ');
  if (words[0].text == "|") {
    hang.before += "| ";
    return hang;
  }
  if (words[0].text == "-" || words[0].text == ">") hang.before += "  ";
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i].gap < 2) continue;
    if (words[i].column <= width / 2) {
      hang.before = std::string(words[i].column, ' ');
    } else if (hang.before.size() == indent) {
      hang.before = std::string(indent + kBelow, ' ');
      hang.below = i;
    }
    if (words[i].column > width / 2) break;
  }
  return hang;
}

// What stands before a word on a new line: less than usual if only then it fits.
std::string RoomFor(const Word& word, const Hang& hang, std::size_t indent, std::size_t width) {
  const std::size_t less = indent + kBelow;
  const bool fits = hang.before.size() + word.width <= width;
  const bool is_blank = hang.before.find_first_not_of(' ') == std::string::npos;
  return fits || !is_blank || hang.before.size() <= less ? hang.before : std::string(less, ' ');
}

std::string FlowLine(std::string_view line, std::size_t width) {
  if (line.size() <= width || PlainWidth(line) <= width) return std::string(line);
  const std::vector<Word> words = WordsOf(line);
  if (words.empty()) return "";
  const Hang hang = HangOf(words, width);
  std::string text;
  std::size_t column = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    if (word.width == 0) {
      text += Written(word);  // a colour that ends
      continue;
    }
    const bool fits = column + word.gap + word.width <= width && (hang.below == 0 || i != hang.below);
    if (i == 0 || fits) {
      text += std::string(word.gap, ' ');
      column += word.gap;
    } else {
      const std::string before = RoomFor(word, hang, words[0].gap, width);
      text += "\n" + before;
      column = before.size();
    }
    text += Written(word);
    column += word.width;
  }
  return text;
}

}  // namespace

std::string Flow(std::string_view text, std::size_t width) {
  if (width == 0) return std::string(text);
  std::string flowed;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const bool last = end == std::string_view::npos;
    flowed += FlowLine(text.substr(at, last ? std::string_view::npos : end - at), width);
    if (last) break;
    flowed += "\n";
    at = end + 1;
  }
  return flowed;
}

}  // namespace forge
