// Messages of one line each, in on one descriptor and out on another, in bounded memory. Knows nothing of what they
// say.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace forge {

class MessagePipe {
 public:
  // Borrows both descriptors. A line longer than `longest` is read to its end and not kept.
  MessagePipe(int in, int out, std::size_t longest) : in_(in), out_(out), longest_(longest) {}

  struct Line {
    std::string text;  // without its end
    bool too_long = false;
  };
  // The next line that is not empty. Nothing: the input has ended, or Ctrl-C or SIGTERM came (system.h). One thread
  // only.
  std::optional<Line> Read();

  // The message and the end of its line, never mixed with another's. Any thread. False: nobody reads any more, or
  // Stop() was called while the reader let us wait.
  bool Write(std::string_view message);
  // Nothing is written from now on; whoever waits for a slow reader gives up.
  void Stop() { stopped_ = true; }

 private:
  bool Fill();
  bool WriteAll(std::string_view bytes);

  const int in_, out_;
  const std::size_t longest_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::mutex writing_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace forge
