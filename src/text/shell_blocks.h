// The commands of a block of code. Does not run a shell and does not know plans.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct ShellLine {
  std::string command;   // a backslash at the end continues a line
  std::string comment;   // above it, up to a blank line, and behind it
  bool printed = false;  // by another one
};

// Of a fence with a shell's language, or without a language if each line is a command; else nothing. Behind a prompt
// (`$ make`) stands a command, and then what has no prompt is what was printed. Linear.
std::optional<std::vector<ShellLine>> ReadShellBlock(std::string_view text, std::string_view language);

}  // namespace forge
