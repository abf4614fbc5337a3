#include "model/command_paths.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kLongestCommand = 16'384;
constexpr auto kAroundPaths = [] {
  std::array<bool, 256> around{};
  for (char c : std::string_view(" \t\n;&|<>()\"'`,")) around[static_cast<unsigned char>(c)] = true;
  return around;
}();

bool IsAroundPaths(char c) { return kAroundPaths[static_cast<unsigned char>(c)]; }

std::string_view PathOf(std::string_view word) {
  if (word.starts_with('-') || word.find('=') != std::string_view::npos) {
    const std::size_t equals = word.find('=');
    word = equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
  }
  const bool here = word.starts_with("./");
  while (word.starts_with("./")) word.remove_prefix(2);
  word = word.substr(0, word.find(':'));
  if (word.empty() || std::string_view("-/~.").find(word.front()) != std::string_view::npos) return {};
  if (word.find_first_of("$*?[]{}\\") != std::string_view::npos) return {};
  const bool named = here || word.find_first_of("./") != std::string_view::npos;
  return named && !word.ends_with('/') ? word : std::string_view();
}

}  // namespace

std::vector<std::string_view> PathsInCommand(std::string_view command) {
  std::vector<std::string_view> paths;
  if (command.size() > kLongestCommand) return paths;
  for (std::size_t at = 0; at < command.size();) {
    while (at < command.size() && IsAroundPaths(command[at])) ++at;
    const std::size_t begin = at;
    while (at < command.size() && !IsAroundPaths(command[at])) ++at;
    const std::string_view path = PathOf(command.substr(begin, at - begin));
    if (!path.empty() && std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
  }
  return paths;
}

}  // namespace forge
