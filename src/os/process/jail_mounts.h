// What a sandboxed process sees of the machine's files: mounts of its own, prepared before fork and made after it.
// Inside os/ only. Knows no namespaces: the process must be in a mount namespace of its own already.
#pragma once

#include <string>
#include <vector>

#include "os/sandbox.h"
#include "os/sandbox_cover.h"

namespace forge {

class JailMounts {
 public:
  JailMounts() = default;
  JailMounts(const Sandbox& sandbox, const SandboxReach& reach);

  // In the child; only system calls. Leaves it in the root directory.
  bool Make() const;

 private:
  struct Mask {
    std::string path;
    bool directory = false;
  };
  bool MakeCover(const Cover& cover, const char*& empty) const;
  bool MakeWritable() const;
  bool MakeMasks(const char*& empty) const;

  std::vector<Cover> covers_;
  std::vector<Mask> masks_;
  std::vector<std::string> writable_, frozen_;
  std::string shared_memory_;
};

// A mount and all below it, read-only.
bool MakeTreeReadOnly(const char* path);

}  // namespace forge
