#include "service/unit/unit_sandbox.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"

namespace forge {
namespace {

std::string ValueOf(const Machine& machine, const std::string& name) {
  auto it = machine.environment.find(name);
  return it == machine.environment.end() ? "" : it->second;
}

// What compilers, package managers and git need to read of a home directory. The rest may be secret, until a setting
// says otherwise.
std::vector<std::string> ToolsInHome(const std::string& home) {
  std::vector<std::string> places;
  for (const char* name : {".asdf",
                           ".bun",
                           ".cache",
                           ".cargo",
                           ".config/git",
                           ".deno",
                           ".fnm",
                           ".gitconfig",
                           ".gitignore",
                           ".go",
                           ".gradle",
                           ".local/bin",
                           ".local/lib",
                           ".local/share/fnm",
                           ".local/share/mise",
                           ".local/share/pnpm",
                           ".local/share/uv",
                           ".m2",
                           ".nix-profile",
                           ".npm",
                           ".nvm",
                           ".pyenv",
                           ".rbenv",
                           ".rustup",
                           ".sdkman",
                           ".volta",
                           "go"}) {
    places.push_back(JoinPath(home, name));
  }
  return places;
}

// Logins, and what leads to a program outside that does what it is told: the daemons of git's credentials
// (`.cache/git`), of input methods and of Gradle.
std::vector<std::string> SecretsAmongTools(const std::string& home) {
  std::vector<std::string> places;
  for (const char* name :
       {".cache/forge", ".cache/git", ".cache/huggingface/stored_tokens", ".cache/huggingface/token", ".cache/ibus",
        ".cargo/credentials", ".cargo/credentials.toml", ".config/git/credentials", ".gradle/daemon",
        ".gradle/gradle.properties", ".local/share/uv/credentials", ".m2/settings-security.xml", ".m2/settings.xml"}) {
    places.push_back(JoinPath(home, name));
  }
  return places;
}

// Sockets and files through which a process that may only read could have another process write.
std::vector<std::string> AlwaysHidden() {
  return {"/proc/kcore", "/run/docker.sock", "/run/containerd",      "/run/podman",
          "/run/dbus",   "/run/user",        "/run/systemd/private", "/nix/var/nix/daemon-socket"};
}

// The repository of a checkout that is a linked worktree itself; empty for any other.
std::string RepositoryOf(const std::string& root) {
  const std::string link = JoinPath(root, ".git");
  auto text = IsRegularFile(link) ? ReadFile(link, 4096) : Result<std::string>(std::string());
  if (!text || !text->starts_with("gitdir:")) return "";
  const std::string own = JoinPath(root, Trim(text->substr(7)));
  return DirName(DirName(own));
}

void AddAll(std::vector<std::string>& to, std::vector<std::string> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Asked once: it starts a process.
const SandboxPowers& Powers() {
  static const SandboxPowers powers = FindSandboxPowers();
  return powers;
}

Result<std::optional<SandboxKind>> KindFor(const std::string& mode) {
  const SandboxPowers& powers = Powers();
  if (mode == "off" || mode.empty()) return std::nullopt;
  if (mode == "bwrap") {
    if (!powers.bwrap.empty()) return SandboxKind::kBwrap;
    return Fail(Code::kUnavailable, "the setting sandbox is `bwrap`, and that program is not installed",
                "install bubblewrap, or set sandbox to \"auto\"");
  }
  if (powers.refuses_writes()) return SandboxKind::kKernel;
  if (mode == "auto") return powers.bwrap.empty() ? std::nullopt : std::optional(SandboxKind::kBwrap);
  return Fail(Code::kUnavailable, "the setting sandbox is `landlock`, and this kernel has none",
              "set sandbox to \"bwrap\" or \"off\"");
}

}  // namespace

std::vector<std::string> PlansIn(const Project& project, const std::string& workspace) {
  std::vector<std::string> places = {JoinPath(project.forge, "plans")};
  // A worktree is of the whole repository, and the project may be a directory below its top.
  const std::string& top = project.top.empty() ? project.root : project.top;
  const std::string below = project.root == top ? "" : project.root.substr(top.size() + 1) + "/";
  for (const std::string& prefix : std::vector<std::string>{"", below}) {
    const std::string place = JoinPath(workspace, prefix + ".forge/plans");
    const bool known = std::ranges::find(places, place) != places.end();
    if (!known && IsDirectory(place)) places.push_back(place);
  }
  return places;
}

Result<std::optional<Sandbox>> UnitSandbox(const SandboxWish& wish, const SandboxPlaces& places, const Machine& machine,
                                           const Project& project, const RuntimeNeeds& needs) {
  const std::optional<SandboxKind> kind = TRY(KindFor(wish.mode));
  if (!kind) return std::nullopt;
  const std::string home = ValueOf(machine, "HOME");
  Sandbox sandbox;
  sandbox.kind = *kind;
  // `forge doctor` names a kernel that cannot. With another mode than auto it is an error when a process starts.
  const bool can_cut = *kind == SandboxKind::kBwrap || Powers().refuses_network();
  sandbox.network = places.network || (wish.mode == "auto" && !can_cut);
  sandbox.read = SystemPaths();
  // A process asks the machine for names by a socket there.
  if (!sandbox.network) std::erase(sandbox.read, "/run/systemd/resolve");
  // The checkout without Forge's own files: agents read what a worktree links to, and git its objects. Never written:
  // the user's next git command would run a hook or a setting that an agent has written there.
  std::vector<std::string> readable = ToolsInHome(home);
  readable.push_back(project.root);
  const std::string& top = project.top.empty() ? project.root : project.top;
  if (top != project.root) readable.push_back(JoinPath(top, ".git"));
  readable.push_back(RepositoryOf(top));
  for (std::string_view entry : Split(ValueOf(machine, "PATH"), ':')) readable.emplace_back(entry);
  // Among them the homes of other units, with the logins that are lent to them.
  std::vector<std::string> own = {project.state, places.worktrees, machine.data_directory, machine.config_directory,
                                  machine.homes_directory()};
  AddAll(own, places.sealed);
  std::vector<std::string> hidden = SecretsAmongTools(home);
  AddAll(hidden, own);
  // A PATH entry that is the home, or above it, would open all of it.
  std::erase_if(readable, [&](const std::string& path) {
    return path.empty() || !path.starts_with('/') || path == "/" || path == home ||
           (home + "/").starts_with(path + "/");
  });
  AddAll(sandbox.read, AllBut(readable, hidden));
  sandbox.read.push_back(places.workspace);
  AddAll(sandbox.read, wish.read);
  AddAll(sandbox.read, needs.read);
  sandbox.write.push_back(places.temp);
  sandbox.shared_memory = places.temp;
  if (places.may_write) {
    sandbox.write.push_back(places.workspace);
    AddAll(sandbox.write, wish.write);
    // Where the user's own checkout is the workspace: git would run what is written there, outside of this sandbox, and
    // the settings say what the next one allows.
    sandbox.read_only = {JoinPath(top, ".git"), project.forge};
  }
  // A setting, the directory of an agent program or the user's own checkout may be above Forge's own files.
  sandbox.hidden = AlwaysHidden();
  AddAll(sandbox.hidden, own);
  AddAll(sandbox.hidden, machine.hidden);
  // Landlock cannot let a process list a directory and not what is in it: of the store it shows the names of files.
  const auto is_inside = [&](const std::string& path) { return path.starts_with(places.workspace + "/"); };
  if (std::ranges::any_of(own, is_inside)) sandbox.listed.push_back(places.workspace);
  return sandbox;
}

SandboxReport ReportSandbox(const std::string& mode) {
  if (mode == "off") {
    return {false, "off: agents and verify commands may touch whatever you may", "forge config set sandbox auto"};
  }
  const auto kind = KindFor(mode);
  if (!kind) return {false, kind.error().message, kind.error().hint};
  const std::string powers = DescribeSandbox(FindSandboxPowers());
  if (!*kind) return {false, powers, "install bubblewrap; Linux 5.13 or newer has Landlock"};
  return {true, **kind == SandboxKind::kBwrap ? "bubblewrap, as set" : powers, ""};
}

}  // namespace forge
