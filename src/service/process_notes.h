// The processes of a run's units, noted when they start: the journal gets them with its next batch, and an engine that
// is killed before that leaves them here. So a process is found that dropped its environment at once. Not synced: after
// a power cut no process lives.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "os/files/note_file.h"
#include "os/process/process.h"

namespace forge {

class ProcessNotes {
 public:
  // Forgets what an earlier engine noted: its processes must have been ended. On a full disk there are no notes: the
  // environment tells of most processes.
  explicit ProcessNotes(const std::string& run_directory);
  void Add(const ProcessId& process) const;  // from any thread

 private:
  Result<NoteFile> file_;
};

// What the last engine of the run noted. Nothing if it ran in another container or before the last boot: its numbers
// mean nothing here.
std::vector<ProcessId> ReadProcessNotes(const std::string& run_directory);

// Whether there are notes of processes that no later engine or command has ended. They mean something here and now.
bool NotesAwaitAnEnd(const std::string& run_directory);
// They have been ended. The next engine's notes begin anew.
Status NoteTheirEnd(const std::string& run_directory);

}  // namespace forge
