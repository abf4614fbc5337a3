#include "verify/refused_calls.h"

#include <fmt/core.h>

#include <algorithm>
#include <initializer_list>

namespace forge {
namespace {

bool Says(std::string_view output, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return output.contains(word); });
}

// As the kernel's message and as programs and languages name it.
bool SaysNoFamily(std::string_view output) {
  return Says(output, {"Address family not supported", "address family not supported", "EAFNOSUPPORT",
                       "AddressFamilyNotSupported"});
}

bool SaysRefused(std::string_view output) {
  return Says(output, {"not permitted", "ermission denied", "EPERM", "EACCES"});
}

bool NamesShared(std::string_view output) {
  return Says(output, {"shmget", "shmat", "semget", "semop", "msgget", "mq_open", "share memory", "shared memory",
                       "semaphore", "message queue"});
}

// Such a file stands in /dev/shm itself. What is deeper is a file of a project that lies there.
bool NamesFileInSharedMemory(std::string_view output) {
  constexpr std::string_view kPlace = "/dev/shm";
  for (std::size_t at = output.find(kPlace); at != std::string_view::npos; at = output.find(kPlace, at + 1)) {
    std::string_view path = output.substr(at + kPlace.size());
    path = path.substr(0, path.find_first_of(" \t\n\"'`"));
    if (path.empty() || !path.substr(1).contains('/')) return true;
  }
  return false;
}

// Python's locks between processes are such files, and its trace names nothing else.
bool NamesSharedFiles(std::string_view output) {
  return NamesFileInSharedMemory(output) || Says(output, {"shm_open", "sem_open", "SemLock"});
}

std::string NoSuchThing(std::string_view what, std::string_view allow) {
  return fmt::format("\nforge: the sandbox has {} here, because Forge cannot make mounts; to allow {}\n", what, allow);
}

}  // namespace

std::string RefusedCalls(std::string_view output, const Sandbox& sandbox, const SandboxPowers& powers) {
  std::string text;
  if (sandbox.kind != SandboxKind::kKernel || powers.mounts) return text;
  if (!powers.allows_unix_sockets() && SaysNoFamily(output))
    text += NoSuchThing("no Unix sockets", "them: user namespaces, or the setting `sandbox = \"off\"`");
  if (!SaysRefused(output)) return text;
  if (NamesSharedFiles(output)) {
    text += NoSuchThing("no /dev/shm", "it: the setting `sandbox_write = [\"/dev/shm\"]`");
  } else if (powers.call_filter && NamesShared(output)) {
    text += NoSuchThing("no SysV shared memory, semaphores and queues",
                        "them: user namespaces, or the setting `sandbox = \"off\"`");
  }
  return text;
}

}  // namespace forge
