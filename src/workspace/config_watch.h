// Answers "which programs does git run from its configuration" (drivers.h) without asking git again while none of the
// files that git reads its configuration from has changed. Knows no runs.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/files/files.h"
#include "workspace/git.h"

namespace forge {

// From any thread.
class ConfigWatch {
 public:
  // `git` runs in `top`. `is_settled`: whether another change of that file would show.
  ConfigWatch(Git git, std::string top, std::function<bool(const FileVersion&)> is_settled = IsSettled)
      : git_(std::move(git)), top_(std::move(top)), is_settled_(std::move(is_settled)) {}

  // As ReadDrivers.
  Result<std::string> Drivers();

 private:
  using Versions = std::map<std::string, std::optional<FileVersion>>;
  bool IsFresh() const;
  // What git's configuration comes from, by `git config --list`. Nothing: one of the places cannot be known.
  std::optional<std::vector<std::string>> Places(const std::string& list);
  std::optional<std::vector<std::string>> FixedPlaces();

  const Git git_;
  const std::string top_;
  const std::function<bool(const FileVersion&)> is_settled_;
  std::mutex mutex_;  // guards what follows
  std::optional<std::vector<std::string>> fixed_;
  Versions seen_;  // empty: nothing is known
  std::optional<std::string> drivers_;
};

// The files that a `git config --list --show-origin -z`, run in `directory`, names, and those that it includes or would
// include if they existed. Nothing for an include whose file cannot be told.
std::optional<std::vector<std::string>> ConfigFilesIn(const std::string& list, const std::string& directory,
                                                      const std::string& home);

}  // namespace forge
