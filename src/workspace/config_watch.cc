#include "workspace/config_watch.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "os/system.h"
#include "workspace/drivers.h"

namespace forge {
namespace {

constexpr std::string_view kFileOrigin = "file:";

bool NamesInclude(std::string_view key) {
  return (key.starts_with("include.") || key.starts_with("includeif.")) && key.ends_with(".path");
}

Result<std::optional<std::map<std::string, std::optional<FileVersion>>>> VersionsOf(
    const std::optional<std::vector<std::string>>& places) {
  if (!places) return std::nullopt;
  std::map<std::string, std::optional<FileVersion>> versions;
  for (const std::string& place : *places) versions[place] = TRY(VersionOf(place));
  return versions;
}

}  // namespace

std::optional<std::vector<std::string>> ConfigFilesIn(const std::string& list, const std::string& directory,
                                                      const std::string& home) {
  std::vector<std::string> files;
  const std::vector<std::string> fields = NulFields(list);  // origin, "key\nvalue"
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
    if (!fields[i].starts_with(kFileOrigin)) continue;  // the command line: ours
    std::string origin = fields[i].substr(kFileOrigin.size());
    if (!origin.starts_with('/')) origin = JoinPath(directory, origin);
    if (std::ranges::find(files, origin) == files.end()) files.push_back(origin);
    const std::string& entry = fields[i + 1];
    const std::size_t line = entry.find('\n');
    if (line == std::string::npos || !NamesInclude(std::string_view(entry).substr(0, line))) continue;
    const std::string path = entry.substr(line + 1);
    if (path.starts_with('/')) {
      files.push_back(path);
    } else if (path.starts_with("~/") && !home.empty()) {
      files.push_back(JoinPath(home, path.substr(2)));
    } else if (path.starts_with('~') || path.starts_with('%') || path.empty()) {
      return std::nullopt;
    } else {
      files.push_back(JoinPath(DirName(origin), path));
    }
  }
  return files;
}

bool ConfigWatch::IsFresh() const {
  if (!drivers_ || seen_.empty()) return false;
  return std::ranges::all_of(seen_, [](const auto& place) {
    const auto now = VersionOf(place.first);
    return now && *now == place.second;
  });
}

// Places that git reads where they exist. They do not depend on the configuration.
std::optional<std::vector<std::string>> ConfigWatch::FixedPlaces() {
  if (fixed_) return fixed_;
  const auto program = git_.Line({"--exec-path"});
  const auto directories = git_.Run({"rev-parse", "--path-format=absolute", "--git-common-dir", "--absolute-git-dir"});
  if (!program || !directories) return std::nullopt;
  const auto lines = Lines(*directories);
  if (lines.size() != 2) return std::nullopt;
  std::vector<std::string> places = {JoinPath(lines[0], "config"), JoinPath(lines[0], "config.worktree"),
                                     JoinPath(lines[1], "config.worktree"),
                                     JoinPath(lines[1], "HEAD")};  // for `includeIf "onbranch:..."`
  if (const auto system = Environment("GIT_CONFIG_SYSTEM")) {
    places.push_back(*system);
  } else {
    places.emplace_back("/etc/gitconfig");
    for (std::string_view tail : {"/libexec/git-core", "/lib/git-core"}) {
      if (!program->ends_with(tail)) continue;
      places.push_back(program->substr(0, program->size() - tail.size()) + "/etc/gitconfig");
    }
  }
  const std::string home = Environment("HOME").value_or("");
  if (const auto global = Environment("GIT_CONFIG_GLOBAL")) {
    places.push_back(*global);
  } else {
    const auto xdg = Environment("XDG_CONFIG_HOME");
    const std::string config = xdg && !xdg->empty() ? *xdg : JoinPath(home, ".config");
    places.push_back(JoinPath(config, "git/config"));
    places.push_back(JoinPath(home, ".gitconfig"));
  }
  fixed_ = std::move(places);
  return fixed_;
}

std::optional<std::vector<std::string>> ConfigWatch::Places(const std::string& list) {
  auto places = FixedPlaces();
  const auto named = ConfigFilesIn(list, top_, Environment("HOME").value_or(""));
  if (!places || !named) return std::nullopt;
  places->insert(places->end(), named->begin(), named->end());
  return places;
}

Result<std::string> ConfigWatch::Drivers() {
  std::lock_guard guard(mutex_);
  if (IsFresh()) return *drivers_;
  drivers_.reset();
  seen_.clear();
  const std::vector<std::string> args = {"config", "--list", "--show-origin", "-z"};
  const std::string before = TRY(git_.Run(args));
  const auto places = Places(before);
  auto versions = TRY(VersionsOf(places));
  std::string drivers = TRY(ReadDrivers(git_));
  if (!versions) return drivers;
  // A file that changed while we read, or so recently that another change could have the same time, is read again.
  const bool is_settled =
      std::ranges::all_of(*versions, [&](const auto& place) { return !place.second || is_settled_(*place.second); });
  if (!is_settled || TRY(git_.Run(args)) != before || TRY(VersionsOf(places)) != versions) return drivers;
  seen_ = *std::move(versions);
  drivers_ = drivers;
  return drivers;
}

}  // namespace forge
