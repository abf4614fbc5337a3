#include "store/sqlite_faults.h"

#include <sqlite3.h>

#include <cstddef>

#include "os/fault.h"

namespace forge {
namespace {

sqlite3_vfs* unix_vfs = nullptr;
const sqlite3_io_methods* unix_methods = nullptr;

int OpenForSqlite(const char* path, int flags, int mode) { return sys::Open(path, flags, static_cast<mode_t>(mode)); }

// SQLite lets us replace every system call but fsync.
int SyncForSqlite(sqlite3_file* file, int flags) {
  return sys::RefusedSync() ? SQLITE_IOERR_FSYNC : unix_methods->xSync(file, flags);
}

int OpenFileForSqlite(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out) {
  (void)vfs;
  const int code = unix_vfs->xOpen(unix_vfs, path, file, flags, out);
  if (code != SQLITE_OK || file->pMethods == nullptr) return code;
  static const sqlite3_io_methods methods = [&] {
    unix_methods = file->pMethods;
    sqlite3_io_methods made = *file->pMethods;
    made.xSync = SyncForSqlite;
    return made;
  }();
  if (file->pMethods == unix_methods) file->pMethods = &methods;
  return code;
}

template <typename Function>
void Replace(const char* name, Function* function) {
  unix_vfs->xSetSystemCall(unix_vfs, name, reinterpret_cast<sqlite3_syscall_ptr>(function));
}

bool ReplaceAll() {
  if (!FaultsArmed()) return false;
  unix_vfs = sqlite3_vfs_find("unix");
  if (unix_vfs == nullptr) return false;
  Replace("open", OpenForSqlite);
  Replace("fcntl", sys::Control);
  Replace("pread", sys::ReadAt);
  Replace("pread64", sys::ReadAt);
  Replace("pwrite", sys::WriteAt);
  Replace("pwrite64", sys::WriteAt);
  Replace("ftruncate", sys::Truncate);
  Replace("unlink", sys::Remove);
  Replace("stat", sys::Look);
  Replace("mmap", sys::Map);
  static sqlite3_vfs shim = *unix_vfs;
  shim.zName = "forge-faults";
  shim.pNext = nullptr;
  shim.xOpen = OpenFileForSqlite;
  return sqlite3_vfs_register(&shim, 1) == SQLITE_OK;
}

}  // namespace

void TakeFaults() {
  static const bool taken = ReplaceAll();
  (void)taken;
}

}  // namespace forge
