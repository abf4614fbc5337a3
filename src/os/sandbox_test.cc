#include "os/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/fault.h"
#include "os/fd.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

std::string Self() { return RealPath("/proc/self/exe").value(); }

// ---- The prisoner: this program again, inside, trying to get out.
// ----------------------------------------------------

struct Attempt {
  const char* name;
  std::function<bool()> escapes;  // true: it got out
};

bool Opens(const std::string& path, int flags) { return Fd(::open(path.c_str(), flags | O_CLOEXEC, 0600)).is_open(); }

bool OpensByHandle(const std::string& path, const std::string& mount) {
  alignas(file_handle) char room[sizeof(file_handle) + MAX_HANDLE_SZ] = {};
  auto* handle = reinterpret_cast<file_handle*>(room);
  handle->handle_bytes = MAX_HANDLE_SZ;
  int id = 0;
  if (::name_to_handle_at(AT_FDCWD, path.c_str(), handle, &id, 0) != 0) return false;
  Fd place(::open(mount.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return Fd(::open_by_handle_at(place.get(), handle, O_RDONLY | O_CLOEXEC)).is_open();
}

bool ConnectsTo(std::uint16_t port) {
  Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return ::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
}

socklen_t AbstractAddress(const std::string& name, sockaddr_un& address) {
  address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
}

bool ConnectsToAbstract(const std::string& name) {
  Fd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address;
  socklen_t size = AbstractAddress(name, address);
  return ::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), size) == 0;
}

// In a child of its own: what it changes of itself must not spoil the attempts after it.
bool InAChild(const std::function<bool()>& escapes) {
  // NOLINTNEXTLINE: the prisoner is alone in its process
  const long child = ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
  if (child == 0) ::_exit(escapes() ? 1 : 0);
  int status = 0;
  ::waitpid(static_cast<pid_t>(child), &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

std::vector<Attempt> Attempts(const std::string& base, pid_t parent) {
  const std::string work = base + "/workspace", other = base + "/other/file", store = base + "/store/forge.db";
  const std::string outside = base + "/outside", proc = "/proc/" + std::to_string(parent);
  auto c = [](const std::string& text) { return text.c_str(); };
  (void)WriteFileAtomic(work + "/mine", "mine");
  return {
      {"write into /etc", [=] { return Opens("/etc/forge-escape", O_WRONLY | O_CREAT); }},
      {"write a new file outside", [=] { return Opens(outside + "/new", O_WRONLY | O_CREAT); }},
      {"write another workspace's file", [=] { return Opens(other, O_WRONLY); }},
      {"read another workspace's file", [=] { return Opens(other, O_RDONLY); }},
      {"list another workspace", [=] { return Opens(base + "/other", O_RDONLY | O_DIRECTORY); }},
      {"read the store", [=] { return Opens(store, O_RDONLY); }},
      {"write the store", [=] { return Opens(store, O_RDWR); }},
      {"read another tool's credentials", [=] { return Opens(base + "/home/.ssh/id_key", O_RDONLY); }},
      {"write through a link",
       [=] { return ::symlink(c(other), c(work + "/a")) == 0 && Opens(work + "/a", O_WRONLY); }},
      {"read through a link", [=] { return ::symlink(c(store), c(work + "/b")) == 0 && Opens(work + "/b", O_RDONLY); }},
      {"read through a linked directory",
       [=] { return ::symlink(c(base), c(work + "/c")) == 0 && Opens(work + "/c/store/forge.db", O_RDONLY); }},
      {"hard link of a foreign file into the workspace", [=] { return ::link(c(other), c(work + "/d")) == 0; }},
      {"hard link of an own file to the outside", [=] { return ::link(c(work + "/mine"), c(outside + "/d")) == 0; }},
      {"read by ..", [=] { return Opens(work + "/../other/file", O_RDONLY); }},
      {"read by /proc/self/cwd/..", [=] { return Opens("/proc/self/cwd/../other/file", O_RDONLY); }},
      {"read by /proc/self/root", [=] { return Opens("/proc/self/root" + store, O_RDONLY); }},
      {"read by the parent's root", [=] { return Opens(proc + "/root" + store, O_RDONLY); }},
      {"read the parent's environment", [=] { return Opens(proc + "/environ", O_RDONLY); }},
      {"open the parent's memory", [=] { return Opens(proc + "/mem", O_RDWR); }},
      {"truncate a foreign file", [=] { return ::truncate(c(other), 0) == 0; }},
      {"rename an own file to the outside", [=] { return ::rename(c(work + "/mine"), c(outside + "/mine")) == 0; }},
      {"rename a foreign file into the workspace", [=] { return ::rename(c(other), c(work + "/stolen")) == 0; }},
      {"exchange an own file with a foreign one",
       [=] { return ::renameat2(AT_FDCWD, c(work + "/mine"), AT_FDCWD, c(other), RENAME_EXCHANGE) == 0; }},
      {"make a device node", [=] { return ::mknod(c(work + "/disk"), S_IFBLK | 0600, makedev(254, 0)) == 0; }},
      {"trace the parent", [=] { return ::ptrace(PTRACE_SEIZE, parent, nullptr, nullptr) == 0; }},
      {"unlink a foreign file", [=] { return ::unlink(c(other)) == 0; }},
      {"remove a foreign directory", [=] { return ::rmdir(c(outside + "/empty")) == 0; }},
      {"make a directory outside", [=] { return ::mkdir(c(outside + "/made"), 0700) == 0; }},
      {"make a link outside", [=] { return ::symlink("/", c(outside + "/root")) == 0; }},
      {"make a pipe outside", [=] { return ::mkfifo(c(outside + "/pipe"), 0600) == 0; }},
      {"an unnamed file outside", [=] { return Opens(outside, O_WRONLY | O_TMPFILE); }},
      {"run a program from outside",
       [=] { return InAChild([=] { return ::syscall(SYS_execve, c(outside + "/program"), nullptr, nullptr) == 0; }); }},
      {"mount over the workspace", [=] { return ::mount("none", c(work), "tmpfs", 0, nullptr) == 0; }},
      {"bind the outside into the workspace",
       [=] { return ::mount(c(base + "/other"), c(work), nullptr, MS_BIND, nullptr) == 0; }},
      {"mount in a namespace of its own",
       [=] {
         return InAChild([=] {
           return ::syscall(SYS_unshare, 0x10000000 | 0x00020000) == 0 &&
                  ::mount(c(base + "/other"), c(work), nullptr, MS_BIND, nullptr) == 0;
         });
       }},
      {"make the world writable again",
       [=] { return ::mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND, nullptr) == 0; }},
      {"chroot and read",
       [=] { return InAChild([=] { return ::chroot(c(base)) == 0 && Opens("/store/forge.db", O_RDONLY); }); }},
      {"open by a handle", [=] { return OpensByHandle(store, work); }},
      {"gain rights by a setuid program", [] { return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1; }},
      {"write the kernel's settings", [] { return Opens("/proc/sys/kernel/core_pattern", O_WRONLY); }},
      {"read the machine's memory", [] { return Opens("/dev/mem", O_RDONLY); }},
      {"write to the terminal", [] { return Opens("/dev/tty", O_WRONLY); }},
      {"set the host's name", [] { return ::sethostname("forge-escape", 12) == 0; }},
      {"signal the parent", [=] { return ::syscall(SYS_kill, parent, 0) == 0; }},
      {"connect by TCP",
       [=] { return ConnectsTo(static_cast<std::uint16_t>(ParseInt(std::getenv("ESCAPE_PORT")).value_or(0))); }},
      {"connect to an abstract socket", [=] { return ConnectsToAbstract(std::getenv("ESCAPE_SOCKET")); }},
  };
}

// Modes and times of files are beyond Landlock; a mount of its own keeps them.
std::vector<Attempt> AttemptsAgainstMounts(const std::string& base) {
  const std::string other = base + "/other/file";
  return {
      {"change a foreign file's mode", [=] { return ::chmod(other.c_str(), 0777) == 0; }},
      {"change a foreign file's owner", [=] { return ::chown(other.c_str(), ::getuid(), ::getgid()) == 0; }},
      {"change a foreign file's time", [=] { return ::utimensat(AT_FDCWD, other.c_str(), nullptr, 0) == 0; }},
      {"read what is hidden inside the workspace", [=] { return Opens(base + "/workspace/state/secret", O_RDONLY); }},
      {"write what is hidden inside the workspace",
       [=] { return Opens(base + "/workspace/state/new", O_WRONLY | O_CREAT); }},
  };
}

void Report(const std::vector<Attempt>& attempts) {
  for (const Attempt& attempt : attempts) {
    std::printf("%s: %s\n", attempt.escapes() ? "ESCAPED" : "refused", attempt.name);
    std::fflush(stdout);
  }
}

// Not a test of its own: RunPrisoner starts it.
TEST(Prisoner, DISABLED_TriesToGetOut) {
  const char* base = std::getenv("ESCAPE_BASE");
  ASSERT_NE(base, nullptr);
  Report(Attempts(base, static_cast<pid_t>(ParseInt(std::getenv("ESCAPE_PARENT")).value())));
  if (std::getenv("ESCAPE_MOUNTS") != nullptr) Report(AttemptsAgainstMounts(base));
}

// ---- The warden -----------------------------------------------------------------------------------------------------

struct World {
  World() {
    for (const char* name : {"workspace/state", "tmp", "other", "store", "home/.ssh", "outside/empty"}) {
      EXPECT_TRUE(MakeDirectories(base / name));
    }
    for (const char* name : {"other/file", "store/forge.db", "home/.ssh/id_key", "workspace/state/secret"}) {
      EXPECT_TRUE(WriteFileAtomic(base / name, "secret"));
    }
    EXPECT_TRUE(WriteFileAtomic(base / "outside/program", "#!/bin/sh\nexit 1\n", true));
  }
  Sandbox Rules() const {
    Sandbox sandbox;
    sandbox.read = SystemPaths();
    sandbox.read.push_back(DirName(Self()));
    sandbox.write = {base / "workspace", base / "tmp"};
    sandbox.hidden = {base / "workspace/state"};
    sandbox.network = false;
    return sandbox;
  }
  TempDirectory base;
};

struct Listeners {
  Listeners() : tcp(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), local(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(tcp.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::listen(tcp.get(), 4), 0);
    EXPECT_EQ(::getsockname(tcp.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
    port = ntohs(address.sin_port);
    sockaddr_un unix_address;
    socklen_t unix_size = AbstractAddress(name, unix_address);
    EXPECT_EQ(::bind(local.get(), reinterpret_cast<sockaddr*>(&unix_address), unix_size), 0);
    EXPECT_EQ(::listen(local.get(), 4), 0);
  }
  Fd tcp, local;
  int port = 0;
  std::string name = "forge-escape-" + std::to_string(::getpid());
};

std::string RunPrisoner(const World& world, std::optional<Sandbox> sandbox, const SandboxPowers& powers) {
  Listeners listeners;
  ProcessSpec command;
  command.argv = {Self(), "--gtest_also_run_disabled_tests", "--gtest_filter=Prisoner.*"};
  command.cwd = world.base / "workspace";
  command.env = {{"ESCAPE_BASE", world.base.path()},
                 {"ESCAPE_PARENT", std::to_string(::getpid())},
                 {"ESCAPE_PORT", std::to_string(listeners.port)},
                 {"ESCAPE_SOCKET", listeners.name},
                 {"TMPDIR", world.base / "tmp"}};
  if (powers.mounts) command.env["ESCAPE_MOUNTS"] = "1";
  command.timeout = std::chrono::seconds(60);
  command.sandbox = std::move(sandbox);
  auto result = RunProcess(command);
  EXPECT_TRUE(result) << (result ? "" : Describe(result.error()));
  if (!result) return "";
  EXPECT_TRUE(result->ok()) << result->exit_code << " signal " << result->signal << "\n" << result->out << result->err;
  return result->out;
}

std::size_t Count(const std::string& text, std::string_view start) {
  const auto lines = Lines(text);
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(), [&](std::string_view line) { return line.starts_with(start); }));
}

ProcessResult RunInside(const Sandbox& sandbox, const std::string& cwd, std::string line) {
  ProcessSpec command = ShellCommand(std::move(line));
  command.cwd = cwd;
  command.sandbox = sandbox;
  command.timeout = std::chrono::seconds(60);
  auto result = RunProcess(command);
  EXPECT_TRUE(result) << (result ? "" : Describe(result.error()));
  return result ? *result : ProcessResult();
}

#define NEEDS_LANDLOCK(powers)                                              \
  if ((powers).landlock < 6)                                                \
  GTEST_SKIP() << "this kernel's Landlock is version " << (powers).landlock \
               << "; the proof wants 6: " << DescribeSandbox(powers)

TEST(Sandbox, EveryWayOutIsRefused) {
  const SandboxPowers powers = FindSandboxPowers();
  NEEDS_LANDLOCK(powers);
  World world;
  const std::string out = RunPrisoner(world, world.Rules(), powers);
  EXPECT_EQ(Count(out, "ESCAPED"), 0U) << out;
  EXPECT_GE(Count(out, "refused"), 46U) << out;
  EXPECT_EQ(ReadFile(world.base / "other/file").value_or(""), "secret");
  EXPECT_EQ(ListDirectory(world.base / "outside").value().size(), 2U);
}

// The second process of an equal sandbox leaves its mounts to the next ones.
TEST(Sandbox, EveryWayOutIsRefusedInMountsThatAreKept) {
  const SandboxPowers powers = FindSandboxPowers();
  NEEDS_LANDLOCK(powers);
  World world;
  const std::string place = world.base / "workspace";
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(RunInside(world.Rules(), place, "echo x > ../tmp/x && ! echo x > /etc/x").ok());
  const std::string out = RunPrisoner(world, world.Rules(), powers);
  EXPECT_EQ(Count(out, "ESCAPED"), 0U) << out;
  EXPECT_GE(Count(out, "refused"), 46U) << out;
  EXPECT_EQ(ReadFile(world.base / "other/file").value_or(""), "secret");
}

TEST(Sandbox, ProcessesOfAnEqualOneShareTheirMounts) {
  const SandboxPowers powers = FindSandboxPowers();
  NEEDS_LANDLOCK(powers);
  if (!powers.mounts || ::geteuid() != 0) GTEST_SKIP() << "every process has a user namespace of its own";
  World world;
  const auto mounts = [&](const Sandbox& sandbox) {
    return RunInside(sandbox, world.base / "workspace", "readlink /proc/self/ns/mnt").out;
  };
  // More than two, because what is kept is made anew after some seconds.
  std::string last;
  bool shared = false;
  for (int i = 0; i < 10 && !shared; ++i) {
    const std::string next = mounts(world.Rules());
    EXPECT_TRUE(next.starts_with("mnt:")) << next;
    shared = next == std::exchange(last, next);
  }
  EXPECT_TRUE(shared);
  char ours[64] = {};
  ASSERT_GT(::readlink("/proc/self/ns/mnt", ours, sizeof ours - 1), 0);
  EXPECT_NE(last, std::string(ours) + "\n");
  Sandbox other = world.Rules();
  other.write.pop_back();
  EXPECT_NE(mounts(other), last);
}

// The child that makes mounts to be kept holds copies of what the children of other threads wait for.
TEST(Sandbox, MountsAreKeptByManyThreadsAtOnce) {
  const SandboxPowers powers = FindSandboxPowers();
  NEEDS_LANDLOCK(powers);
  World world;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 12; ++i) {
    threads.emplace_back([&world, i] {
      Sandbox sandbox = world.Rules();
      sandbox.write.push_back(world.base / ("own-" + std::to_string(i)));
      EXPECT_TRUE(MakeDirectories(sandbox.write.back()));
      for (int time = 0; time < 4; ++time) EXPECT_TRUE(RunInside(sandbox, world.base / "workspace", "true").ok());
    });
  }
}

TEST(Sandbox, AChildThatCannotBeToldToEndIsEnded) {
  const SandboxPowers powers = FindSandboxPowers();
  NEEDS_LANDLOCK(powers);
  World world;
  ASSERT_TRUE(ArmFaults("write:1-:EIO"));
  for (int time = 0; time < 3; ++time) EXPECT_TRUE(RunInside(world.Rules(), world.base / "workspace", "true").ok());
  DisarmFaults();
}

TEST(Sandbox, EveryWayOutIsRefusedByBubblewrapToo) {
  SandboxPowers powers = FindSandboxPowers();
  if (powers.bwrap.empty()) GTEST_SKIP() << "bubblewrap is not installed";
  World world;
  Sandbox rules = world.Rules();
  rules.kind = SandboxKind::kBwrap;
  ProcessResult ordinary = RunInside(rules, world.base / "workspace", "echo x > f && cat f && ls /usr/bin > /dev/null");
  if (ordinary.err.find("bwrap: ") != std::string::npos) GTEST_SKIP() << "it cannot work here: " << ordinary.err;
  EXPECT_EQ(ordinary.out, "x\n") << ordinary.err;
  powers.mounts = true;
  const std::string out = RunPrisoner(world, rules, powers);
  EXPECT_EQ(Count(out, "ESCAPED"), 0U) << out;
  EXPECT_GE(Count(out, "refused"), 46U) << out;
  EXPECT_EQ(ReadFile(world.base / "other/file").value_or(""), "secret");
  EXPECT_EQ(ListDirectory(world.base / "outside").value().size(), 2U);
}

// The same attempts without a sandbox get out: the proof above proves something.
TEST(Sandbox, WithoutItTheSameAttemptsSucceed) {
  const SandboxPowers powers = FindSandboxPowers();
  if (::geteuid() == 0) GTEST_SKIP() << "as root the prisoner would change this very machine";
  World world;
  const std::string out = RunPrisoner(world, std::nullopt, powers);
  EXPECT_GE(Count(out, "ESCAPED"), 20U) << out;
}

TEST(Sandbox, HoldsForAnOrdinaryUserToo) {
  if (::geteuid() != 0) GTEST_SKIP() << "we are one already";
  if (!FindProgram("setpriv")) GTEST_SKIP() << "setpriv is not installed";
  // The build folder may be closed to others.
  TempDirectory open;
  ASSERT_EQ(::chmod(open.path().c_str(), 0755), 0);
  const std::string copy = open / "os_test";
  ASSERT_TRUE(WriteFileAtomic(copy, ReadFile(Self()).value(), true));
  ASSERT_EQ(::chmod(copy.c_str(), 0755), 0);
  ProcessSpec command;
  command.argv = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", copy, "--gtest_filter=Sandbox.*"};
  command.cwd = "/";
  command.env = {{"TMPDIR", "/tmp"}, {"HOME", "/nonexistent"}};
  command.unset = {"GTEST_OUTPUT", "XML_OUTPUT_FILE"};
  command.timeout = std::chrono::seconds(120);
  auto result = RunProcess(command);
  ASSERT_TRUE(result) << Describe(result.error());
  EXPECT_TRUE(result->ok()) << result->out << result->err;
}

TEST(Sandbox, OrdinaryWorkGoesOn) {
  const SandboxPowers powers = FindSandboxPowers();
  NEEDS_LANDLOCK(powers);
  World world;
  ProcessResult result =
      RunInside(world.Rules(), world.base / "workspace",
                "set -e; mkdir -p a/b; echo x > a/f; mv a/f a/b/g; ln a/b/g h; ln -s h i; chmod +x h; "
                "cat i; rm -r a; echo y > /dev/null; ls /usr/bin > list; head -c 4 /dev/urandom > r; "
                "cat /proc/self/status > s; cat /etc/passwd > p; echo t > \"$PWD/../tmp/t\"");
  EXPECT_TRUE(result.ok()) << result.out << result.err;
  EXPECT_EQ(result.out, "x\n");
}

// What was worked out for a process is used again for the next one: not if its place is another directory by then.
TEST(Sandbox, AnotherDirectoryOfTheSameNameCanBeWorkedInAtOnce) {
  const SandboxPowers powers = FindSandboxPowers();
  NEEDS_LANDLOCK(powers);
  World world;
  const std::string place = world.base / "workspace";
  EXPECT_TRUE(RunInside(world.Rules(), place, "echo x > one").ok());
  ASSERT_TRUE(RenamePath(place, world.base / "elsewhere"));
  ASSERT_TRUE(MakeDirectories(place));
  EXPECT_TRUE(RunInside(world.Rules(), place, "echo y > two").ok());
  EXPECT_TRUE(Exists(place + "/two"));
  EXPECT_FALSE(RunInside(world.Rules(), place, "echo z > ../elsewhere/three").ok());
}

TEST(Sandbox, AReadOnlyOneWritesNothingButItsTemp) {
  const SandboxPowers powers = FindSandboxPowers();
  NEEDS_LANDLOCK(powers);
  World world;
  Sandbox sandbox = world.Rules();
  sandbox.write = {world.base / "tmp"};
  sandbox.read.push_back(world.base / "workspace");
  ProcessResult result = RunInside(sandbox, world.base / "workspace",
                                   "echo t > ../tmp/t && cat ../tmp/t; echo x > x; touch y; rm -f state; :");
  EXPECT_EQ(result.out, "t\n");
  EXPECT_FALSE(Exists(world.base / "workspace/x"));
  EXPECT_FALSE(Exists(world.base / "workspace/y"));
}

TEST(Sandbox, AProgramItMayNotReadIsNamed) {
  const SandboxPowers powers = FindSandboxPowers();
  NEEDS_LANDLOCK(powers);
  World world;
  ProcessSpec command;
  command.argv = {world.base / "outside/program"};
  command.sandbox = world.Rules();
  auto result = RunProcess(command);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("sandbox"), std::string::npos) << result.error().message;
  EXPECT_NE(result.error().hint.find("sandbox_read"), std::string::npos) << result.error().hint;
}

TEST(AllBut, ReplacesADirectoryByItsOtherChildren) {
  World world;
  const std::string& base = world.base.path();
  EXPECT_EQ(AllBut({base}, {base + "/home/.ssh", base + "/store"}),
            (std::vector<std::string>{base + "/other", base + "/outside", base + "/tmp", base + "/workspace"}));
  EXPECT_EQ(AllBut({base + "/store"}, {base}), std::vector<std::string>());
  EXPECT_EQ(AllBut({base + "/tmp", base + "/none"}, {base + "/tm"}), std::vector<std::string>({base + "/tmp"}));
}

TEST(AllBut, ANewNameBesideWhatIsHiddenIsSeenAtOnce) {
  const TempDirectory directory;
  ASSERT_TRUE(MakeDirectories(directory / "secret"));
  const auto look = [&] { return AllBut({directory.path()}, {directory / "secret"}); };
  // Until what was found is kept.
  while (!IsSettled(VersionOf(directory.path()).value().value())) EXPECT_TRUE(look().empty());
  EXPECT_TRUE(look().empty());
  ASSERT_TRUE(WriteFileAtomic(directory / "new", ""));
  EXPECT_EQ(look(), std::vector<std::string>{directory / "new"});
}

TEST(AllBut, ALinkToWhatIsHiddenIsHiddenToo) {
  World world;
  const std::string& base = world.base.path();
  ASSERT_EQ(::symlink((base + "/store").c_str(), (base + "/tmp/link").c_str()), 0);
  ASSERT_TRUE(WriteFileAtomic(base + "/tmp/hide", ""));
  EXPECT_EQ(AllBut({base + "/tmp"}, {base + "/store", base + "/tmp/hide"}), std::vector<std::string>());
}

TEST(AllBut, LinksAreNeverFollowed) {
  World world;
  const std::string& base = world.base.path();
  const std::string top = base + "/tmp";
  ASSERT_TRUE(WriteFileAtomic(top + "/hide", ""));
  ASSERT_TRUE(WriteFileAtomic(top + "/file", ""));
  // `..` and `/` hold what is hidden, `.` leads to itself, the last is a place that is not named.
  for (const auto& [name, target] : std::vector<std::pair<std::string, std::string>>{
           {"self", "."}, {"up", ".."}, {"root", "/"}, {"home", base + "/home"}, {"dangling", "none"}}) {
    ASSERT_EQ(::symlink(target.c_str(), (top + "/" + name).c_str()), 0);
  }
  EXPECT_EQ(AllBut({top}, {base + "/store", top + "/hide"}), std::vector<std::string>({top + "/file"}));
  Sandbox sandbox;
  sandbox.read = {top};
  sandbox.hidden = {top + "/hide"};
  EXPECT_EQ(FindReach(sandbox, false).read, std::vector<std::string>({top + "/file"}));
}

TEST(FindReach, WithoutMountsAPlaceIsReplacedByTheChildrenThatAreNotHidden) {
  World world;
  const std::string& base = world.base.path();
  Sandbox sandbox;
  sandbox.read = {base, base + "/home/.ssh", "/proc"};
  sandbox.hidden = {base + "/home", base + "/store", base + "/none", "/proc/version"};
  const SandboxReach alone = FindReach(sandbox, false);
  EXPECT_EQ(alone.masked, std::vector<std::string>());
  EXPECT_EQ(alone.read, (std::vector<std::string>{base + "/other", base + "/outside", base + "/tmp",
                                                  base + "/workspace", base + "/home/.ssh", "/proc"}));
  // A mount over the home would cover what is named in it.
  const SandboxReach mounts = FindReach(sandbox, true);
  EXPECT_EQ(mounts.masked, (std::vector<std::string>{base + "/store", "/proc/version"}));
  EXPECT_EQ(mounts.read, (std::vector<std::string>{base + "/other", base + "/outside", base + "/store", base + "/tmp",
                                                   base + "/workspace", base + "/home/.ssh", "/proc"}));
}

TEST(Sandbox, WhatIsHiddenBelowAReadablePlaceIsOutOfReach) {
  NEEDS_LANDLOCK(FindSandboxPowers());
  World world;
  const std::string& base = world.base.path();
  Sandbox sandbox = world.Rules();
  sandbox.read.push_back(base);
  sandbox.hidden = {base + "/store", base + "/home"};
  EXPECT_EQ(RunInside(sandbox, base + "/workspace", "cat ../other/file").out, "secret");
  EXPECT_EQ(RunInside(sandbox, base + "/workspace", "cat ../store/forge.db; ls ../store; cat ../home/.ssh/id_key").out,
            "");
  sandbox.read.push_back(base + "/home/.ssh");
  EXPECT_EQ(RunInside(sandbox, base + "/workspace", "cat ../home/.ssh/id_key").out, "secret") << "named below";
}

TEST(Sandbox, ANewFileBesideWhatIsHiddenCanBeReadAtOnce) {
  NEEDS_LANDLOCK(FindSandboxPowers());
  World world;
  const std::string& base = world.base.path();
  Sandbox sandbox = world.Rules();
  sandbox.read.insert(sandbox.read.end(), {base, base + "/home/.ssh"});
  sandbox.hidden = {base + "/home"};  // no mount hides it, because a place below it is named
  const auto look = [&] { return RunInside(sandbox, base + "/workspace", "cat ../new").out; };
  while (!IsSettled(VersionOf(base).value().value())) EXPECT_EQ(look(), "");
  EXPECT_EQ(look(), "");
  ASSERT_TRUE(WriteFileAtomic(base + "/new", "text"));
  EXPECT_EQ(look(), "text");
}

TEST(Sandbox, AListedDirectoryShowsNamesAndNoContents) {
  NEEDS_LANDLOCK(FindSandboxPowers());
  World world;
  const std::string& base = world.base.path();
  Sandbox sandbox;
  sandbox.read = SystemPaths();
  sandbox.listed = {base + "/outside"};
  EXPECT_EQ(RunInside(sandbox, base + "/outside", "ls; cat program").out, "empty\nprogram\n");
}

TEST(ProgramPlace, IsItsDirectoryUnlessOthersFilesAreThereToo) {
  World world;
  EXPECT_EQ(ProgramPlace(world.base / "outside/program"), world.base / "outside");
  for (const char* program : {"/tmp/program", "/program", "/dev/shm/program"})
    EXPECT_EQ(ProgramPlace(program), program);
  const char* home = std::getenv("HOME");
  ASSERT_NE(home, nullptr);
  EXPECT_EQ(ProgramPlace(JoinPath(home, "agent")), JoinPath(home, "agent"));
}

TEST(SystemPaths, HoldNoSecretsAndNoHome) {
  for (const std::string& path : SystemPaths()) {
    EXPECT_NE(path, "/etc/shadow");
    EXPECT_NE(path, "/etc");
    EXPECT_FALSE(path.starts_with("/root") || path.starts_with("/home") || path.starts_with("/tmp")) << path;
  }
}

TEST(Bwrap, TheLineNamesEveryPlaceParentsFirst) {
  World world;
  const std::string& base = world.base.path();
  Sandbox sandbox;
  sandbox.read = {"/usr", base, "/proc", "/dev/null"};
  sandbox.write = {base + "/workspace"};
  sandbox.hidden = {base + "/workspace/state", base + "/other/file", base + "/none"};
  sandbox.network = false;
  std::vector<std::string> words = BwrapLine("/usr/bin/bwrap", sandbox, base + "/workspace", {"sh", "-c", "true"});
  // Which of /bin, /lib and so on are links is this machine's affair.
  for (auto at = std::ranges::find(words, "--symlink"); at != words.end(); at = std::ranges::find(words, "--symlink"))
    words.erase(at, at + 3);
  const std::string line = Join(words, " ");
  EXPECT_EQ(line,
            "/usr/bin/bwrap --die-with-parent --new-session --unshare-pid --unshare-ipc --cap-drop ALL --proc /proc "
            "--dev /dev --ro-bind-try /proc/sys /proc/sys --ro-bind-try /proc/sysrq-trigger /proc/sysrq-trigger "
            "--unshare-net --ro-bind-try " +
                base + " " + base + " --bind-try " + base + "/workspace " + base +
                "/workspace --ro-bind-try /usr /usr --tmpfs " + base + "/workspace/state --remount-ro " + base +
                "/workspace/state --ro-bind /dev/null " + base + "/other/file --remount-ro / --chdir " + base +
                "/workspace -- sh -c true");
}

TEST(DescribeSandbox, SaysWhatHoldsAndWhatDoesNot) {
  EXPECT_EQ(DescribeSandbox({}), "nothing: this kernel has no Landlock, and bubblewrap is not installed");
  SandboxPowers all{.landlock = 7, .mounts = true, .network_namespace = true, .call_filter = true, .bwrap = ""};
  EXPECT_EQ(DescribeSandbox(all),
            "Landlock 7, read-only mounts that hide the sockets of other programs, network off where a role says so");
  all.mounts = false;
  EXPECT_NE(DescribeSandbox(all).find("no Unix sockets at all"), std::string::npos) << DescribeSandbox(all);
  all.call_filter = false;
  EXPECT_NE(DescribeSandbox(all).find("sockets of your other programs stay"), std::string::npos);
  const std::string old = DescribeSandbox({.landlock = 3, .mounts = false, .network_namespace = false, .bwrap = ""});
  EXPECT_NE(old.find("no way to take the network away"), std::string::npos) << old;
}

}  // namespace
}  // namespace forge
