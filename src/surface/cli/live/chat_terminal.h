// The chat's messages on a terminal: the last one is redrawn in its place as long as nothing stands below it. Elsewhere
// every state of a message is printed as lines of its own.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "surface/chat/transport.h"
#include "surface/cli/output.h"

namespace forge::cli {

class ChatTerminal : public chat::Transport {
 public:
  // `width`: of the terminal, in columns; 0: it is none.
  ChatTerminal(Output& out, std::size_t width) : out_(out), width_(width) {}

  std::int64_t Send(const std::string& text) override;
  void Edit(std::int64_t id, const std::string& text) override;
  // The user pressed enter below the last message.
  void Leave();

 private:
  void Print(const std::string& text, bool over);

  Output& out_;
  std::size_t width_;
  std::mutex mutex_;
  std::int64_t sent_ = 0;   // guarded by mutex_: the newest message's id
  std::int64_t last_ = 0;   // guarded by mutex_: of the one that stands at the bottom
  std::size_t height_ = 0;  // guarded by mutex_: lines of it on the screen that may be drawn over
};

}  // namespace forge::cli
