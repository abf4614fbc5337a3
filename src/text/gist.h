// The one line that represents an agent's answer. An answer that is nothing but JSON is for the engine: people read its
// own summary, or what it holds.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace forge {

// Nothing: the answer has words besides, or cannot be parsed.
std::optional<std::string> GistOfJson(std::string_view answer, std::size_t limit);

// The gist of its JSON, or else its first line.
std::string Gist(std::string_view answer, std::size_t limit);

}  // namespace forge
