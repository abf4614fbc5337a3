// Where replies go: a terminal, a channel, a test. Belongs to the chat; knows no commands.
#pragma once

#include <cstdint>
#include <string>

namespace forge::chat {

// Called from several threads.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual std::int64_t Send(const std::string& text) = 0;  // a new message; its id
  virtual void Edit(std::int64_t id, const std::string& text) = 0;
};

}  // namespace forge::chat
