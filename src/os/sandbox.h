// What a child process may touch of this machine, and what this kernel can enforce of it. Knows neither agents nor
// projects: the service says which places (service/unit/unit_sandbox.h). docs/agents.md tells people.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace forge {

enum class SandboxKind {
  kKernel,  // Landlock, and a mount namespace of its own where one may be made
  kBwrap,   // the program bubblewrap
};

// Everything not named is out of reach: an allow-list, because that is what Landlock is. Paths that do not exist are
// passed over. With all below them.
struct Sandbox {
  SandboxKind kind = SandboxKind::kKernel;
  std::vector<std::string> read;    // and execute
  std::vector<std::string> write;   // and read
  std::vector<std::string> hidden;  // inside of the above, out of reach all the same
  bool network = true;
  bool operator==(const Sandbox&) const = default;
};

// What this machine enforces. Asked by starting a child that tries.
struct SandboxPowers {
  int landlock = 0;  // the kernel's ABI number; 0: none
  bool mounts = false;
  bool network_namespace = false;
  std::string bwrap;  // the program's path; empty: not installed

  bool refuses_writes() const { return landlock > 0; }
  bool refuses_network() const { return landlock >= 4 || network_namespace; }
};
SandboxPowers FindSandboxPowers();

// One line for people: what is enforced, and what is not.
std::string DescribeSandbox(const SandboxPowers& powers);

// Paths that every program needs: the system's own, without anybody's home or temporary files.
std::vector<std::string> SystemPaths();

// `roots` as a list that leaves `hidden` out: a directory that holds a hidden one is replaced by its other children.
// Of such a directory the children can be used and the list of names cannot be read. Hidden paths that are a root, or
// above one, hide all of it.
std::vector<std::string> AllBut(const std::vector<std::string>& roots, const std::vector<std::string>& hidden);

// The command line that runs `argv` in `cwd` under bubblewrap.
std::vector<std::string> BwrapLine(const std::string& bwrap, const Sandbox& sandbox, const std::string& cwd,
                                   const std::vector<std::string>& argv);

}  // namespace forge
