// What a child process may touch on this machine, and what this kernel can enforce. Knows neither agents nor projects:
// the service names the places (service/unit/unit_sandbox.h). docs/agents.md describes it to users.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/files/listed_directories.h"
#include "os/sandbox_cover.h"

namespace forge {

enum class SandboxKind {
  kKernel,  // Landlock, and a mount namespace of its own where one may be made
  kBwrap,   // the program bubblewrap
};

// An allow-list, because Landlock knows nothing else: a process reaches what is named here, with everything below it.
// Paths that do not exist are skipped.
struct Sandbox {
  SandboxKind kind = SandboxKind::kKernel;
  std::vector<std::string> read;    // and execute
  std::vector<std::string> write;   // and read
  std::vector<std::string> listed;  // the names of files, also of hidden ones; for a directory that a process works in
  // Out of reach although a place above is named; a place that is named at or below it stays in reach. Below a place
  // that may be written only a mount can hide it: Landlock alone cannot.
  std::vector<std::string> hidden;
  // Never written although a place above may be; a place to write that is named at or below it stays so. Only a mount
  // can do that too.
  std::vector<std::string> read_only;
  // What programs find as /dev/shm, where mounts can be made: one of `write`. Empty: nothing that they can use.
  std::string shared_memory;
  bool network = true;
  bool operator==(const Sandbox&) const = default;
};

// What this machine enforces. A child process tries it out.
struct SandboxPowers {
  int landlock = 0;  // the kernel's ABI number; 0: none
  bool mounts = false;
  bool network_namespace = false;
  bool ipc_namespace = false;
  bool call_filter = false;  // seccomp
  std::string bwrap;         // the program's path; empty: not installed

  bool refuses_writes() const { return landlock > 0; }
  bool refuses_network() const { return landlock >= 4 || network_namespace; }
  // Landlock says nothing of sockets that have a path: mounts hide them, or there are none at all.
  bool allows_unix_sockets() const { return mounts || !call_filter; }
};
SandboxPowers FindSandboxPowers();

// Whether NAME=value of an environment names a socket (of a login agent, a bus, a terminal) that the sandbox does not.
bool LeadsToSocketOutside(const Sandbox& sandbox, std::string_view variable);

// One line for people: what is enforced, and what is not.
std::string DescribeSandbox(const SandboxPowers& powers);

// Paths that every program needs: the system's own, without homes and temporary files.
std::vector<std::string> SystemPaths();

// How long a place that is missing, or another one behind a link, may go unnoticed. A new name in a directory that
// holds something hidden is seen at once.
inline constexpr std::chrono::seconds kSandboxFresh{5};

// `roots` without `hidden`: a directory that holds a hidden one is replaced by its other children. A process can use
// the children of such a directory and cannot list it. Links among these children grant nothing: what they lead to
// must be named itself. A hidden path that is a root, or above one, hides all of it.
std::vector<std::string> AllBut(const std::vector<std::string>& roots, const std::vector<std::string>& hidden);

// What a program needs to start: its directory, because programs load what lies beside them. Only the program itself
// where that directory is, or holds, a home or a directory for temporary files.
std::string ProgramPlace(const std::string& program);

// How to enforce `hidden` where mounts can be made, and where not.
struct SandboxReach {
  std::vector<std::string> read;    // real paths; a directory with something hidden in it is replaced by its children
  std::vector<std::string> masked;  // what a mount covers
  std::vector<std::string> frozen;  // what a mount makes read-only; real paths, all below a place that is written
  std::vector<Cover> covers;        // what hides the rest; none without mounts
  ListedDirectories listed;         // what it was worked out from
};
SandboxReach FindReach(const Sandbox& sandbox, bool mounts);

// The command line that runs `argv` in `cwd` under bubblewrap.
std::vector<std::string> BwrapLine(const std::string& bwrap, const Sandbox& sandbox, const std::string& cwd,
                                   const std::vector<std::string>& argv);

}  // namespace forge
