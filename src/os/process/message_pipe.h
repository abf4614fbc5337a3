// Messages of one line each, read from one descriptor and written to another, in bounded memory.
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
  // Borrows both descriptors. A line longer than `longest` is read and dropped.
  MessagePipe(int in, int out, std::size_t longest) : in_(in), out_(out), longest_(longest) {}

  struct Line {
    std::string text;  // without its newline
    bool too_long = false;
  };
  // The next non-empty line. Nothing: the input has ended, or Ctrl-C or SIGTERM arrived (system.h). One thread only.
  std::optional<Line> Read();

  // Writes the message and a newline without mixing messages. Any thread. False: the reader is gone, or Stop() was
  // called while waiting for it.
  bool Write(std::string_view message);
  // Writes nothing from now on; a thread that waits for a slow reader gives up.
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
