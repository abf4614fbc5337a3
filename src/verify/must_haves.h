// Looks whether what a step promised is really in the tree: there, more than a stub, and wired up. Whether the promises
// are in form is text/plan/must_haves_form.h's matter; truths are for people and agents, code cannot see them.
#pragma once

#include <string>
#include <vector>

#include "model/must_haves.h"

namespace forge {

// What is wrong with a promise: not there, there and hollow, or there and used by nobody.
enum class PromiseFault { kMissing, kHollow, kUnwired };
struct BrokenPromise {
  PromiseFault fault = PromiseFault::kMissing;
  std::string what;  // a line for people
};

// One line for each thing that is missing, hollow or not wired, beginning with the file it is about. Empty: all is
// there. `root` is the tree's top; links that lead out of it are as good as absent.
std::vector<std::string> CheckMustHaves(const MustHaves& must_haves, const std::string& root);
// The same, with the kind of each.
std::vector<BrokenPromise> FindBrokenPromises(const MustHaves& must_haves, const std::string& root);

}  // namespace forge
