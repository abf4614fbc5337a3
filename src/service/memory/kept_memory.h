// Memory that stays open between calls that follow each other, for a process that serves many. Closed when this ends.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <shared_mutex>
#include <string>
#include <utility>

#include "base/result.h"
#include "model/json.h"
#include "os/files/files.h"
#include "service/memory/memory.h"
#include "service/project.h"

namespace forge {

// Safe from several threads: they use the same files at once.
class KeptMemory {
 public:
  using Work = std::function<Result<Json>(Memory& memory)>;
  using Opener = std::function<Result<Memory>(const Machine& machine, const Project& project, bool create)>;
  explicit KeptMemory(Opener open = Memory::Open) : open_(std::move(open)) {}

  // As with Memory::Open, but files that are open already are used again. Where one was replaced, removed or made
  // since, all are closed first: SQLite must not have two files of one name open in a process.
  Result<Json> Use(const Machine& machine, const Project& project, bool create, const Work& work);
  // Closes the files if no call has come since it was asked before, or if one was replaced or removed. Call it now and
  // then. What SQLite keeps beside a file that is open holds the last facts: a copy of the file would lack them, a file
  // that is put in its place would get them, and it hinders other processes that make the file anew.
  void CloseIfQuiet();

 private:
  struct Files {
    std::string project, global;  // paths
    std::optional<FileIdentity> of_project = {}, of_global = {};
    bool operator==(const Files&) const = default;
  };
  static Result<Files> LookAt(const std::string& project, const std::string& global);
  bool Serves(const Files& now, bool create) const;  // with the lock
  bool IsGone() const;                               // with the lock
  void LetGo();                                      // with the exclusive lock
  // With the exclusive lock. What is open is what its path names: a file that was replaced meanwhile is opened again.
  Status OpenAnew(const Machine& machine, const Project& project, bool create);

  Opener open_;
  std::shared_mutex mutex_;  // exclusive: to open and close; shared: to use what follows
  Files files_;              // when they were opened
  std::optional<Memory> memory_;
  std::atomic<std::uint64_t> calls_ = 0;
  std::uint64_t calls_seen_ = 0;  // when CloseIfQuiet was asked last
};

}  // namespace forge
