#include "os/files/path_names.h"

#include <fmt/format.h>

namespace forge {
namespace {

std::string_view WithoutLastSlashes(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path;
}

}  // namespace

std::string JoinPath(std::string_view a, std::string_view b) {
  if (a.empty() || b.starts_with('/')) return std::string(b);
  if (b.empty()) return std::string(a);
  return fmt::format("{}{}{}", a, a.ends_with('/') ? "" : "/", b);
}

std::string DirName(std::string_view path) {
  path = WithoutLastSlashes(path);
  std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return std::string(WithoutLastSlashes(path.substr(0, slash + 1)));
}

std::string BaseName(std::string_view path) {
  path = WithoutLastSlashes(path);
  std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos || path.size() == 1) return std::string(path);
  return std::string(path.substr(slash + 1));
}

bool IsAtOrBelow(std::string_view path, std::string_view top) {
  if (top == "/") return true;
  return path.starts_with(top) && (path.size() == top.size() || path[top.size()] == '/');
}

}  // namespace forge
