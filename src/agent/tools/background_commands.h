// Commands of one unit that run beside its model's work. All of them end with this object. Knows no tool's arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/process/process.h"

namespace forge {

// What a command printed since the last look, and its end.
struct BackgroundNews {
  std::string output;
  std::size_t left_out = 0;  // bytes before it, of which there were too many
  bool ended = false;
  std::string end;  // "Exit code 1", or why it never ran
  bool ok = false;  // it ended with 0
};

// Any thread.
class BackgroundCommands {
 public:
  BackgroundCommands();
  ~BackgroundCommands();  // ends every process tree
  BackgroundCommands(const BackgroundCommands&) = delete;
  BackgroundCommands& operator=(const BackgroundCommands&) = delete;

  // Its name, "bash_1". Fails if too many are running. `line` is what people and models call it.
  Result<std::string> Start(ProcessSpec command, const std::string& line);
  // Waits until it has ended, its news contain `text` (if there is one), or `until_ms` (of SteadyMs). An empty name
  // means the only one. Fails for an unknown name, with the list.
  Result<BackgroundNews> Look(const std::string& name, const std::string& text, std::int64_t until_ms,
                              const std::stop_token& stop);
  // Ends it and everything it started, and returns when that is done.
  Result<BackgroundNews> End(const std::string& name);

 private:
  struct Command;
  Result<Command*> Find(const std::string& name);

  std::mutex mutex_;  // guards commands_
  std::vector<std::unique_ptr<Command>> commands_;
};

}  // namespace forge
