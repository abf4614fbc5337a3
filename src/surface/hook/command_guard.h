// May a host's tool run this command line? Refuses what takes work, history or records away from people: by what the
// line's commands are, not by words in it. Pure; asks for what stands in a directory through functions.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "text/shell_line.h"

namespace forge::hook {

struct CommandPlace {
  std::string root;  // of the project
  std::string cwd;
  // What git would lose in the checkout of a directory; asked only for `reset --hard` and its like. Relative to the
  // root, or absolute.
  std::function<std::vector<std::string>(const std::string& directory)> changed;    // tracked files
  std::function<std::vector<std::string>(const std::string& directory)> untracked;  // and not ignored
  // May this text be written to that file? Empty: yes. A path relative to the root.
  std::function<std::string(const std::string& path, std::string_view text)> secret;
};

// Why not, and what to do instead; empty: it may.
std::string CheckCommandLine(std::string_view line, const CommandPlace& place);

// A record that only grows: relative to the project's root. An edit must keep what was there.
bool IsAppendOnly(std::string_view path);

}  // namespace forge::hook
