#include "graph/pattern.h"

#include <algorithm>

#include "base/braces.h"
#include "base/strings.h"

namespace forge {
namespace {

// Such long names are not written by hand. Comparing them would take seconds, so they count as overlapping.
constexpr std::size_t kMostCells = 1U << 20U;

bool HasWildcard(std::string_view part) { return part.find_first_of("*?") != std::string_view::npos; }

// Is there a name that both patterns (of one path part) match? Walks the product of both, remembered by place.
bool PartsOverlap(std::string_view a, std::string_view b) {
  if (!HasWildcard(a) && !HasWildcard(b)) return a == b;
  if ((a.size() + 1) * (b.size() + 1) > kMostCells) return true;
  const std::size_t width = b.size() + 1;
  std::vector<char> reach((a.size() + 1) * width, 0);
  reach[0] = 1;
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (reach[i * width + j] == 0) continue;
      const bool star_a = i < a.size() && a[i] == '*';
      const bool star_b = j < b.size() && b[j] == '*';
      if (star_a) reach[(i + 1) * width + j] = 1;
      if (star_b) reach[i * width + j + 1] = 1;
      if (star_a && j < b.size()) reach[i * width + j + 1] = 1;
      if (star_b && i < a.size()) reach[(i + 1) * width + j] = 1;
      if (i < a.size() && j < b.size() && !star_a && !star_b && (a[i] == b[j] || a[i] == '?' || b[j] == '?')) {
        reach[(i + 1) * width + j + 1] = 1;
      }
    }
  }
  return reach.back() != 0;
}

// The same walk over whole parts; `**` stands for any number of them. A pattern that ends covers all that is below.
bool PathsOverlap(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const std::size_t width = b.size() + 1;
  std::vector<char> reach((a.size() + 1) * width, 0);
  reach[0] = 1;
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (reach[i * width + j] == 0) continue;
      if (i == a.size() || j == b.size()) return true;
      const bool deep_a = a[i] == "**";
      const bool deep_b = b[j] == "**";
      if (deep_a) reach[(i + 1) * width + j] = reach[i * width + j + 1] = 1;
      if (deep_b) reach[i * width + j + 1] = reach[(i + 1) * width + j] = 1;
      if (!deep_a && !deep_b && PartsOverlap(a[i], b[j])) reach[(i + 1) * width + j + 1] = 1;
    }
  }
  return false;
}

// Too many choices count as everything below what stands before the braces.
void TakeChoices(std::string_view text, Pattern& pattern) {
  BracedPaths expanded = ExpandBraces(text);
  const std::size_t open = text.find('{');
  if (!expanded.whole) {
    const std::size_t slash = text.substr(0, open).rfind('/');
    expanded.paths = {std::string(text.substr(0, slash == std::string_view::npos ? 0 : slash)) + "/**"};
  }
  for (const std::string& path : expanded.paths) pattern.choices.emplace_back(path);
  const Pattern& first = pattern.choices.front();
  pattern.literal = first.literal;
  for (const Pattern& other : pattern.choices) {
    const std::size_t most = std::min(pattern.literal, other.literal);
    pattern.literal = 0;
    while (pattern.literal < most && first.parts[pattern.literal] == other.parts[pattern.literal]) ++pattern.literal;
  }
  pattern.parts.assign(first.parts.begin(), first.parts.begin() + static_cast<std::ptrdiff_t>(pattern.literal));
  pattern.parts.push_back(Lower(text));  // for the key: it is not the place of any choice
}

}  // namespace

Pattern::Pattern(std::string_view text, Braces braces) {
  const std::string slashed = ReplaceAll(text, "\\", "/");
  if (braces == Braces::kChoices && HasBraces(slashed)) {
    TakeChoices(slashed, *this);
    return;
  }
  for (std::string_view part : Split(slashed, '/')) {
    if (!part.empty() && part != ".") parts.emplace_back(Lower(part));
  }
  while (literal < parts.size() && !HasWildcard(parts[literal])) ++literal;
}

std::string Pattern::Key() const { return Join(parts, "/"); }

bool PatternsOverlap(const Pattern& a, const Pattern& b) {
  if (!a.choices.empty()) {
    return std::ranges::any_of(a.choices, [&](const Pattern& choice) { return PatternsOverlap(choice, b); });
  }
  if (!b.choices.empty()) return PatternsOverlap(b, a);
  const std::size_t common = std::min(a.literal, b.literal);
  if (!std::equal(a.parts.begin(), a.parts.begin() + static_cast<std::ptrdiff_t>(common), b.parts.begin()))
    return false;
  if (!a.is_glob() && !b.is_glob()) return true;  // equal, or one is above the other
  const std::vector<std::string> rest_a(a.parts.begin() + static_cast<std::ptrdiff_t>(common), a.parts.end());
  const std::vector<std::string> rest_b(b.parts.begin() + static_cast<std::ptrdiff_t>(common), b.parts.end());
  if ((rest_a.size() + 1) * (rest_b.size() + 1) > kMostCells) return true;
  return PathsOverlap(rest_a, rest_b);
}

}  // namespace forge
