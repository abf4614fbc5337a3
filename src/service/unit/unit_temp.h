// A unit's own temporary directory, gone with the unit.
#pragma once

#include <string>
#include <utility>

#include "base/result.h"
#include "os/files/files.h"

namespace forge {

class UnitTemp {
 public:
  static Result<UnitTemp> Make() { return UnitTemp(TRY(RealPath(TRY(MakeTempDirectory("forge-unit-"))))); }
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

}  // namespace forge
