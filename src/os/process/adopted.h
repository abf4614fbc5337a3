// Our own child processes, and those that became ours when their parents died. Inside os/ only. The kernel gives us
// every orphan below us (a subreaper); what a child left behind is found among these few, not by a search of /proc.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <mutex>
#include <string_view>
#include <utility>

#include "os/process/process.h"

namespace forge {

// Held while a child is born, so that another thread does not take it for an orphan. Only the children of the first
// thread can be taken for one: orphans become its children.
class BirthCertificate {
 public:
  BirthCertificate();
  static void Register(pid_t child);

 private:
  std::unique_lock<std::mutex> lock_;
};

// The child was reaped.
void Forget(pid_t child);

// The variable of a running command; from its beginning to its end.
class LiveMarker {
 public:
  explicit LiveMarker(const std::pair<std::string, std::string>& marker);
  ~LiveMarker();
  LiveMarker(const LiveMarker&) = delete;
  LiveMarker& operator=(const LiveMarker&) = delete;

 private:
  const std::pair<std::string, std::string>& marker_;
};

// The kernel gives us orphans; since the first LiveMarker, if it can.
bool Adopts();
// Reaps the orphans that have ended.
void ReapAdopted();
// Ends orphans of commands that have ended, and reaps dead ones: those that have the variable NAME with a value of ours
// that no running command has, and those with another sign that only Forge gives. Any other orphan is a person's: a
// daemon that an editor left, a child from before the exec that made us, a guest in our pid namespace.
void EndAdopted(std::string_view name, std::chrono::milliseconds grace);

}  // namespace forge
