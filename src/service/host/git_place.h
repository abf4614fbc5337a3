// Keeps commands of a sandbox from making a git repository of a project's root: git, and the next run of Forge, would
// execute what its settings name, outside of the sandbox. A sandbox can protect only what is there. So an empty `.git`
// is there while such commands run, and goes with the last of them, of whichever process. Git and FindProject take an
// empty directory for no repository.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "os/files/file_lock.h"
#include "service/project.h"

namespace forge {

class GitPlace {
 public:
  // The project has a state. Where it has a `.git` already, nothing is made.
  static Result<GitPlace> Hold(const Project& project);

  GitPlace(GitPlace&& other) noexcept
      : git_(std::move(other.git_)),
        holders_(std::move(other.holders_)),
        mine_(std::move(other.mine_)),
        held_(std::exchange(other.held_, std::nullopt)) {}
  GitPlace& operator=(GitPlace&& other) = delete;
  ~GitPlace();

 private:
  GitPlace(std::string git, std::string holders) : git_(std::move(git)), holders_(std::move(holders)) {}

  std::string git_, holders_;     // the place; the directory with a locked file for each that holds it
  std::string mine_;              // among them
  std::optional<FileLock> held_;  // none: nothing to give back
};

}  // namespace forge
