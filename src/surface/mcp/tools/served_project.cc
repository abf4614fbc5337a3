#include "surface/mcp/tools/served_project.h"

#include <optional>
#include <utility>

#include "base/strings.h"
#include "model/json.h"

namespace forge::mcp {
namespace {

constexpr const char* kRootsKey = "forge_roots";

std::optional<int> HexValue(char c) {
  if (IsDigit(c)) return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? std::optional(lower - 'a' + 10) : std::nullopt;
}

bool LiesIn(const std::string& path, const std::string& directory) {
  return path == directory || directory == "/" || path.starts_with(directory + "/");
}

std::vector<std::string> DirectoriesOf(const Json& roots) {
  std::vector<std::string> directories;
  for (const Json& root : roots.AsArray()) {
    std::string directory = DirectoryOfUri(root["uri"].AsString());
    if (!directory.empty()) directories.push_back(std::move(directory));
  }
  return directories;
}

}  // namespace

std::string DirectoryOfUri(std::string_view uri) {
  constexpr std::string_view kFile = "file://";
  if (!uri.starts_with(kFile)) return "";
  uri.remove_prefix(kFile.size());
  if (uri.starts_with("localhost/")) uri.remove_prefix(std::string_view("localhost").size());
  if (!uri.starts_with('/')) return "";  // of another machine
  std::string path;
  for (std::size_t at = 0; at < uri.size(); ++at) {
    const auto high = uri[at] == '%' && at + 2 < uri.size() ? HexValue(uri[at + 1]) : std::nullopt;
    const auto low = high ? HexValue(uri[at + 2]) : std::nullopt;
    path += low ? static_cast<char>(*high * 16 + *low) : uri[at];
    if (low) at += 2;
  }
  if (path.find('\0') != std::string::npos) return "";
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

Project ChooseProject(const Project& working, const std::vector<std::string>& roots) {
  std::vector<Project> found;
  for (const std::string& root : roots) {
    auto project = ProjectAt(root);
    if (!project) continue;  // a root that is not there; the others may be
    // A root may be a directory of the project that we were started in, or hold several repositories.
    if (project->root == working.root || (working.is_git && LiesIn(working.root, root))) return working;
    found.push_back(*std::move(project));
  }
  return found.empty() ? working : found.front();
}

Project ServedProject::Get() const {
  const std::scoped_lock lock(mutex_);
  return project_;
}

bool ServedProject::is_known() const {
  const std::scoped_lock lock(mutex_);
  return state_ == State::kKnown;
}

void ServedProject::Take(const std::vector<std::string>& roots) {
  project_ = ChooseProject(project_, roots);
  state_ = State::kKnown;
  known_.notify_all();
}

Rpc<bool> ServedProject::Settle(Call& call) {
  {
    std::unique_lock lock(mutex_);
    // A call that was cancelled meanwhile is not answered: it may go on with any project.
    known_.wait(lock, call.stop(), [this] { return state_ != State::kAsking; });
    if (state_ == State::kKnown || call.cancelled()) return true;
    if (!call.CanAsk("roots/list")) {
      Take({});
      return true;
    }
    state_ = State::kAsking;
  }
  auto answers = call.Ask({{kRootsKey, "roots/list", Json::MakeObject()}});
  const std::scoped_lock lock(mutex_);
  if (answers ? !*answers : call.cancelled()) {
    state_ = State::kOpen;
    known_.notify_all();
    return !answers;
  }
  // A client that refuses or does not answer leaves it to the working directory.
  Take(answers ? DirectoriesOf((**answers)[kRootsKey]["roots"]) : std::vector<std::string>());
  return true;
}

}  // namespace forge::mcp
