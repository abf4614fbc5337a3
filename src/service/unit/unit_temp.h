// A unit's own temporary directory. What is in it goes with the unit; the directory itself is used again by the next
// unit of its run, so that an equal sandbox is made once for many units. Its name has the marks of its engine and its
// run: what a killed engine leaves is removed when its run is taken over, and by `forge doctor`.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "os/files/files.h"
#include "store/store.h"

namespace forge {

class UnitTemp {
 public:
  // `marker`: ProcessMarker of its run; empty: of no run. `beside`: where the unit works; the directory that was used
  // there last is preferred, so that the sandbox of both stays the same.
  static Result<UnitTemp> Make(const std::string& marker = "", const std::string& beside = "");
  UnitTemp(UnitTemp&& other) noexcept = default;
  UnitTemp& operator=(UnitTemp&&) = delete;
  ~UnitTemp();
  const std::string& path() const { return path_; }

 private:
  UnitTemp(std::string marker, std::string beside, std::string path)
      : marker_(std::move(marker)), beside_(std::move(beside)), path_(std::move(path)) {}
  std::string marker_, beside_, path_;  // no path: moved away
};

// What the paths of all of them have in their names that this engine made for the run.
std::string UnitTempMark(const Owner& engine, const std::string& marker);

// A run, and the engine whose lease of it has not run out.
struct RunTemps {
  std::string marker;
  std::optional<Owner> holder;
};

// Removes the directories of engines that are dead: of this machine by their process ids, whatever its name was; of
// others by the leases of these runs. Returns how many.
int RemoveDeadUnitTemps(const std::vector<RunTemps>& runs);

}  // namespace forge
