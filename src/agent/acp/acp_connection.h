// A running ACP agent: JSON-RPC messages over its standard streams, one on a line. Its process has the deadlines and
// the sandbox of its ProcessSpec, and ends with this object. Knows no methods.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "base/result.h"
#include "model/json.h"
#include "os/process/process.h"
#include "os/process/process_input.h"

namespace forge {

struct AcpNews {
  enum class Kind {
    kMessage,   // `message`
    kStrange,   // a line that is no message: `text`
    kTooLong,   // a line that was dropped
    kTerminal,  // the terminal `text` has ended
    kStop,      // `stop` was requested
    kTime,      // nothing came in time
    kDeaf,      // it does not read what is sent, and never will: `text` says why. Nothing more is told
    kEnd,       // the process has ended: see ended()
  };
  Kind kind = Kind::kTime;
  Json message;
  std::string text;
  std::size_t bytes = 0;  // of the line
};

class AcpConnection {
 public:
  // Starts it; a program that does not start is the first news. `command` needs no input and no on_stdout.
  explicit AcpConnection(ProcessSpec command);
  AcpConnection(const AcpConnection&) = delete;
  AcpConnection& operator=(const AcpConnection&) = delete;
  ~AcpConnection();  // ends it

  // Does not wait: an agent may have much to say before it reads. One that cannot be reached is news. Any thread.
  void Send(const Json& message);
  // What happens next, or kStop at once while stop is requested, or kTime at `until_ms` (of SteadyMs; 0: never).
  AcpNews Next(std::int64_t until_ms, const std::stop_token& stop);
  void Post(AcpNews news);  // any thread

  // Closes its input, and ends its tree if it does not end soon.
  void End();
  // After kEnd or End.
  const Result<ProcessResult>& ended() const { return *ended_; }

 private:
  void Run(ProcessSpec command, const std::stop_token& stop);
  void TakeLine(std::string_view line, const std::stop_token& stop);
  void SendAll(const std::stop_token& stop);
  bool Write(std::string_view text);

  std::shared_ptr<ProcessInput> input_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable_any changed_, to_send_;
  std::deque<std::string> unsent_;
  std::size_t unsent_bytes_ = 0;  // of these, and of the one that is being written
  std::string deaf_;              // why it is; empty: it is not, as far as we know
  std::deque<AcpNews> news_;
  std::size_t waiting_bytes_ = 0;  // of these
  std::optional<Result<ProcessResult>> ended_;

  std::optional<std::jthread> sender_, process_;  // last: they use everything above
};

}  // namespace forge
