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

constexpr std::array<std::string_view, 5> kFailWords = {"failed", "fails", "failing", "fail", "red"};
constexpr std::array<std::string_view, 5> kNotWords = {"not", "never", "didn", "couldn", "cannot"};

// In lower case.
std::vector<std::string> SpokenWords(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : Lower(text) + " ") {
    if (IsLower(c) || c == '-') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

template <std::size_t N>
bool Speaks(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(SpokenWords(text), [&](const std::string& word) { return IsOneOf(word, words); });
}

// A name alone may be a file or a function; a command has words. Where it is said directly that it was run, one word is
// enough.
bool LooksLikeCommand(std::string_view code, std::string_view before) {
  if (code.empty() || code.size() > kLongestStated) return false;
  if (code.find(' ') != std::string_view::npos || code.starts_with("./")) return true;
  const std::vector<std::string> words = SpokenWords(before);
  const bool ends_so = before.ends_with(' ') && !words.empty() && Lower(Trim(before)).ends_with(words.back());
  return ends_so && IsOneOf(words.back(), {"ran", "reran", "re-ran", "executed"}) &&
         code.find_first_of("()<>{}:;=") == std::string_view::npos;
}

bool IsFence(std::string_view line) { return Trim(line).starts_with("```") || Trim(line).starts_with("~~~"); }

bool IsTestWord(std::string_view word) { return IsOneOf(word, {"test", "tests"}); }

// "The test first", "first a test", "test-first"; not "the first test".
bool SaysTestFirst(std::string_view sentence) {
  const std::vector<std::string> words = SpokenWords(sentence);
  if (std::ranges::any_of(words, [](const std::string& word) { return IsOneOf(word, kNotWords); })) return false;
  const bool about_tests = std::ranges::any_of(words, IsTestWord);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (IsOneOf(words[i], {"test-first", "tests-first"})) return true;
    const bool a_number = i + 1 < words.size() && IsTestWord(words[i + 1]) && i > 0;
    if (words[i] == "first" && about_tests && !a_number) return true;
  }
  return false;
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

std::vector<std::string> Stated(std::string_view text, bool with_endings) {
  std::vector<std::string> stated;
  bool fenced = false;
  LineReader lines(text);
  for (std::string_view line; lines.Next(line) && stated.size() < kMostStated;) {
    if (IsFence(line)) {
      fenced = !fenced;
      continue;
    }
    if (fenced || line.size() > kLongestLine || Trim(line).starts_with(">")) continue;
    const std::vector<CodeSpan> spans = CodeSpansOf(line);
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const std::size_t next = i + 1 < spans.size() ? spans[i + 1].begin : line.size();
      if (!LooksLikeCommand(spans[i].text, line.substr(0, spans[i].begin))) continue;
      const bool ended = with_endings && Speaks(After(line, spans[i].end, next), kEndWords);
      if (!ended && !Speaks(Before(line, spans[i].begin), kRanWords)) continue;
      std::string command = OneSpaced(spans[i].text);
      if (std::ranges::find(stated, command) == stated.end()) stated.push_back(std::move(command));
    }
  }
  return stated;
}

}  // namespace

std::vector<std::string> StatedCommands(std::string_view text) { return Stated(text, true); }

std::vector<std::string> StatedRuns(std::string_view text) { return Stated(text, false); }

std::vector<std::string> StatedTestsFirst(std::string_view text) {
  std::vector<std::string> stated;
  bool fenced = false;
  LineReader lines(text);
  for (std::string_view line; lines.Next(line) && stated.size() < kMostStated;) {
    if (IsFence(line)) {
      fenced = !fenced;
      continue;
    }
    if (fenced || line.size() > kLongestLine || Trim(line).starts_with(">")) continue;
    // That it failed may stand in the next sentence.
    for (std::string_view rest = Trim(line); !rest.empty();) {
      const std::size_t stop = rest.find(". ");
      const std::string_view sentence = rest.substr(0, stop);
      const std::string_view after = stop == std::string_view::npos ? "" : rest.substr(stop + 2);
      const std::string_view next = after.substr(0, after.find(". "));
      if (SaysTestFirst(sentence) && (Speaks(sentence, kFailWords) || Speaks(next, kFailWords))) {
        const std::size_t length = sentence.size() + (Speaks(sentence, kFailWords) ? 0 : 2 + next.size());
        if (length > kLongestStated) break;
        std::string said = OneSpaced(rest.substr(0, length));
        if (length < rest.size()) said += '.';
        if (std::ranges::find(stated, said) == stated.end()) stated.push_back(std::move(said));
        break;
      }
      rest = after;
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
