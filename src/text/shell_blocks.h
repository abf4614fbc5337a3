// The commands of a block of code. Does not run a shell and does not know plans.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct ShellLine {
  std::string command;   // a backslash at the end continues a line; with line ends: a script
  std::string comment;   // above it, up to a blank line, and behind it; all those of a script
  bool printed = false;  // by another one
};

// Of a fence with a shell's language, or without a language if each line is a command; else nothing. Behind a prompt
// (`$ make`) stands a command, and then what has no prompt is what was printed; that comes last. If a line needs what
// the lines above it did to their shell (`cd web`, `X=1`, an open loop, quote or here-document), the whole block is one
// script, which ends where a line fails. Linear.
std::optional<std::vector<ShellLine>> ReadShellBlock(std::string_view text, std::string_view language);

}  // namespace forge
