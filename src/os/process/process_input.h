// The standard input of a process that is spoken with while it runs (ProcessSpec::input). Knows no protocol.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "os/fd.h"

namespace forge {

// Shared by whoever speaks and the thread that runs the process: either may be the last to need it.
class ProcessInput {
 public:
  static Result<std::shared_ptr<ProcessInput>> Make();
  ProcessInput(const ProcessInput&) = delete;
  ProcessInput& operator=(const ProcessInput&) = delete;

  // All of it, never mixed with another's. False: nobody reads any more, it is closed, or the process let us wait until
  // `until_ms` (of SteadyMs). Any thread.
  bool Write(std::string_view bytes, std::int64_t until_ms);
  // The process reads an end. Any thread.
  void Close();

  // For process.cc: the end that the child gets, and that it has it now.
  int reader() const { return reader_.get(); }
  void GiveReader();

 private:
  ProcessInput(Fd reader, Fd writer) : reader_(std::move(reader)), writer_(std::move(writer)) {}

  Fd reader_;
  std::mutex mutex_;  // guards what follows
  Fd writer_;
};

}  // namespace forge
