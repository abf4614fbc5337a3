// The standard input of a process that we write to while it runs (ProcessSpec::input). Knows no protocol.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "os/fd.h"

namespace forge {

// Shared by the writer and the thread that runs the process: either may need it last.
class ProcessInput {
 public:
  static Result<std::shared_ptr<ProcessInput>> Make();
  ProcessInput(const ProcessInput&) = delete;
  ProcessInput& operator=(const ProcessInput&) = delete;

  // Writes everything without mixing calls. False: the reader is gone, the input is closed, or it was full until
  // `until_ms` (of SteadyMs). Any thread.
  bool Write(std::string_view bytes, std::int64_t until_ms);
  // The process sees the end of its input; a Write ends soon. Any thread.
  void Close();

  // For process.cc: the child's end, and closing our copy of it.
  int reader() const { return reader_.get(); }
  void GiveReader();

 private:
  ProcessInput(Fd reader, Fd writer) : reader_(std::move(reader)), writer_(std::move(writer)) {}

  Fd reader_;
  std::atomic<bool> closing_ = false;
  std::mutex mutex_;  // guards what follows
  Fd writer_;
};

}  // namespace forge
