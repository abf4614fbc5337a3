#include "text/review/stated_commands.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/lines.h"

namespace forge {
namespace {

constexpr std::size_t kMostStated = 100;
constexpr std::size_t kLongestStated = 500;
constexpr std::size_t kLongestLine = 10'000;  // no sentence

// Before the code: it was run. After it: how it ended.
constexpr std::array<std::string_view, 5> kRanWords = {"ran", "reran", "re-ran", "executed", "running"};
constexpr std::array<std::string_view, 9> kEndWords = {"passes",   "passed",    "pass",  "fails", "failed",
                                                       "succeeds", "succeeded", "green", "exits"};

template <std::size_t N>
bool Speaks(std::string_view text, const std::array<std::string_view, N>& words) {
  std::string word;
  for (const char c : Lower(text) + " ") {
    if (IsLower(c) || c == '-') {
      word += c;
      continue;
    }
    if (IsOneOf(word, words)) return true;
    word.clear();
  }
  return false;
}

// A name alone may be a file or a function; a command has words.
bool LooksLikeCommand(std::string_view code) {
  return code.size() <= kLongestStated && (code.find(' ') != std::string_view::npos || code.starts_with("./"));
}

// The part of a line that belongs to a code span: up to the next one, or the end of the sentence.
std::string_view After(std::string_view line, std::size_t end, std::size_t next) {
  const std::string_view rest = line.substr(end, next - end);
  return rest.substr(0, rest.find(". "));
}

std::string_view Before(std::string_view line, std::size_t begin) {
  const std::string_view rest = line.substr(0, begin);
  const std::size_t stop = rest.rfind(". ");
  return stop == std::string_view::npos ? rest : rest.substr(stop + 2);
}

std::string OneSpaced(std::string_view text) {
  std::string out;
  for (const char c : Trim(text)) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> StatedCommands(std::string_view text) {
  std::vector<std::string> stated;
  bool fenced = false;
  LineReader lines(text);
  for (std::string_view line; lines.Next(line) && stated.size() < kMostStated;) {
    if (Trim(line).starts_with("```") || Trim(line).starts_with("~~~")) {
      fenced = !fenced;
      continue;
    }
    if (fenced || line.size() > kLongestLine || Trim(line).starts_with(">")) continue;
    const std::vector<CodeSpan> spans = CodeSpansOf(line);
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const std::size_t next = i + 1 < spans.size() ? spans[i + 1].begin : line.size();
      if (!LooksLikeCommand(spans[i].text)) continue;
      if (!Speaks(Before(line, spans[i].begin), kRanWords) && !Speaks(After(line, spans[i].end, next), kEndWords))
        continue;
      std::string command = OneSpaced(spans[i].text);
      if (std::ranges::find(stated, command) == stated.end()) stated.push_back(std::move(command));
    }
  }
  return stated;
}

std::vector<std::string> UnsupportedCommands(std::string_view text, const std::vector<std::string>& ran) {
  std::vector<std::string> plain;
  plain.reserve(ran.size());
  for (const std::string& command : ran) plain.push_back(OneSpaced(command));
  std::vector<std::string> unsupported = StatedCommands(text);
  std::erase_if(unsupported, [&](const std::string& stated) {
    return std::ranges::any_of(plain, [&](const std::string& one) { return one.find(stated) != std::string::npos; });
  });
  return unsupported;
}

}  // namespace forge
