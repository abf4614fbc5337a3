#include "os/sandbox.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

std::string Real(const std::string& path) { return RealPath(path).value_or(path); }

// What cannot be reached needs no grant, and bubblewrap would fail on it.
bool IsSeen(const std::string& path) {
  return LookAtPath(path, false).value_or(PathKind::kNothing) != PathKind::kNothing;
}

std::optional<std::string> FindReal(const std::string& path) {
  return IsSeen(path) ? std::optional(Real(path)) : std::nullopt;
}

// Places of the system, of which a sandbox names hundreds: none where a unit works, and none that Forge moves.
bool IsOfSystem(std::string_view path) {
  constexpr std::string_view kTops[] = {"/bin", "/etc",  "/lib",  "/lib32", "/lib64", "/libx32",
                                        "/nix", "/proc", "/sbin", "/sys",   "/usr"};
  return std::ranges::find(kTops, path.substr(0, path.find('/', 1))) != std::ranges::end(kTops);
}

// As FindReal, for what may be read: of the system's places it may be some seconds old.
std::optional<std::string> RecallReal(const std::string& path) {
  if (!IsOfSystem(path)) return FindReal(path);
  using Clock = std::chrono::steady_clock;
  static std::mutex mutex;
  static std::unordered_map<std::string, std::optional<std::string>> known;
  static Clock::time_point made;
  const std::lock_guard lock(mutex);
  if (Clock::now() - made > kSandboxFresh) {
    known.clear();
    made = Clock::now();
  }
  const auto entry = known.find(path);
  return entry != known.end() ? entry->second : known.emplace(path, FindReal(path)).first->second;
}

std::vector<std::string> AllReal(const std::vector<std::string>& places,
                                 std::optional<std::string> (*find)(const std::string&)) {
  std::vector<std::string> real;
  for (const std::string& path : places) {
    if (auto found = find(path)) real.push_back(*std::move(found));
  }
  return real;
}

// All given as real paths. Follows no links.
void AddAllBut(const std::string& path, const std::vector<std::string>& hidden, std::vector<std::string>& out,
               ListedDirectories& listed) {
  bool holds_hidden = false;
  for (const std::string& place : hidden) {
    if (IsAtOrBelow(path, place)) return;
    holds_hidden = holds_hidden || IsAtOrBelow(place, path);
  }
  if (!holds_hidden) {
    out.push_back(path);
    return;
  }
  listed.Add(path);
  auto names = ListDirectory(path);
  if (!names) return;
  // A link grants nothing: its target may be hidden, above what is, or a place that is not named.
  for (const std::string& name : *names) {
    const std::string child = JoinPath(path, name);
    const auto kind = LookAtPath(child, false);
    if (kind && *kind != PathKind::kLink) AddAllBut(child, hidden, out, listed);
  }
}

std::vector<std::string> FindAllBut(const std::vector<std::string>& roots, const std::vector<std::string>& hidden,
                                    ListedDirectories& listed) {
  std::vector<std::string> real_hidden, out;
  for (const std::string& path : hidden) real_hidden.push_back(Real(path));
  for (const std::string& root : roots) {
    if (IsSeen(root)) AddAllBut(Real(root), real_hidden, out, listed);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

std::vector<std::string> AllBut(const std::vector<std::string>& roots, const std::vector<std::string>& hidden) {
  // Hundreds of units in a second ask the same.
  using Clock = std::chrono::steady_clock;
  struct Known {
    std::vector<std::string> roots, hidden, found;
    ListedDirectories listed;
    Clock::time_point made;
  };
  static std::mutex mutex;
  static std::vector<Known> known;
  const auto now = Clock::now();
  const auto same = [&](const Known& entry) { return entry.roots == roots && entry.hidden == hidden; };
  {
    const std::lock_guard lock(mutex);
    std::erase_if(known, [&](const Known& entry) { return now - entry.made > kSandboxFresh; });
    const auto entry = std::ranges::find_if(known, same);
    if (entry != known.end() && entry->listed.Unchanged()) return entry->found;
  }
  ListedDirectories listed;
  std::vector<std::string> found = FindAllBut(roots, hidden, listed);
  const std::lock_guard lock(mutex);
  std::erase_if(known, same);
  known.push_back({roots, hidden, found, std::move(listed), now});
  return found;
}

std::string ProgramPlace(const std::string& program) {
  const std::string directory = Real(DirName(program));
  std::vector<std::string> shared = {"/tmp", "/var/tmp", "/dev/shm"};
  for (const char* name : {"HOME", "TMPDIR"}) {
    if (const char* value = std::getenv(name); value != nullptr && *value == '/') shared.emplace_back(Real(value));
  }
  const bool holds_others = std::ranges::any_of(shared, [&](const auto& path) { return IsAtOrBelow(path, directory); });
  return holds_others ? program : directory;
}

SandboxReach FindReach(const Sandbox& sandbox, bool mounts) {
  const std::vector<std::string> read = AllReal(sandbox.read, RecallReal), write = AllReal(sandbox.write, FindReal);
  std::vector<std::string> cut;
  SandboxReach reach;
  for (const std::string& real : AllReal(sandbox.hidden, FindReal)) {
    const auto is_below = [&](const std::string& place) { return IsAtOrBelow(place, real); };
    const bool holds_named = std::ranges::any_of(read, is_below) || std::ranges::any_of(write, is_below);
    if (mounts && !holds_named) {
      reach.masked.push_back(real);
    } else if (!IsAtOrBelow(real, "/proc")) {  // its children come and go
      cut.push_back(real);
    }
  }
  for (const std::string& real : AllReal(sandbox.read_only, FindReal)) {
    const auto is_below = [&](const std::string& place) { return IsAtOrBelow(place, real); };
    const auto is_above = [&](const std::string& place) { return IsAtOrBelow(real, place); };
    if (std::ranges::any_of(write, is_above) && std::ranges::none_of(write, is_below)) reach.frozen.push_back(real);
  }
  for (const std::string& real : read) {
    std::vector<std::string> below;
    for (const std::string& hidden : cut) {
      if (hidden != real && IsAtOrBelow(hidden, real)) below.push_back(hidden);
    }
    AddAllBut(real, below, reach.read, reach.listed);
  }
  if (mounts) {
    std::vector<std::string> places = reach.read, named = sandbox.read;
    places.insert(places.end(), write.begin(), write.end());
    const auto listed = AllReal(sandbox.listed, FindReal);
    places.insert(places.end(), listed.begin(), listed.end());
    named.insert(named.end(), sandbox.write.begin(), sandbox.write.end());
    reach.covers = FindCovers(places, named);
  }
  return reach;
}

std::vector<std::string> SystemPaths() {
  std::vector<std::string> paths = AllBut(
      {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/snap", "/var/lib/dpkg",
       "/run/systemd/resolve", "/run/resolvconf", "/run/current-system"},
      {"/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers", "/etc/sudoers.d",
       "/etc/ssl/private", "/etc/ssh", "/etc/NetworkManager/system-connections", "/etc/docker", "/etc/kubernetes"});
  for (const char* path : {"/proc", "/sys", "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}) {
    paths.emplace_back(path);
  }
  return paths;
}

bool LeadsToSocketOutside(const Sandbox& sandbox, std::string_view variable) {
  constexpr std::string_view kNames[] = {"CONTAINER_HOST",
                                         "DBUS_SESSION_BUS_ADDRESS",
                                         "DBUS_STARTER_ADDRESS",
                                         "DBUS_SYSTEM_BUS_ADDRESS",
                                         "DOCKER_HOST",
                                         "GNOME_KEYRING_CONTROL",
                                         "GPG_AGENT_INFO",
                                         "NIX_REMOTE",
                                         "PODMAN_HOST",
                                         "PULSE_SERVER",
                                         "SSH_AGENT_PID",
                                         "SSH_AUTH_SOCK",
                                         "STY",
                                         "TMUX",
                                         "TMUX_PANE",
                                         "VSCODE_IPC_HOOK",
                                         "VSCODE_IPC_HOOK_CLI",
                                         "XDG_RUNTIME_DIR"};
  const std::size_t equals = variable.find('=');
  if (equals == std::string_view::npos || std::ranges::find(kNames, variable.substr(0, equals)) == std::end(kNames)) {
    return false;
  }
  std::string_view value = variable.substr(equals + 1);
  if (const std::size_t scheme = value.find("://"); scheme != std::string_view::npos) {
    if (!value.starts_with("unix")) return false;  // a machine of the network
    value.remove_prefix(scheme + 2);
  }
  const std::size_t begin = std::min(value.find('/'), value.size());
  const std::string_view path = value.substr(begin, value.find_first_of(",;:", begin) - begin);
  const auto opens = [&](const std::string& place) { return IsAtOrBelow(path, place); };
  return path.empty() || (std::ranges::none_of(sandbox.read, opens) && std::ranges::none_of(sandbox.write, opens));
}

std::string DescribeSandbox(const SandboxPowers& powers) {
  if (powers.landlock == 0) {
    return powers.bwrap.empty() ? "nothing: this kernel has no Landlock, and bubblewrap is not installed"
                                : fmt::format("bubblewrap only ({}): this kernel has no Landlock", powers.bwrap);
  }
  std::string text = fmt::format("Landlock {}", powers.landlock);
  text += powers.mounts ? ", read-only mounts that hide the sockets of other programs"
                        : ", no mounts of its own: modes and times of files elsewhere can change, and what "
                          "writes in your checkout reaches the store, .git and .forge";
  if (powers.network_namespace) {
    text += ", network off where a role says so";
  } else {
    text += powers.landlock >= 4 ? ", TCP off where a role says so" : ", no way to take the network away";
  }
  if (!powers.call_filter) {
    text += "; no filter of system calls (seccomp): limits and priorities of your other processes can change";
    if (!powers.mounts) text += ", and sockets of your other programs stay in reach";
  } else if (!powers.mounts) {
    text +=
        "; no Unix sockets at all, no SysV shared memory and no /dev/shm, because nothing keeps those of other "
        "programs apart";
  }
  if (powers.landlock < 6) text += "; abstract sockets and signals of your own processes stay in reach";
  if (!powers.bwrap.empty()) text += fmt::format("; bubblewrap at {}", powers.bwrap);
  return text;
}

std::vector<std::string> BwrapLine(const std::string& bwrap, const Sandbox& sandbox, const std::string& cwd,
                                   const std::vector<std::string>& argv) {
  // Started by root, bubblewrap would leave root's powers to its child; and root's files in /proc need no power to
  // write.
  std::vector<std::string> line = {bwrap, "--die-with-parent", "--new-session", "--unshare-pid", "--unshare-ipc"};
  line.insert(line.end(), {"--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev"});
  for (const char* path : {"/proc/sys", "/proc/sysrq-trigger"}) line.insert(line.end(), {"--ro-bind-try", path, path});
  if (!sandbox.network) line.emplace_back("--unshare-net");
  // Places are named by their real paths; programs name the loader and the shell by these links.
  for (const char* name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    if (auto real = RealPath(name); real && *real != name) line.insert(line.end(), {"--symlink", *real, name});
  }
  std::vector<std::pair<std::string, bool>> places;
  const SandboxReach reach = FindReach(sandbox, true);
  for (const std::string& path : reach.read) places.emplace_back(path, false);
  for (const std::string& path : sandbox.write) places.emplace_back(path, true);
  // A later mount covers an earlier one: a directory comes before what it holds.
  std::stable_sort(places.begin(), places.end());
  for (const auto& [path, writes] : places) {
    if (IsAtOrBelow(path, "/proc") || IsAtOrBelow(path, "/dev")) continue;
    line.insert(line.end(), {writes ? "--bind-try" : "--ro-bind-try", path, path});
  }
  for (const std::string& path : reach.frozen) line.insert(line.end(), {"--ro-bind", path, path});
  for (const std::string& path : reach.masked) {
    if (IsAtOrBelow(path, "/proc")) continue;
    if (IsDirectory(path)) {
      line.insert(line.end(), {"--tmpfs", path, "--remount-ro", path});
    } else {
      line.insert(line.end(), {"--ro-bind", "/dev/null", path});
    }
  }
  // bubblewrap makes the directories that hold these places; they must not be written either.
  line.insert(line.end(), {"--remount-ro", "/"});
  if (!cwd.empty()) line.insert(line.end(), {"--chdir", RealPath(cwd).value_or(cwd)});
  line.emplace_back("--");
  line.insert(line.end(), argv.begin(), argv.end());
  return line;
}

}  // namespace forge
