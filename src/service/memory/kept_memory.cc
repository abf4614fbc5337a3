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
    memory_.reset();
    files_ = TRY(LookAt(mine, global));
    memory_ = TRY(open_(machine, project, create));
    // Files that it made itself differ too: they are opened once more.
    if (TRY(LookAt(mine, global)) == files_) return {};
  }
  memory_.reset();
  return Fail(Code::kConflict, "the files of memory are being replaced all the time", "try again");
}

bool KeptMemory::IsGone() const {
  if (!memory_) return false;
  const auto now = LookAt(files_.project, files_.global);
  return now && *now != files_;
}

void KeptMemory::CloseIfGone() {
  {
    const std::shared_lock lock(mutex_);
    if (!IsGone()) return;
  }
  const std::unique_lock lock(mutex_);
  if (IsGone()) memory_.reset();
}

}  // namespace forge
