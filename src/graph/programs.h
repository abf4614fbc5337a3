// Which programs a shell line runs, as far as its text says. Does not look for them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

// Each once, in order. Builtins and keywords do not count, nor do assignments, functions of the line itself, and names
// that only the shell can work out (`$CC`, `$(which x)`). After env, sudo, time, exec, nohup, xargs and similar words,
// the program that they start counts. What follows here-documents and comments is left out.
std::vector<std::string> ProgramsOf(std::string_view command);

// The first word of a command line that is one plain command: its programs depend on nothing else. Empty: they may
// depend on more.
std::string_view WordThatDecides(std::string_view command);

}  // namespace forge
