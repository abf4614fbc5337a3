// Whether a verify command failed because its own program is not installed, and how to get the program. A program that
// the command's script or build file names is not meant: an agent can change those.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// A command line that /bin/sh could not carry out.
struct ShellFailure {
  std::string_view command;
  int exit_code = 0;
  std::string_view output;
};

// The name of the program, or empty. The shell's exit code and words must say that one of its programs does not exist
// (127: and it is not on `path` indeed) or may not be started (126). A path below `cwd`, or relative to it, is the
// project's own.
std::string MissingProgram(const ShellFailure& failure, const std::string& cwd, std::string_view path);

// "apt install make"; for a program that we do not know, what to do in general.
std::string HowToGet(std::string_view program);

}  // namespace forge
