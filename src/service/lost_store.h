// What an engine does when the file of its store was deleted or replaced under it (`git clean -fdx`): it still has all
// of it open, and writes it again. And what is left of runs that no store knows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/input.h"

namespace forge {

class Forge;
class RunFiles;
struct Project;

// The plan document as it was last seen: it is deleted together with the store.
struct HeldPlan {
  std::string path;  // below the project's root
  std::string hash;
  std::string text;
  void Look(const RunFiles& files, const std::optional<PlanRef>& plan);
};

// Writes the store again where it was; if there is another one now, into the repository's own directory. Returns what
// to tell the user.
Error SaveLostStore(Forge& forge, RunId run, const HeldPlan& plan);

// Stores that were saved into the repository's own directory.
std::vector<std::string> FindSavedStores(const Project& project);

}  // namespace forge
