// Moves refs through one `git update-ref` that stays for the next time. Knows no names.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "os/files/files.h"
#include "workspace/git.h"

namespace forge {

class ProcessInput;
struct ProcessSpec;

// From any thread. The process starts with the first change, and ends with this object or this program: its input ends
// then, and git drops what was not committed.
class RefUpdater {
 public:
  // `config`: the repository's. A process that was started before it changed is not asked: the refs may be stored in
  // another way by now (`git refs migrate`).
  RefUpdater(Git git, std::string config) : git_(std::move(git)), config_(std::move(config)) {}
  ~RefUpdater();
  RefUpdater(const RefUpdater&) = delete;
  RefUpdater& operator=(const RefUpdater&) = delete;

  // Lines of `git update-ref --stdin`, as one transaction. False: it failed, or another thread is using the process;
  // whether the refs have moved is not known. A git of its own tells why.
  bool Try(std::string_view changes);

 private:
  bool Start();
  // Whether that was the answer.
  bool Ask(const std::string& text, std::string_view wanted, std::chrono::milliseconds patience);
  void End();
  void Serve(const ProcessSpec& command, const std::stop_token& stop);
  void Take(std::string_view chunk);

  const Git git_;
  const std::string config_;
  std::mutex one_at_a_time_;                // guards what follows
  std::optional<FileVersion> config_then_;  // when the process was started
  std::shared_ptr<ProcessInput> input_;
  bool is_useless_ = false;  // it does not answer while its input is open: not tried again

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::string answer_;  // to the last transaction
  bool is_running_ = false;

  std::jthread process_;  // last: it uses everything above; behind one_at_a_time_
};

}  // namespace forge
