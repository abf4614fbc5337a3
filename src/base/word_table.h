// The words of an enumeration, written once: Name and ParseWord read the same table. Does not know any enumeration.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace forge {

// The compiler prints the name of an enumerator, and of another value "= (Side)2".
template <auto Value>
constexpr bool IsEnumerator() {
  return std::string_view(__PRETTY_FUNCTION__).find("= (") == std::string_view::npos;
}

// A word for every enumerator from 0, in their order; one too few or too many does not compile. Stands next to the
// enumeration:
//   constexpr auto EnumWords(Side) { return WordTable<Side>("left", "right"); }
template <typename E, typename... Word>
constexpr auto WordTable(Word... words) {
  constexpr std::size_t kCount = sizeof...(words);
  static_assert(IsEnumerator<static_cast<E>(kCount - 1)>() && !IsEnumerator<static_cast<E>(kCount)>());
  return std::array<std::string_view, kCount>{words...};
}

template <typename E>
  requires std::is_enum_v<E>
constexpr std::string_view Name(E value) {
  constexpr auto kWords = EnumWords(E{});
  const auto at = static_cast<std::size_t>(value);
  return at < kWords.size() ? kWords[at] : "?";
}

template <typename E>
constexpr std::optional<E> ParseWord(std::string_view word) {
  constexpr auto kWords = EnumWords(E{});
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (kWords[i] == word) return static_cast<E>(i);
  }
  return std::nullopt;
}

template <typename E>
std::vector<std::string> AllWords() {
  constexpr auto kWords = EnumWords(E{});
  return {kWords.begin(), kWords.end()};
}

}  // namespace forge
