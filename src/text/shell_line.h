// A command line as the commands that a shell would run: words without quotes, redirections, here-documents, and what
// stands in substitutions, in `sh -c`, in `echo ... | sh` and behind wrappers such as `sudo`. Expands nothing. Pure;
// knows no program but shells and wrappers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct ShellRedirect {
  std::string op;      // ">", ">>", ">|", "&>", "&>>", "<", "<>", "<<<"
  std::string target;  // a file; of "<<<" the text
};

struct LineCommand {
  std::vector<std::string> assignments;  // "A=b" before the program
  std::vector<std::string> words;        // the program and its arguments; may be empty
  std::vector<ShellRedirect> redirects;
  std::string here;    // of its here-documents
  bool pipes = false;  // into the next command
  // The subshells that it runs in, outermost first, each with a number of its own: `(a)`, `$(a)`, `a | b`, `a &`,
  // `sh -c a`. What `cd` does ends with them.
  std::vector<int> shells;

  // Without directories: "git" of "/usr/bin/git".
  std::string_view program() const;
};

// In the order in which they stand; a command in a substitution comes before the one that contains it. What cannot be
// read to its end (an open quote) is read as if it ended there. Where there are kMostLineCommands, more may follow
// them.
inline constexpr std::size_t kMostLineCommands = 400;
std::vector<LineCommand> ReadShellLine(std::string_view line);

}  // namespace forge
