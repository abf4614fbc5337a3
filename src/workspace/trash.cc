#include "workspace/trash.h"

#include <fmt/core.h>

#include <filesystem>
#include <system_error>

#include "os/files/files.h"
#include "os/process/process.h"
#include "os/thread.h"

namespace forge {
namespace {

namespace fs = std::filesystem;

// Not RemoveTree: a hundred thousand files take seconds, and the caller should not wait.
void Clear(const fs::path& directory, const std::stop_token& stop) {
  std::error_code ignored;
  fs::permissions(directory, fs::perms::owner_all, fs::perm_options::add, ignored);
  for (auto entry = fs::directory_iterator(directory, ignored); entry != fs::directory_iterator();
       entry.increment(ignored)) {
    if (stop.stop_requested()) return;
    const fs::path path = entry->path();
    if (entry->symlink_status(ignored).type() == fs::file_type::directory) Clear(path, stop);
    fs::remove(path, ignored);
  }
}

}  // namespace

Trash::~Trash() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

Status Trash::Discard(const std::string& path) {
  if (!Exists(path)) return {};
  TRY(MakeDirectories(directory_));
  std::lock_guard lock(mutex_);
  const std::string name = fmt::format("{}-{}-{}", BaseName(path), ThisProcess().pid, ++count_);
  if (!RenamePath(path, JoinPath(directory_, name))) return RemoveTree(path);  // another file system
  more_ = true;
  if (busy_) return {};
  busy_ = true;
  if (auto thread = StartThread([this](const std::stop_token& stop) { Delete(stop); })) {
    thread_ = *std::move(thread);
  } else {
    busy_ = false;  // the next one deletes this too
  }
  return {};
}

void Trash::Delete(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    {
      std::lock_guard lock(mutex_);
      if (!more_) {
        busy_ = false;
        return;
      }
      more_ = false;
    }
    Clear(directory_, stop);
  }
}

void Trash::Wait() {
  std::jthread finished;
  {
    std::lock_guard lock(mutex_);
    std::swap(finished, thread_);
  }
  if (finished.joinable()) finished.join();
}

}  // namespace forge
