#include "os/process/find_program.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"

namespace forge {
namespace {

constexpr std::string_view kDefaultPath = "/usr/local/bin:/usr/bin:/bin";

}  // namespace

bool IsProgram(const std::string& file, const std::string& cwd) {
  std::string path = cwd.empty() ? file : JoinPath(cwd, file);
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<std::string> FindProgramOn(std::string_view path, std::string_view name, const std::string& cwd) {
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string_view::npos) {
    std::string file(name);
    return IsProgram(file, cwd) ? std::optional(file) : std::nullopt;
  }
  for (std::string_view directory : Split(path, ':')) {
    std::string file = JoinPath(directory.empty() ? "." : directory, name);
    if (IsProgram(file, cwd)) return file;
  }
  return std::nullopt;
}

std::optional<std::string> FindProgram(std::string_view name) {
  const char* path = std::getenv("PATH");
  return FindProgramOn(path != nullptr ? path : kDefaultPath, name, "");
}

std::optional<std::string> FindProgram(std::string_view name, std::string_view path) {
  return FindProgramOn(path.empty() ? kDefaultPath : path, name, "");
}

}  // namespace forge
