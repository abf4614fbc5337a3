#include "agent/home/small_tree.h"

#include <cstdint>

#include "os/files/files.h"

namespace forge {
namespace {

constexpr int kMostSmallFiles = 64;
constexpr std::int64_t kMostBytes = std::int64_t{512} << 10;

// What may still be copied.
struct Allowance {
  int files = kMostSmallFiles;
  std::int64_t bytes = kMostBytes;
};

Result<bool> Fits(const std::string& directory, Allowance& left) {
  for (const std::string& name : TRY(ListDirectory(directory))) {
    const std::string path = JoinPath(directory, name);
    if (--left.files < 0) return false;
    switch (TRY(LookAtPath(path, false))) {
      case PathKind::kFile: left.bytes -= FileSize(path).value_or(0); break;
      case PathKind::kDirectory:
        if (!TRY(Fits(path, left))) return false;
        break;
      case PathKind::kLink:
      case PathKind::kOther: return false;  // a link may lead beside it
      case PathKind::kNothing: break;
    }
    if (left.bytes < 0) return false;
  }
  return true;
}

}  // namespace

Status CopyTree(const std::string& from, const std::string& to) {
  const PathKind kind = TRY(LookAtPath(from, false));
  if (kind == PathKind::kFile) return CopyPath(from, to);
  if (kind != PathKind::kDirectory) return {};
  TRY(MakeDirectories(to));
  for (const std::string& name : TRY(ListDirectory(from))) TRY(CopyTree(JoinPath(from, name), JoinPath(to, name)));
  return {};
}

Result<bool> CopyIfSmall(const std::string& from, const std::string& to) {
  Allowance left;
  if (!TRY(Fits(from, left))) return false;
  TRY(CopyTree(TRY(RealPath(from)), to));
  return true;
}

}  // namespace forge
