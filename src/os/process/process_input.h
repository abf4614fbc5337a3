// The standard input of a process that is spoken with while it runs (Command::input). Knows no protocol.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>

#include "base/result.h"

namespace forge {

// Shared by whoever speaks and the thread that runs the process: either may be the last to need it.
class ProcessInput {
 public:
  static Result<std::shared_ptr<ProcessInput>> Make();
  ~ProcessInput();
  ProcessInput(const ProcessInput&) = delete;
  ProcessInput& operator=(const ProcessInput&) = delete;

  // All of it, never mixed with another's. False: nobody reads any more, it is closed, or the process let us wait until
  // `until_ms` (of SteadyMs). Any thread.
  bool Write(std::string_view bytes, std::int64_t until_ms);
  // The process reads an end. Any thread.
  void Close();

  // For process.cc: the end that the child gets, and that it has it now.
  int reader() const { return reader_; }
  void GiveReader();

 private:
  ProcessInput(int reader, int writer) : reader_(reader), writer_(writer) {}

  int reader_;
  std::mutex mutex_;  // guards what follows
  int writer_;
};

}  // namespace forge
