#include "os/files/state_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>
#include <system_error>

#include "os/fault.h"

namespace forge {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStatePart = "/.forge/state/";
constexpr mode_t kOfOthers = S_IRWXG | S_IRWXO;

bool IsOpenToOthers(const std::string& path) {
  struct stat status{};
  return sys::LookAt(AT_FDCWD, path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         (status.st_mode & kOfOthers) != 0;
}

// A link is left alone: what it names may be the user's.
void CloseToOthers(const std::string& path) {
  constexpr auto kOthers = fs::perms::group_all | fs::perms::others_all;
  std::error_code ignored;  // a file system without permissions, a file of another user, one that has gone
  fs::permissions(path, kOthers, fs::perm_options::remove, ignored);
}

}  // namespace

mode_t NewFileMode(std::string_view path) { return KeptFileMode(path, 0666); }

mode_t KeptFileMode(std::string_view path, mode_t mode) {
  return path.find(kStatePart) == std::string_view::npos ? mode : mode & ~kOfOthers;
}

void MakeEmptyPrivateFile(const std::string& path) { (void)::mknod(path.c_str(), S_IFREG | S_IRUSR | S_IWUSR, 0); }

void TightenStateFiles(const std::string& directory, const std::string& witness) {
  if (!IsOpenToOthers(witness)) return;
  std::error_code error;
  constexpr auto kHow = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(directory, kHow, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;  // it has gone meanwhile
    const bool is_file = !at->is_symlink(ignored) && at->is_regular_file(ignored);
    if (is_file && at->path() != witness) CloseToOthers(at->path());
  }
  if (!error) CloseToOthers(witness);
}

}  // namespace forge
