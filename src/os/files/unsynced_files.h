// Files that are written now and made durable later, many at a time: one sync of a file system costs less than one of
// each file and directory. Knows paths and the number of the group that a file belongs to, not what is in a file.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace forge {

// From any number of threads. A power cut may lose, empty or cut every file that was written and not yet synced, so
// nothing durable may rely on one. What is never synced costs nothing.
class UnsyncedFiles {
 public:
  // More than this to be written by other programs would make a unit wait for them.
  static constexpr std::int64_t kLittle = std::int64_t{64} << 20;

  // `top`: the directory above all of them. Its file system is synced as a whole if it is of a kind that reports every
  // failure then, and unless more than `most_dirty` bytes wait to be written to disks. A file on another one is synced
  // alone.
  explicit UnsyncedFiles(std::string top, std::int64_t most_dirty = kLittle);
  ~UnsyncedFiles();

  // A new file, in place of one that is there. Makes the directory that it is in. A reader may see a part of it.
  Status Write(std::int64_t group, const std::string& path, std::string_view text);
  // Appends in one write, so that lines of several writers do not mix.
  Status Append(std::int64_t group, const std::string& path, std::string_view text);
  // By one thread at a time. When it returns, the files of these groups are durable, with the names that lead to them
  // from `top`. A file whose sync fails is written once more. After a failure nothing is known of them, and the call
  // may be repeated: the kernel tells a failure once, so each file of a failed sync then needs one of its own, and one
  // whose own has failed is written anew.
  Status Sync(const std::vector<std::int64_t>& groups);

 private:
  struct Handles;
  using Waiting = std::map<std::int64_t, std::set<std::string>>;  // paths by group

  Status Put(std::int64_t group, const std::string& path, std::string_view text, int flags);
  Status SyncEach(const std::set<std::string>& paths);
  Status SyncFile(const std::string& path);
  void Suspect(const Waiting& taken);
  Waiting OnlySuspects(Waiting taken);

  const std::string top_;
  const std::unique_ptr<const Handles> handles_;
  std::mutex mutex_;  // guards what follows
  Waiting waiting_;
  std::set<std::string> beside_top_;  // directories on its file system
  std::set<std::string> suspects_;    // a sync of the file system says nothing of them

  std::set<std::string> failed_;       // their own sync has failed: written anew; of the thread that syncs
  std::set<std::string> known_above_;  // durable directories; of the thread that syncs
};

// Whether this kind of file system (statfs' f_type) reports with a sync of all of it that a file could not be written.
bool ReportsWhatIsLost(std::int64_t kind);

// How many bytes wait to be written to any disk, from the text of /proc/meminfo; as much as there can be if it does not
// say.
std::int64_t ReadDirtyBytes(std::string_view meminfo);

}  // namespace forge
