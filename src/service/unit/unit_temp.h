// A unit's own temporary directory, gone with the unit. Its name has the mark of its engine: what a killed engine
// leaves is removed when its run is taken over, and by `forge doctor`.
#pragma once

#include <string>
#include <utility>

#include "base/result.h"
#include "os/files/files.h"

namespace forge {

class UnitTemp {
 public:
  static Result<UnitTemp> Make();
  UnitTemp(UnitTemp&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  UnitTemp& operator=(UnitTemp&&) = delete;
  ~UnitTemp() {
    if (!path_.empty()) (void)RemoveTree(path_);
  }
  const std::string& path() const { return path_; }

 private:
  explicit UnitTemp(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// Removes the directories of engines of this machine that are dead. Returns how many.
int RemoveDeadUnitTemps();

}  // namespace forge
