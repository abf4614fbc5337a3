// The system calls that a full or failing machine refuses, in one place, and a test hook that makes the n-th of them
// fail. Every write, sync, rename, open, pipe and start of a process in os/ goes through here, and so does the wall
// clock. Knows no file and no process.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "base/result.h"

namespace forge {

// "call:count:what", several of them separated by commas; a test or main arms them before any thread starts, main with
// the value of FORGE_FAULT.
//   call   open, write, sync, rename, mkdir, pipe, start (of a process), clock, or any: all but the clock, counted
//          together
//   count  n: the n-th call; n-m: all from the n-th to the m-th; n-: the n-th and all after it
//   what   EIO, ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM, EAGAIN; short (a write of half); lost (a rename that reports
//          success and does nothing); for the clock a step in milliseconds: +3600000, -3600000
// With "@FILE" at its end, each fault that happens is noted in FILE.
Status ArmFaults(std::string_view spec);
void DisarmFaults();
bool FaultsArmed();

// The machine is short of something that it may have again: descriptors, memory, processes, disk space.
bool IsShortage(int error);
// kExhausted for a shortage, else kIo.
Code CodeOf(const std::error_code& error);
// The same of a text: what another program wrote about its own failed call.
bool NamesShortage(std::string_view text);

// As the calls of these names, with errno. One relaxed load more when nothing is armed. From any thread.
namespace sys {

int Open(const char* path, int flags, mode_t mode = 0);
int OpenAt(int directory, const char* path, int flags, mode_t mode = 0);
ssize_t Write(int fd, const void* bytes, std::size_t size);
ssize_t WriteAt(int fd, const void* bytes, std::size_t size, off_t place);
int Sync(int fd);
int SyncData(int fd);
int Rename(const char* from, const char* to);
int RenameAt(int from_directory, const char* from, int to_directory, const char* to);
int MakeDirectory(const char* path, mode_t mode);
int MakeDirectoryAt(int directory, const char* path, mode_t mode);
char* MakeTempDirectory(char* pattern);
int MakePipe(int ends[2], int flags);
// The errno with which the start of a process is to fail; 0: start it.
int RefusedStart();
// By how much the wall clock is wrong.
std::int64_t ClockStepMs();

}  // namespace sys
}  // namespace forge
