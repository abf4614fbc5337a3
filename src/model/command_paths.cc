#include "model/command_paths.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kLongestCommand = 16'384;

// What a character says about the word that it is in.
enum CharacterKind : unsigned char { kAroundPath = 1, kOfShellOnly = 2, kInPath = 4 };

constexpr auto kCharacterKinds = [] {
  std::array<unsigned char, 256> kinds{};
  for (char c : std::string_view(" \t\n;&|<>()\"'`,")) kinds[static_cast<unsigned char>(c)] = kAroundPath;
  for (char c : std::string_view("$*?[]{}\\")) kinds[static_cast<unsigned char>(c)] = kOfShellOnly;
  for (char c : std::string_view("./")) kinds[static_cast<unsigned char>(c)] = kInPath;
  return kinds;
}();

unsigned CharacterKindOf(char c) { return kCharacterKinds[static_cast<unsigned char>(c)]; }

bool IsAroundPaths(char c) { return CharacterKindOf(c) == kAroundPath; }

std::string_view PathOf(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (word.starts_with('-') || equals != std::string_view::npos) {
    word = equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
  }
  const bool here = word.starts_with("./");
  while (word.starts_with("./")) word.remove_prefix(2);
  word = word.substr(0, word.find(':'));
  if (word.empty() || std::string_view("-/~.").find(word.front()) != std::string_view::npos) return {};
  unsigned kinds = 0;
  for (char c : word) kinds |= CharacterKindOf(c);
  if ((kinds & kOfShellOnly) != 0) return {};
  const bool named = here || (kinds & kInPath) != 0;
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
