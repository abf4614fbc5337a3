#include "store/testing/fault_vfs.h"

#include <sqlite3.h>

#include <atomic>
#include <fstream>
#include <utility>

namespace forge {
namespace {

sqlite3_vfs* System() {
  static sqlite3_vfs* const system = sqlite3_vfs_find(nullptr);
  return system;
}

// SQLite allocates it; the system's file object follows directly after it.
struct File {
  sqlite3_file base;
  FaultVfs* vfs;
  std::string* path;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

File* Of(sqlite3_file* file) { return reinterpret_cast<File*>(file); }
sqlite3_file* Real(sqlite3_file* file) { return Of(file)->real(); }
const sqlite3_io_methods& Methods(sqlite3_file* file) { return *Real(file)->pMethods; }

void RememberContent(File* file) {
  sqlite3_int64 size = 0;
  const sqlite3_io_methods& methods = *file->real()->pMethods;
  if (methods.xFileSize(file->real(), &size) != SQLITE_OK) return;
  std::string content(static_cast<std::size_t>(size), '\0');
  if (size > 0) methods.xRead(file->real(), content.data(), static_cast<int>(size), 0);
  file->vfs->Remember(*file->path, std::move(content));
}

int Close(sqlite3_file* file) {
  const int code = Methods(file).xClose(Real(file));
  delete Of(file)->path;
  return code;
}

int Read(sqlite3_file* file, void* to, int count, sqlite3_int64 at) {
  if (const int code = Of(file)->vfs->Operation(); code != SQLITE_OK) return code;
  return Methods(file).xRead(Real(file), to, count, at);
}

int Write(sqlite3_file* file, const void* from, int count, sqlite3_int64 at) {
  if (const int code = Of(file)->vfs->Operation(); code != SQLITE_OK) {
    // Half of it is written: a torn write.
    Methods(file).xWrite(Real(file), from, count / 2, at);
    return code;
  }
  return Methods(file).xWrite(Real(file), from, count, at);
}

int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  if (const int code = Of(file)->vfs->Operation(); code != SQLITE_OK) return code;
  return Methods(file).xTruncate(Real(file), size);
}

// No real sync: we remember what was synced, which keeps the tests fast.
int Sync(sqlite3_file* file, int) {
  if (const int code = Of(file)->vfs->Operation(); code != SQLITE_OK) return code;
  RememberContent(Of(file));
  return SQLITE_OK;
}

int FileSize(sqlite3_file* file, sqlite3_int64* size) { return Methods(file).xFileSize(Real(file), size); }
int Lock(sqlite3_file* file, int level) { return Methods(file).xLock(Real(file), level); }
int Unlock(sqlite3_file* file, int level) { return Methods(file).xUnlock(Real(file), level); }
int CheckLock(sqlite3_file* file, int* out) { return Methods(file).xCheckReservedLock(Real(file), out); }
int Control(sqlite3_file* file, int op, void* arg) { return Methods(file).xFileControl(Real(file), op, arg); }
int SectorSize(sqlite3_file* file) { return Methods(file).xSectorSize(Real(file)); }
// No guarantees of the real file system: SQLite must assume the worst.
int Characteristics(sqlite3_file*) { return 0; }
int ShmMap(sqlite3_file* file, int page, int size, int extend, void volatile** out) {
  return Methods(file).xShmMap(Real(file), page, size, extend, out);
}
int ShmLock(sqlite3_file* file, int offset, int n, int flags) {
  return Methods(file).xShmLock(Real(file), offset, n, flags);
}
void ShmBarrier(sqlite3_file* file) { Methods(file).xShmBarrier(Real(file)); }
int ShmUnmap(sqlite3_file* file, int remove) { return Methods(file).xShmUnmap(Real(file), remove); }

const sqlite3_io_methods kMethods = {
    .iVersion = 2,
    .xClose = Close,
    .xRead = Read,
    .xWrite = Write,
    .xTruncate = Truncate,
    .xSync = Sync,
    .xFileSize = FileSize,
    .xLock = Lock,
    .xUnlock = Unlock,
    .xCheckReservedLock = CheckLock,
    .xFileControl = Control,
    .xSectorSize = SectorSize,
    .xDeviceCharacteristics = Characteristics,
    .xShmMap = ShmMap,
    .xShmLock = ShmLock,
    .xShmBarrier = ShmBarrier,
    .xShmUnmap = ShmUnmap,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

FaultVfs* Owner(sqlite3_vfs* vfs) { return static_cast<FaultVfs*>(vfs->pAppData); }

int Open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out_flags) {
  file->pMethods = nullptr;
  if (const int code = Owner(vfs)->Operation(); code != SQLITE_OK) return code;
  if (Owner(vfs)->read_only() && (flags & SQLITE_OPEN_READWRITE) != 0) {
    flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
  }
  File* mine = Of(file);
  const int code = System()->xOpen(System(), path, mine->real(), flags, out_flags);
  if (code != SQLITE_OK) return code;
  mine->vfs = Owner(vfs);
  mine->path = new std::string(path == nullptr ? "" : path);
  file->pMethods = &kMethods;
  if (path != nullptr && !mine->vfs->Knows(*mine->path)) RememberContent(mine);
  return SQLITE_OK;
}

int Delete(sqlite3_vfs* vfs, const char* path, int) {
  if (const int code = Owner(vfs)->Operation(); code != SQLITE_OK) return code;
  Owner(vfs)->Forget(path);
  return System()->xDelete(System(), path, 0);
}

int Access(sqlite3_vfs*, const char* path, int flags, int* out) {
  return System()->xAccess(System(), path, flags, out);
}
int FullPathname(sqlite3_vfs*, const char* path, int size, char* out) {
  return System()->xFullPathname(System(), path, size, out);
}
int Randomness(sqlite3_vfs*, int size, char* out) { return System()->xRandomness(System(), size, out); }
int SleepFor(sqlite3_vfs*, int us) { return System()->xSleep(System(), us); }
int CurrentTime(sqlite3_vfs*, double* out) { return System()->xCurrentTime(System(), out); }
int LastError(sqlite3_vfs*, int size, char* out) { return System()->xGetLastError(System(), size, out); }

}  // namespace

struct FaultVfs::Registration {
  sqlite3_vfs vfs{};
};

FaultVfs::FaultVfs() : registration_(std::make_unique<Registration>()) {
  static std::atomic<int> number = 0;
  name_ = "fault-" + std::to_string(++number);
  sqlite3_vfs& vfs = registration_->vfs;
  vfs.iVersion = 1;
  vfs.szOsFile = static_cast<int>(sizeof(File)) + System()->szOsFile;
  vfs.mxPathname = System()->mxPathname;
  vfs.zName = name_.c_str();
  vfs.pAppData = this;
  vfs.xOpen = Open;
  vfs.xDelete = Delete;
  vfs.xAccess = Access;
  vfs.xFullPathname = FullPathname;
  vfs.xRandomness = Randomness;
  vfs.xSleep = SleepFor;
  vfs.xCurrentTime = CurrentTime;
  vfs.xGetLastError = LastError;
  sqlite3_vfs_register(&vfs, 0);
}

FaultVfs::~FaultVfs() { sqlite3_vfs_unregister(&registration_->vfs); }

void FaultVfs::FailAt(std::int64_t n, int code, Then then) {
  left_ = n;
  code_ = code;
  then_ = then;
  tripped_ = false;
}

int FaultVfs::Operation() {
  if (tripped_ && then_ == Then::kStaysBroken) return code_;
  if (left_ == 0 || --left_ > 0) return SQLITE_OK;
  tripped_ = true;
  return code_;
}

void FaultVfs::LoseUnsynced() {
  for (const auto& [path, content] : synced_) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
  }
}

}  // namespace forge
