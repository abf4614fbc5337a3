#include "os/system.h"

#include <pwd.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "os/environment.h"
#include "os/fault.h"
#include "os/files/files.h"

namespace forge {
namespace {

// The only global state: a signal handler can reach nothing else.
std::atomic<int> interrupts{0};
static_assert(std::atomic<int>::is_always_lock_free);

std::atomic<bool> terminated{false};
std::atomic<bool> hung_up{false};

void NoteHangup(int /*signal*/) { hung_up.store(true, std::memory_order_relaxed); }

// Who waits for a signal: one for each engine of this process. A handler can take no lock and may be late, so an
// eventfd, once made, stays open: its number never becomes another file's.
struct Waiter {
  std::atomic<bool> is_used = false;
  std::atomic<int> fd = -1;
};
std::array<Waiter, 64> waiters;

void CountInterrupt(int signal) {
  if (signal == SIGTERM) terminated.store(true, std::memory_order_relaxed);
  interrupts.fetch_add(1, std::memory_order_relaxed);
  const int error = errno;
  const std::uint64_t one = 1;
  for (const Waiter& waiter : waiters) {
    if (!waiter.is_used || waiter.fd < 0) continue;
    [[maybe_unused]] const ssize_t written = ::write(waiter.fd, &one, sizeof one);
  }
  errno = error;
}

void SetAction(int signal, void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

std::string HomeDirectory() {
  if (auto home = Environment("HOME"); home && home->starts_with('/')) return *home;
  const passwd* entry = ::getpwuid(::getuid());
  return entry != nullptr && entry->pw_dir != nullptr ? entry->pw_dir : "/";
}

// The XDG specification says to ignore relative paths.
std::string UserDirectory(const char* variable, std::string_view below_home) {
  auto set = Environment(variable);
  std::string parent = set && set->starts_with('/') ? *set : JoinPath(HomeDirectory(), below_home);
  return JoinPath(parent, "forge");
}

}  // namespace

std::optional<std::string> Environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

std::string AccountName() {
  const passwd* entry = ::getpwuid(::getuid());
  if (entry != nullptr && entry->pw_name != nullptr && *entry->pw_name != '\0') return entry->pw_name;
  return "uid " + std::to_string(::getuid());
}

std::map<std::string, std::string> WholeEnvironment() {
  std::map<std::string, std::string> all;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    std::string_view text(*entry);
    std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) all.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return all;
}

void RemoveVariable(const std::string& name) { ::unsetenv(name.c_str()); }

TimePoint WallClock() {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(now).count() + sys::ClockStepMs()};
}

std::int64_t SteadyMs() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::int64_t UptimeMs() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

void PauseMs(std::int64_t ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

std::string ConfigDirectory() { return UserDirectory("XDG_CONFIG_HOME", ".config"); }
std::string DataDirectory() { return UserDirectory("XDG_DATA_HOME", ".local/share"); }
std::string CacheDirectory() { return UserDirectory("XDG_CACHE_HOME", ".cache"); }

void CatchInterrupts() {
  SetAction(SIGINT, CountInterrupt);
  SetAction(SIGTERM, CountInterrupt);
  SetAction(SIGPIPE, SIG_IGN);
  // If SIGCHLD is inherited as ignored, the kernel reaps our children before we can read their exit codes.
  SetAction(SIGCHLD, SIG_DFL);
}

int InterruptCount() { return interrupts.load(std::memory_order_relaxed); }

int BorrowInterruptEvents() {
  for (Waiter& waiter : waiters) {
    if (waiter.is_used.exchange(true)) continue;
    if (waiter.fd < 0) waiter.fd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (waiter.fd < 0) waiter.is_used = false;
    return waiter.fd;
  }
  return -1;
}

void ReturnInterruptEvents(int fd) {
  for (Waiter& waiter : waiters) {
    if (waiter.fd == fd && fd >= 0) waiter.is_used = false;
  }
}

bool TerminationAsked() { return terminated.load(std::memory_order_relaxed); }

void OutliveTerminal() {
  struct sigaction before{};
  ::sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) SetAction(SIGHUP, NoteHangup);
}

void OutliveTermination() { SetAction(SIGTERM, NoteHangup); }

bool HungUp() { return hung_up.load(std::memory_order_relaxed); }

bool IsTerminal(int fd) { return ::isatty(fd) == 1; }

int TerminalWidth(int fd) {
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const std::string columns = Environment("COLUMNS").value_or("");
  int width = 0;
  const auto read = std::from_chars(columns.data(), columns.data() + columns.size(), width);
  return read.ec == std::errc() && width > 0 ? width : 80;
}

int TerminalHeight(int fd) {
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return 24;
  return size.ws_row;
}

void SetTerminalEcho(bool on) {
  termios settings{};
  if (::tcgetattr(STDIN_FILENO, &settings) != 0) return;
  if (on) {
    settings.c_lflag |= static_cast<tcflag_t>(ECHO);
  } else {
    settings.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  }
  ::tcsetattr(STDIN_FILENO, TCSANOW, &settings);
}

}  // namespace forge
