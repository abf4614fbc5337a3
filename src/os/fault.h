// The system calls that a full or failing machine refuses, in one place, and a test hook that makes the n-th of them
// fail. Every call in os/ that such a machine can refuse goes through here, and so do SQLite's and the wall clock.
// Knows no file and no process.
#pragma once

#include <dirent.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "base/result.h"

namespace forge {

// "call:count:what", several of them separated by commas; a test or main arms them before any thread starts, main with
// the value of FORGE_FAULT.
//   call   open, create (an open counts as both), read, write, sync, rename, truncate, mkdir, remove, list (a
//   directory),
//          link, copy, look (stat), lock, map (memory), pipe, handle (a descriptor for anything else), start (of a
//          process or thread), clock, or any: all but the clock, counted together. "call/SITE": only there; a site is
//          named by the stack that leads to the call, and "noted" prints the names.
//   count  n: the n-th call; n-m: all from the n-th to the m-th; n-: the n-th and all after it
//   what   EIO, ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM, ENOLCK, EAGAIN; short (a write of half); lost (a rename that
//          reports success and does nothing); noted (nothing fails, and FILE gets a line: call, site, how such a call
//          can fail, stack); for the clock a step in milliseconds: +3600000, -3600000
// With "@FILE" at its end, each fault that happens is noted in FILE.
Status ArmFaults(std::string_view spec);
void DisarmFaults();
bool FaultsArmed();

// The machine is short of something that it may have again: descriptors, memory, processes, locks, disk space.
bool IsShortage(int error);
// kExhausted for a shortage, else kIo.
Code CodeOf(const std::error_code& error);
// The same of a text: what another program wrote about its own failed call.
bool NamesShortage(std::string_view text);

// As the calls of these names, with errno. One relaxed load more when nothing is armed. From any thread.
namespace sys {

int Open(const char* path, int flags, mode_t mode = 0);
int OpenAt(int directory, const char* path, int flags, mode_t mode = 0);
ssize_t Read(int fd, void* to, std::size_t size);
ssize_t ReadAt(int fd, void* to, std::size_t size, off_t place);
ssize_t Write(int fd, const void* bytes, std::size_t size);
ssize_t WriteAt(int fd, const void* bytes, std::size_t size, off_t place);
int Sync(int fd);
int SyncData(int fd);
int SyncFileSystem(int fd);  // all of it
int Truncate(int fd, off_t size);
int Rename(const char* from, const char* to);
int RenameAt(int from_directory, const char* from, int to_directory, const char* to);
int MakeDirectory(const char* path, mode_t mode);
int MakeDirectoryAt(int directory, const char* path, mode_t mode);
char* MakeTempDirectory(char* pattern);
int Remove(const char* path);
int RemoveAt(int directory, const char* name, int flags);
DIR* OpenDirectory(int fd);
const dirent* NextEntry(DIR* directory);  // none, with errno 0: the end
int MakeLink(const char* target, const char* path);
int MakeHardLink(const char* from, const char* to);
int Look(const char* path, struct stat* status);
int LookAt(int directory, const char* name, struct stat* status);  // not through a link
int Lock(int fd, int operation);
int Control(int fd, int operation, void* argument);  // fcntl; only its locks can fail
void* Map(void* address, std::size_t size, int protection, int flags, int fd, off_t place);
int MakePipe(int ends[2], int flags);
// For calls that are made elsewhere. True: fail, with errno.
bool RefusedOpen(int flags);
bool RefusedSync();
bool RefusedCopy();
bool RefusedHandle();
// The errno with which the start of a process is to fail; 0: start it.
int RefusedStart();
// By how much the wall clock is wrong.
std::int64_t ClockStepMs();

}  // namespace sys
}  // namespace forge
