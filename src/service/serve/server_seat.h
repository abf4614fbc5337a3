// One server per project: the lock that says who it is, and what others can read about it. Knows no runs.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "os/files/file_lock.h"
#include "service/project.h"
#include "store/store.h"

namespace forge {

struct ServerNote {
  Owner owner;
  TimePoint since;
  int places = 0;             // runs that it drives at a time
  int busy = 0;               // that are taken, by runs of all its projects
  std::set<RunId> runs = {};  // of this project, that it drives
};

// Held while the object lives. The kernel gives it to the next server if this process dies.
class ServerSeat {
 public:
  // None: another server has it.
  static Result<std::optional<ServerSeat>> Take(const Project& project, int places);
  // For FindServer; no effect when nothing changed.
  Status Tell(int busy, const std::set<RunId>& runs);
  // When the server begins to end: FindServer finds it no more, and yet no other can take the seat. Tell nothing then.
  void Leave();

 private:
  ServerSeat(FileLock lock, std::string path, ServerNote note);

  FileLock lock_;
  std::string path_;
  ServerNote note_;
};

// The server that lives on this project; none: there is none.
std::optional<ServerNote> FindServer(const Project& project);

// Whether this process, which has the run, is a server; also one that is ending, which FindServer does not find.
bool IsServer(const Project& project, RunId run, const Owner& owner);

}  // namespace forge
