// Files, directories and paths, as values and Results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/files/path_names.h"  // IWYU pragma: export

namespace forge {

Result<std::string> ReadFile(const std::string& path, std::size_t limit = std::size_t{1} << 30);
// None only if it is known that there is no such file; any other failure to read it is an error (EIO, EACCES).
// Whatever decides by the content of a file that may be missing asks this.
Result<std::optional<std::string>> ReadFileIfThere(const std::string& path, std::size_t limit = std::size_t{1} << 30);
// At most its first `bytes`.
Result<std::string> ReadFileHead(const std::string& path, std::size_t bytes);
// At most so many bytes from `offset` on; empty if the file ends before it.
Result<std::string> ReadFileFrom(const std::string& path, std::int64_t offset, std::size_t bytes);
// Writes a temporary file, syncs it and renames it: a reader sees the old or the new content, never a part. Durable
// when it returns. An existing file keeps its permissions; a symlink is replaced, not followed.
Status WriteFileAtomic(const std::string& path, std::string_view text, bool executable = false);
// Appends in one write, so that lines of several writers do not mix. Durable when it returns.
Status AppendFile(const std::string& path, std::string_view text);
// The same without a sync: a crash of Forge loses nothing of it, a power cut may.
Status AppendUnsynced(const std::string& path, std::string_view text);
Status MakeDirectories(const std::string& path);
// The same, and the names that it makes are durable when it returns.
Status MakeDurableDirectories(const std::string& path);
Status RemoveTree(const std::string& path);  // never follows symlinks; may be missing
// Removes what is in the directory and makes it ours alone (0700). Fails if it is a link, or not ours.
Status EmptyPrivateDirectory(const std::string& path);
Status RemoveFile(const std::string& path);  // may be missing
Status RenamePath(const std::string& from, const std::string& to);
// A file with its permissions, over one that is there; a symlink as a symlink.
Status CopyPath(const std::string& from, const std::string& to);
Status MakeSymlink(const std::string& target, const std::string& path);
Status MakeHardLink(const std::string& from, const std::string& to);
// What is at a path. kNothing only if that is known; any other failure to look is an error (EIO, EACCES). Whatever
// deletes, claims or starts work because something is not there asks this.
enum class PathKind { kNothing, kFile, kDirectory, kLink, kOther };
Result<PathKind> LookAtPath(const std::string& path, bool follow = true);
// False only if it is known not to be there: the next use of what cannot be looked at tells why.
bool Exists(const std::string& path);
// These are false, or none, also for what cannot be looked at.
bool IsLink(const std::string& path);  // symbolic
bool IsDirectory(const std::string& path);
bool IsRegularFile(const std::string& path);
bool IsWritable(const std::string& path);
// Which file a path names: a file that was deleted and made again is another one.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  bool operator==(const FileIdentity&) const = default;
};
Result<std::optional<FileIdentity>> IdentifyFile(const std::string& path);
// Changes when the file is written, replaced or renamed. Follows links.
struct FileVersion {
  FileIdentity file;
  std::int64_t size = 0;
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;  // of the inode
  bool operator==(const FileVersion&) const = default;
};
// None: there is no such file.
Result<std::optional<FileVersion>> VersionOf(const std::string& path);
// The user that the file belongs to, if that is another one than this process runs as.
std::optional<std::int64_t> ForeignOwner(const std::string& path);
// Whether the file's last change is so old that the next one gets another time.
bool IsSettled(const FileVersion& version);
std::optional<std::int64_t> FileSize(const std::string& path);
Result<std::vector<std::string>> ListDirectory(const std::string& path);  // names, sorted
Result<std::string> RealPath(const std::string& path);
std::string TempRoot();                                          // $TMPDIR or /tmp
Result<std::string> MakeTempDirectory(std::string_view prefix);  // below $TMPDIR or /tmp, mode 0700
Result<std::string> MakeTempDirectoryIn(const std::string& parent, std::string_view prefix);
std::string CurrentDirectory();
std::int64_t FreeBytes(const std::string& path);

}  // namespace forge
