// The environment of a command, as values and functions: main() fills it in, commands never call the system.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "service/project.h"

namespace forge::cli {

struct Host {
  Machine machine;
  bool input_is_terminal = false;
  bool output_is_terminal = false;
  bool colour = false;
  bool unicode = false;  // the terminal shows more than ASCII

  std::function<std::string()> account;  // the system's name of the user, where the environment has none
  std::function<TimePoint()> now;
  std::function<int()> width;   // of the terminal, in columns
  std::function<int()> height;  // of the terminal, in lines
  // On: keys come one at a time and are not shown. `undo`: written if a signal ends us meanwhile.
  std::function<void(bool on, std::string_view undo)> key_mode;
  // The next key within that time: the character, or up, down, enter, escape, end (of the input); empty: none.
  std::function<std::string(std::int64_t ms)> read_key;
  std::function<Result<std::string>(const std::string& path)> read_file;     // "-" is standard input
  std::function<std::optional<std::int64_t>(const std::string&)> file_size;  // of regular files only
  std::function<void()> catch_interrupts;  // from now on Ctrl-C is counted instead of ending us
  std::function<int()> interrupts;
  std::function<void()> outlive_terminal;  // from now on a closed terminal is noted instead of ending us
  std::function<bool()> hung_up;
  std::function<Status(const std::string& log)> leave_terminal;  // output goes to the end of that file instead
  std::function<void(std::int64_t ms)> sleep;
  std::function<std::optional<std::string>()> read_line;  // nothing: end of input, or Ctrl-C came meanwhile
  // The same; nothing also once `no_longer` says so, or at the key Escape.
  std::function<std::optional<std::string>(const std::function<bool()>& no_longer)> read_line_while_wanted;
  std::function<Result<std::string>(const std::vector<std::string>& argv, const std::string& cwd)> run_program;
  std::function<Result<std::string>()> make_temporary_directory;
  std::function<Result<int>(const std::vector<std::string>& argv)> run_foreground;  // with the terminal; its exit code
  // The same in a directory, with these variables; nothing: a signal ended it.
  std::function<Result<std::optional<int>>(const std::vector<std::string>& argv, const std::string& cwd,
                                           const std::map<std::string, std::string>& env)>
      run_foreground_in;
};

}  // namespace forge::cli
