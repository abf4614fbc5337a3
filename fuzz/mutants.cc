#include "mutants.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

// Words of all formats: ends of lines, marks, bytes that are no UTF-8, a number that is too large.
const std::array<std::string_view, 14> kAnywhere = {
    "\n", "\r\n", " ", "\t", "\"", "`", "# ", "- ", ": ", "\xEF\xBB\xBF", "\xFF", "{", "99999999999999999999", "\n\n"};

std::uint64_t Seed(std::string_view name) {
  std::uint64_t seed = 1469598103934665603u;  // FNV-1a: std::hash may differ between libraries
  for (const char c : name) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return seed;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string Unescape(std::string_view text) {
  std::string word;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      word += text[at];
    } else if (text[at + 1] == 'x' && at + 3 < text.size()) {
      word += static_cast<char>(HexDigit(text[at + 2]) * 16 + HexDigit(text[at + 3]));
      at += 3;
    } else {
      word += text[++at];
    }
  }
  return word;
}

}  // namespace

std::vector<std::string> ReadDictionary(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view line : Lines(text)) {
    const std::size_t open = line.find('"');
    const std::size_t close = line.rfind('"');
    if (line.starts_with('#') || open == close) continue;
    words.push_back(Unescape(line.substr(open + 1, close - open - 1)));
  }
  return words;
}

Mutants::Mutants(std::string_view seed, std::vector<std::string> words)
    : random_(Seed(seed)), words_(std::move(words)) {
  words_.insert(words_.end(), kAnywhere.begin(), kAnywhere.end());
}

std::string Mutants::Next(std::string_view text) {
  std::string mutant(text);
  for (std::size_t edits = 1 + Below(4); edits > 0; --edits) Edit(mutant);
  return mutant;
}

std::size_t Mutants::Below(std::size_t limit) { return limit == 0 ? 0 : static_cast<std::size_t>(random_() % limit); }

void Mutants::Edit(std::string& text) {
  const std::size_t at = Below(text.size() + 1);
  const std::size_t length = std::min(1 + Below(40), text.size() - at);
  switch (Below(5)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(Below(256));
      return;
    case 1: text.erase(at, length); return;
    case 2: {
      const std::string part = text.substr(at, length);
      text.insert(Below(text.size() + 1), part);
      return;
    }
    case 3: text.insert(at, words_[Below(words_.size())]); return;
    default: text.replace(at, length, words_[Below(words_.size())]);
  }
}

}  // namespace forge
