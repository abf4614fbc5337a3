#include "base/braces.h"

#include <cstddef>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kMostPaths = 256;
constexpr std::size_t kLongest = 4096;  // longer texts are names, whatever is in them

// The first pair of braces with a comma of its own.
struct BracePair {
  std::size_t open = std::string_view::npos;
  std::size_t close = 0;
  std::vector<std::string_view> choices;
};

// Where the brace that opens at `open` closes, with what stands between its own commas.
bool FindClose(std::string_view text, std::size_t open, BracePair& braces) {
  int depth = 0;
  std::size_t begin = open + 1;
  braces.choices.clear();
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}') --depth;
    const bool ends = depth == 0;
    if (!ends && !(depth == 1 && text[at] == ',')) continue;
    braces.choices.push_back(Trim(text.substr(begin, at - begin)));
    begin = at + 1;
    if (!ends) continue;
    braces.open = open;
    braces.close = at;
    return braces.choices.size() > 1;
  }
  return false;
}

BracePair FindBraces(std::string_view text) {
  BracePair braces;
  if (text.size() > kLongest) return braces;
  for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
    if (FindClose(text, open, braces)) return braces;
  }
  braces.open = std::string_view::npos;
  return braces;
}

}  // namespace

bool HasBraces(std::string_view text) { return FindBraces(text).open != std::string_view::npos; }

BracedPaths ExpandBraces(std::string_view text) {
  BracedPaths expanded;
  std::vector<std::string> left = {std::string(text)};  // in reverse
  while (!left.empty()) {
    const std::string next = std::move(left.back());
    left.pop_back();
    const BracePair braces = FindBraces(next);
    if (braces.open == std::string_view::npos) {
      expanded.paths.push_back(next);
      continue;
    }
    if (expanded.paths.size() + left.size() + braces.choices.size() > kMostPaths) {
      expanded.whole = false;
      return expanded;
    }
    const std::string_view whole = next;
    for (auto choice = braces.choices.rbegin(); choice != braces.choices.rend(); ++choice) {
      left.push_back(std::string(whole.substr(0, braces.open)) + std::string(*choice) +
                     std::string(whole.substr(braces.close + 1)));
    }
  }
  return expanded;
}

}  // namespace forge
