#include "service/memory/kept_memory.h"

#include <mutex>
#include <utility>

namespace forge {

Result<KeptMemory::Files> KeptMemory::LookAt(const std::string& project, const std::string& global) {
  return Files{project, global, TRY(IdentifyFile(project)), TRY(IdentifyFile(global))};
}

// What is missing is made only where a call asks for it; what could not be opened is tried again.
bool KeptMemory::Serves(const Files& now, bool create) const {
  const bool complete = !create || (now.of_project && now.of_global);
  return memory_ && complete && now == files_ && memory_->warnings().empty();
}

Result<Json> KeptMemory::Use(const Machine& machine, const Project& project, bool create, const Work& work) {
  const std::string mine = MemoryPath(project.state);
  const std::string global = MemoryPath(machine.data_directory);
  ++calls_;
  {
    const std::shared_lock lock(mutex_);
    if (Serves(TRY(LookAt(mine, global)), create)) return work(*memory_);
  }
  const std::unique_lock lock(mutex_);
  if (!Serves(TRY(LookAt(mine, global)), create)) TRY(OpenAnew(machine, project, create));
  return work(*memory_);
}

Status KeptMemory::OpenAnew(const Machine& machine, const Project& project, bool create) {
  constexpr int kMostTries = 5;
  const std::string mine = MemoryPath(project.state);
  const std::string global = MemoryPath(machine.data_directory);
  for (int i = 0; i < kMostTries; ++i) {
    LetGo();
    files_ = TRY(LookAt(mine, global));
    memory_ = TRY(open_(machine, project, create));
    // Files that it made itself differ too: they are opened once more.
    if (TRY(LookAt(mine, global)) == files_) return {};
  }
  LetGo();
  return Fail(Code::kConflict, "the files of memory are being replaced all the time", "try again");
}

void KeptMemory::LetGo() {
  if (!memory_) return;
  // SQLite leaves the log of a file that has another's name now, and would apply it to that one.
  const auto now = LookAt(files_.project, files_.global);
  const bool project_gone = now && files_.of_project && now->of_project != files_.of_project;
  const bool global_gone = now && files_.of_global && now->of_global != files_.of_global;
  if (project_gone && memory_->project() != nullptr) (void)memory_->project()->EmptyLog();
  if (global_gone && memory_->global() != nullptr) (void)memory_->global()->EmptyLog();
  memory_.reset();
}

bool KeptMemory::IsGone() const {
  const auto now = LookAt(files_.project, files_.global);
  return now && *now != files_;
}

void KeptMemory::CloseIfQuiet() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || !memory_) return;  // in use, or closed
  const std::uint64_t calls = calls_;
  const bool quiet = std::exchange(calls_seen_, calls) == calls;
  if (quiet || IsGone()) LetGo();
}

}  // namespace forge
