// One git process that stays for many questions: text to its standard input, an answer from its output. Knows the
// language of no command.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "os/files/files.h"
#include "workspace/git.h"

namespace forge {

class ProcessInput;
struct ProcessSpec;

struct GitQuestion {
  std::string text;
  std::size_t answer_size = 0;  // the answer is complete when it has so many bytes
  std::chrono::milliseconds patience{};
  std::string end = {};     // if not empty: the answer is complete when it ends so,
  std::size_t longest = 0;  // and wrong when it is longer
};

// From any thread. The process starts with the first question, and ends with this object or this program: its input
// ends then.
class KeptGit {
 public:
  // Asked first of each new process, if the first question may be refused for a reason of its own.
  struct Greeting {
    GitQuestion question;
    std::string answer;
  };
  // `config`: the repository's. A process that was started before it changed is not asked: the refs may be stored in
  // another way by now (`git refs migrate`). `longest_end`: killed if it has not ended so long after its input.
  KeptGit(const Git& git, std::string config, std::vector<std::string> args, std::chrono::milliseconds longest_end,
          std::optional<Greeting> greeting = {})
      : git_(git.With("GIT_FLUSH", "1")),
        config_(std::move(config)),
        args_(std::move(args)),
        longest_end_(longest_end),
        greeting_(std::move(greeting)) {}
  ~KeptGit();
  KeptGit(const KeptGit&) = delete;
  KeptGit& operator=(const KeptGit&) = delete;

  // Waits while other threads ask. False: they take long, or the answer is not right; what git did is not known. It is
  // ended then, and the next question starts another one. After a wrong first answer no question is asked again: a
  // script in git's place may read all of its input before it does anything.
  bool Ask(const GitQuestion& question, const std::function<bool(std::string_view)>& is_right);

 private:
  bool Start();
  void End();
  std::string Talk(const GitQuestion& question);
  void Serve(const ProcessSpec& command, const std::stop_token& stop);
  void Take(std::string_view chunk);
  bool IsComplete(const GitQuestion& question) const;  // under mutex_

  const Git git_;
  const std::string config_;
  const std::vector<std::string> args_;
  const std::chrono::milliseconds longest_end_;
  const std::optional<Greeting> greeting_;
  std::timed_mutex one_at_a_time_;          // guards what follows
  std::optional<FileVersion> config_then_;  // when the process was started
  std::shared_ptr<ProcessInput> input_;
  bool is_useless_ = false;
  bool has_answered_ = false;  // any process of this object, ever

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::string answer_;
  std::size_t longest_ = 0;  // what comes after so many bytes is dropped; 0: nothing is
  bool is_too_long_ = false;
  bool is_running_ = false;

  std::jthread process_;  // last: it uses everything above; behind one_at_a_time_
};

}  // namespace forge
