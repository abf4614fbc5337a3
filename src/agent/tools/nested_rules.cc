#include "agent/tools/nested_rules.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "agent/prompt_parts.h"
#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

constexpr std::size_t kMostShown = std::size_t{12} * 1024;  // in a unit
constexpr std::size_t kMostOfFile = std::size_t{4} * 1024;
constexpr std::size_t kMostDirectories = 16;

// Without `.` and empty parts; empty for a path that leads out, or into what is git's or Forge's.
std::string PlainPath(const std::string& path) {
  std::vector<std::string> parts;
  for (std::string_view part : Split(path, '/')) {
    if (IsOneOf(part, {"..", ".git", ".forge"})) return "";
    if (!part.empty() && part != ".") parts.emplace_back(part);
  }
  return Join(parts, "/");
}

// A file that only points to another one: `@AGENTS.md`.
bool PointsElsewhere(std::string_view text) {
  return text.starts_with("@") && text.find('\n') == std::string_view::npos;
}

// The whole lines of its beginning.
std::string BeginningOf(const std::string& text, std::size_t most) {
  const std::size_t end = text.substr(0, most).rfind('\n');
  return end == std::string::npos ? "" : text.substr(0, end + 1);
}

}  // namespace

NestedRules::NestedRules(std::string root, std::string prompt)
    : root_(std::move(root)), prompt_(std::move(prompt)), left_(kMostShown) {}

void NestedRules::Forget() {
  directories_.clear();
  texts_.clear();
  left_ = kMostShown;
}

// Empty: there is nothing to show.
std::string NestedRules::Read(const std::string& name) {
  const std::string path = JoinPath(root_, name);
  // A link that leads out of the repository is no rule of it.
  const auto real = RealPath(path);
  const auto root = RealPath(root_);
  if (!real || !root || !real->starts_with(*root + "/") || !IsRegularFile(path)) return "";
  const auto head = ReadFileHead(path, kMostOfFile + 1);
  if (!head) return "";
  std::string text(Trim(ValidUtf8(*head)));
  if (text.empty() || PointsElsewhere(text) || prompt_.find(text) != std::string::npos) return "";
  if (!texts_.insert(text).second) return "";
  const std::size_t most = std::min(kMostOfFile, left_);
  if (text.size() > most)
    text = BeginningOf(text, most) + fmt::format("(cut here: read the rest of {} yourself)", name);
  left_ -= std::min(left_, text.size());
  return text;
}

std::string NestedRules::ForFile(const std::string& path) {
  std::string shown;
  const std::string plain = PlainPath(path);
  std::string directory = plain;
  for (std::size_t depth = 0; depth < kMostDirectories; ++depth) {
    const std::size_t slash = directory.rfind('/');
    if (slash == std::string::npos) break;
    directory.resize(slash);
    if (!directories_.insert(directory).second) continue;
    for (const char* file : {"AGENTS.md", "CLAUDE.md"}) {
      const std::string name = directory + "/" + file;
      if (name == plain) continue;  // the model has just read or written it
      const std::string text = Read(name);
      if (text.empty()) continue;
      const std::string lead = fmt::format(
          "From the program that runs you: these are the project's rules for files in {}. Keep to them; the rules of a "
          "directory further down count more. {}",
          directory, name);
      shown += "\n\n" + Fenced({name, text + "\n", lead});
    }
  }
  return shown;
}

}  // namespace forge
