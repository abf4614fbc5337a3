// What the lines of a shell script leave to the lines below them. Knows as much of the shell's grammar as that takes;
// does not run a shell and does not know which commands are checks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

// Takes a script line by line. Linear.
class ShellScan {
 public:
  void Add(std::string_view line);

  // The last line is not the end of its command: an open quote, parenthesis, loop or here-document, or an operator at
  // the end.
  bool open() const;
  bool continued() const { return continued_; }  // by a backslash
  // A line so far changed the shell for those below it: its directory, variables, options, functions or jobs.
  bool carries() const { return carries_; }
  // `set -e` does not end the script when the command that the last line ended fails: it has an `&&` or a `!`.
  bool unchecked() const { return unchecked_; }
  // Where the comment of the last line begins; its length when it has none.
  std::size_t comment() const { return comment_; }

 private:
  struct Opened {
    char kind = '\0';  // ( or {; k: if, for, while, until, case, select
    char quote = '\0';
    bool at_start = false, assigns = false;
    std::string word = {};
  };
  struct HereDocument {
    std::string end;
    bool tabs = false;
  };

  bool EndHereDocument(std::string_view line);
  std::size_t ReadQuoted(std::string_view line, std::size_t at);
  std::size_t ReadPlain(std::string_view line, std::size_t at);
  std::size_t ReadOperator(std::string_view line, std::size_t at);
  std::size_t ReadHereDocument(std::string_view line, std::size_t at);
  std::size_t Open(std::string_view line, std::size_t at);
  void CloseParenthesis();
  void EndWord();
  void StartCommand(std::string_view word);
  bool IsReserved(std::string_view word);
  void EndCommand();
  void Carry();

  std::vector<Opened> opened_;
  std::vector<HereDocument> here_;
  std::string word_;
  char quote_ = '\0';
  bool at_start_ = true;  // the next word is a command, an assignment or a reserved word
  bool assigns_ = false;  // nothing but assignments so far
  bool operator_ = false;
  bool continued_ = false;
  bool carries_ = false;
  bool unchecked_ = false;
  std::size_t comment_ = 0;
};

}  // namespace forge
