// Checks what a step promised against the tree: it exists, is more than a stub, and is used. Whether the promises
// are well-formed is checked in text/plan/must_haves_form.h. Truths are for people and agents: code cannot check them.
#pragma once

#include <string>
#include <vector>

#include "model/must_haves.h"

namespace forge {

// What is wrong with a promise: missing, a stub, or not used.
enum class PromiseFault { kMissing, kHollow, kUnwired };
struct BrokenPromise {
  PromiseFault fault = PromiseFault::kMissing;
  std::string what;  // a line for people
};

// One for each thing that is missing, a stub or not used. Its line begins with the file it is about. Empty: all is
// there. `root` is the tree's top; links that lead out of it are as good as absent.
std::vector<BrokenPromise> FindBrokenPromises(const MustHaves& must_haves, const std::string& root);

}  // namespace forge
