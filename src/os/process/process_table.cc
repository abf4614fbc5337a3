#include "os/process/process_table.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

#include "base/strings.h"
#include "os/fault.h"
#include "os/fd.h"

namespace forge {
namespace {

std::string ProcPath(std::int64_t pid, std::string_view name) {
  return std::string("/proc/") + std::to_string(pid) + "/" + std::string(name);
}

// Who looks for processes ends them: one that is not seen lives on beside its successor. So a shortage is waited for,
// for about a second in one search.
class SearchPatience {
 public:
  int Open(const std::string& path, int flags) {
    int fd = sys::Open(path.c_str(), flags);
    for (int pause_ms = 1; fd < 0 && IsShortage(errno) && left_ms_ > 0; pause_ms *= 2) {
      ::poll(nullptr, 0, pause_ms);
      left_ms_ -= pause_ms;
      fd = sys::Open(path.c_str(), flags);
    }
    return fd;
  }

 private:
  int left_ms_ = 1000;
};

enum class ProcFile { kOfRecords, kBytes };

// Of a file that the kernel fills with whole records, a read that leaves much room is the last one.
bool IsLastRead(ssize_t count, std::size_t size) {
  constexpr std::size_t kLongestRecord = 1024;
  return static_cast<std::size_t>(count) + kLongestRecord < size;
}

// Files in /proc have no size. Reading fails if the process ends meanwhile: the result is nothing. The same, with a
// shortage in errno, when no descriptor is free.
std::optional<std::string> ReadProcFile(const std::string& path, SearchPatience* patience = nullptr,
                                        ProcFile form = ProcFile::kBytes) {
  constexpr int kFlags = O_RDONLY | O_CLOEXEC;
  Fd fd(patience != nullptr ? patience->Open(path, kFlags) : sys::Open(path.c_str(), kFlags));
  if (!fd.is_open()) return std::nullopt;
  std::string text;
  std::array<char, 4096> buffer;
  while (true) {
    ssize_t count = sys::Read(fd.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (form == ProcFile::kOfRecords && IsLastRead(count, buffer.size())) return text;
  }
}

std::atomic<pid_t> own_pid = 0;

}  // namespace

pid_t OwnPid() {
  static const int watched = ::pthread_atfork(nullptr, nullptr, [] { own_pid = 0; });
  if (watched != 0) return ::getpid();
  if (own_pid == 0) own_pid = ::getpid();
  return own_pid;
}

namespace {

// A file of records about this process that is read again and again: opened once. Reading gives nothing if it could not
// be opened.
class KeptProcFile {
 public:
  explicit KeptProcFile(const std::string& path)
      : owner_(OwnPid()), fd_(sys::Open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}

  std::optional<std::string> Read() const {
    if (!fd_.is_open() || owner_ != OwnPid()) return std::nullopt;
    std::string text;
    std::array<char, 4096> buffer;
    while (true) {
      const ssize_t count = sys::ReadAt(fd_.get(), buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return std::nullopt;
      text.append(buffer.data(), static_cast<std::size_t>(count));
      if (count == 0 || IsLastRead(count, buffer.size())) return text;
    }
  }

 private:
  pid_t owner_;  // a fork of it is another process
  Fd fd_;
};

std::vector<std::int64_t> ReadPids(SearchPatience& patience) {
  std::vector<std::int64_t> pids;
  Fd fd(patience.Open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  Directory dir(fd.is_open() ? sys::OpenDirectory(fd.get()) : nullptr);
  if (!dir) return pids;
  fd.Release();
  while (const dirent* entry = sys::NextEntry(dir.get())) {
    if (auto pid = ParseInt(entry->d_name); pid && *pid > 0) pids.push_back(*pid);
  }
  return pids;
}

std::optional<std::string_view> FindVariable(std::string_view environment, std::string_view name) {
  while (!environment.empty()) {
    const std::size_t end = environment.find('\0');
    const std::string_view entry = environment.substr(0, end);
    if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
      return entry.substr(name.size() + 1);
    if (end == std::string_view::npos) return std::nullopt;
    environment.remove_prefix(end + 1);
  }
  return std::nullopt;
}

// "SigIgn:\t0000000000001000"
std::optional<std::uint64_t> ReadMask(std::string_view status, std::string_view name) {
  const std::size_t at = status.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view digits = Trim(status.substr(at + name.size(), 18));
  std::uint64_t mask = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), mask, 16);
  if (error != std::errc() || end == digits.data()) return std::nullopt;
  return mask;
}

struct Confinement {
  std::int64_t filters;
  bool no_new_rights;
};

Confinement ReadConfinement(std::int64_t pid) {
  const std::string status = ReadProcFile(ProcPath(pid, "status"), nullptr, ProcFile::kOfRecords).value_or("");
  const auto number = [&](std::string_view name) -> std::int64_t {
    const std::size_t at = status.find(name);
    if (at == std::string::npos) return 0;
    const std::string_view rest = std::string_view(status).substr(at + name.size());
    return ParseInt(Trim(rest.substr(0, rest.find('\n')))).value_or(0);
  };
  return {number("\nSeccomp_filters:"), number("\nNoNewPrivs:") == 1};
}

std::string ChildrenFile(std::int64_t pid) { return ProcPath(pid, "task/") + std::to_string(pid) + "/children"; }

}  // namespace

std::optional<ProcessRow> ParseProcStat(std::string_view text) {
  constexpr std::size_t kState = 0, kParent = 1, kGroup = 2, kFlags = 6, kCpu = 11, kCpuEnd = 15, kStart = 19,
                        kEnvironment = 47, kEnvironmentEnd = 48;  // counted from after the name
  constexpr std::int64_t kKernelThread = 0x00200000;
  std::size_t open = text.find(" (");
  std::size_t close = text.rfind(") ");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
  std::vector<std::string_view> fields = Split(TrimRight(text.substr(close + 2)), ' ');
  if (fields.size() <= kStart || fields[kState].size() != 1) return std::nullopt;
  auto pid = ParseInt(text.substr(0, open));
  auto parent = ParseInt(fields[kParent]);
  auto group = ParseInt(fields[kGroup]);
  auto start = ParseInt(fields[kStart]);
  if (!pid || !parent || !group || !start) return std::nullopt;
  // Addresses; 0 while the program is loaded, or if they are not ours to see.
  const bool bare = fields.size() > kEnvironmentEnd && fields[kEnvironmentEnd] != "0" &&
                    fields[kEnvironment] == fields[kEnvironmentEnd];
  std::int64_t ticks = 0;
  for (std::size_t i = kCpu; i < kCpuEnd; ++i) ticks += ParseInt(fields[i]).value_or(0);
  return ProcessRow{.id = {*pid, *start},
                    .parent = *parent,
                    .group = *group,
                    .state = fields[kState][0],
                    .cpu_ticks = ticks,
                    .of_kernel = (ParseInt(fields[kFlags]).value_or(0) & kKernelThread) != 0,
                    .bare = bare};
}

namespace {

std::optional<ProcessRow> ReadRow(std::int64_t pid, SearchPatience* patience) {
  auto text = ReadProcFile(ProcPath(pid, "stat"), patience, ProcFile::kOfRecords);
  if (!text) return std::nullopt;
  return ParseProcStat(*text);
}

}  // namespace

std::optional<ProcessRow> ReadProcess(std::int64_t pid) { return ReadRow(pid, nullptr); }

std::vector<ProcessRow> ReadProcessTable() {
  std::vector<ProcessRow> rows;
  SearchPatience patience;
  for (std::int64_t pid : ReadPids(patience)) {
    if (auto row = ReadRow(pid, &patience)) rows.push_back(*row);
  }
  return rows;
}

// Read once: without a free descriptor we would be another process than the one that holds our leases.
ProcessId ThisProcess() {
  static std::mutex mutex;
  static ProcessId self;
  std::lock_guard lock(mutex);
  if (self.pid != OwnPid()) {
    const auto found = FindProcess(OwnPid());
    if (!found) return {OwnPid(), 0};
    self = *found;
  }
  return self;
}

std::optional<ProcessId> FindProcess(std::int64_t pid) {
  auto row = ReadProcess(pid);
  if (!row) return std::nullopt;
  return row->id;
}

bool IsAlive(const ProcessId& process) {
  errno = 0;
  auto row = ReadProcess(process.pid);
  // A process that we cannot look at is not dead: another engine's run would be taken from it.
  if (!row && IsShortage(errno)) return ::kill(static_cast<pid_t>(process.pid), 0) == 0 || errno == EPERM;
  return row && row->id == process && !row->dead();
}

bool IsStopped(std::int64_t pid) {
  const auto row = ReadProcess(pid);
  return row && (row->state == 'T' || row->state == 't');
}

namespace {

// The value of the variable in each of these processes that has it. While a program is loaded the kernel shows an empty
// environment: those are read again, all together, for about a second.
std::map<std::int64_t, std::string> ReadVariables(std::vector<std::int64_t> pids, std::string_view name,
                                                  SearchPatience& patience) {
  constexpr int kLongestPauseMs = 512;
  std::map<std::int64_t, std::string> values;
  for (int pause_ms = 1;; pause_ms *= 2) {
    std::vector<std::int64_t> loading;
    for (const std::int64_t pid : pids) {
      const auto environment = ReadProcFile(ProcPath(pid, "environ"), &patience);
      if (environment && environment->empty()) {
        const auto row = ReadRow(pid, &patience);
        if (row && !row->dead() && !row->bare) loading.push_back(pid);
      }
      if (const auto value = environment ? FindVariable(*environment, name) : std::nullopt) values[pid] = *value;
    }
    if (loading.empty() || pause_ms > kLongestPauseMs) return values;
    ::poll(nullptr, 0, pause_ms);
    pids = std::move(loading);
  }
}

}  // namespace

std::optional<std::string> ReadVariable(std::int64_t pid, std::string_view name) {
  SearchPatience patience;
  const auto values = ReadVariables({pid}, name, patience);
  const auto found = values.find(pid);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

std::vector<ProcessId> FindByEnvironment(std::string_view name, std::string_view value) {
  const std::int64_t self = OwnPid();
  std::map<std::int64_t, ProcessId> seen;
  std::vector<std::int64_t> pids;
  SearchPatience patience;
  for (std::int64_t pid : ReadPids(patience)) {
    if (pid == self) continue;
    const auto row = ReadRow(pid, &patience);
    if (!row || row->dead() || row->of_kernel) continue;
    seen[pid] = row->id;
    pids.push_back(pid);
  }
  std::vector<ProcessId> found;
  for (const auto& [pid, its] : ReadVariables(std::move(pids), name, patience)) {
    if (its == value && IsAlive(seen[pid])) found.push_back(seen[pid]);
  }
  return found;
}

namespace {

// Of the others, the living ones.
std::vector<ProcessId> OthersAlive(SearchPatience& patience) {
  std::vector<ProcessId> others;
  for (const std::int64_t pid : ReadPids(patience)) {
    const auto row = pid == OwnPid() ? std::nullopt : ReadRow(pid, &patience);
    if (row && !row->dead() && !row->of_kernel) others.push_back(row->id);
  }
  return others;
}

// Where a link of /proc leads; empty: it cannot be read.
std::string LeadsTo(const std::filesystem::path& link) {
  std::error_code error;
  const auto target = std::filesystem::read_symlink(link, error);
  return error ? "" : target.string();
}

bool StandsIn(std::string_view path, std::string_view directory) {
  return path == directory || (path.starts_with(directory) && path.substr(directory.size()).starts_with('/'));
}

}  // namespace

std::vector<ProcessAtWork> ListAtWork() {
  std::vector<ProcessAtWork> found;
  SearchPatience patience;
  for (const ProcessId& process : OthersAlive(patience)) {
    std::string stands = LeadsTo(ProcPath(process.pid, "cwd"));
    if (stands.empty()) continue;
    std::vector<std::string> argv;
    const std::string line = ReadProcFile(ProcPath(process.pid, "cmdline"), &patience).value_or("");
    for (const std::string_view word : Split(line, '\0')) argv.emplace_back(word);
    if (!argv.empty() && argv.back().empty()) argv.pop_back();
    found.push_back({process, std::move(argv), std::move(stands)});
  }
  return found;
}

std::vector<ProcessAtWork> FindAtWork(const std::vector<std::string>& directories) {
  std::vector<ProcessAtWork> found = ListAtWork();
  std::erase_if(found, [&](const ProcessAtWork& process) {
    return std::ranges::none_of(directories,
                                [&](const std::string& directory) { return StandsIn(process.directory, directory); });
  });
  return found;
}

bool HasMount(std::int64_t pid, std::string_view part) {
  const std::string theirs = LeadsTo(ProcPath(pid, "ns/mnt"));
  if (theirs.empty() || theirs == LeadsTo("/proc/self/ns/mnt")) return false;
  SearchPatience patience;
  return ReadProcFile(ProcPath(pid, "mountinfo"), &patience).value_or("").find(part) != std::string::npos;
}

std::vector<ProcessId> FindByMount(std::string_view part) {
  SearchPatience patience;
  std::vector<ProcessId> found = OthersAlive(patience);
  std::erase_if(found, [&](const ProcessId& process) { return !HasMount(process.pid, part); });
  return found;
}

std::vector<ProcessId> FindWithOpen(const std::string& file) {
  std::vector<ProcessId> found;
  SearchPatience patience;
  for (const ProcessId& process : OthersAlive(patience)) {
    std::error_code error;
    std::filesystem::directory_iterator open(ProcPath(process.pid, "fd"), error);
    for (; !error && open != std::filesystem::directory_iterator(); open.increment(error)) {
      if (LeadsTo(open->path()) != file) continue;
      found.push_back(process);
      break;
    }
  }
  return found;
}

std::vector<std::int64_t> ReadChildren(std::int64_t pid) {
  std::vector<std::int64_t> children;
  static const KeptProcFile own(ChildrenFile(OwnPid()));
  auto known = pid == OwnPid() ? own.Read() : std::nullopt;
  SearchPatience patience;
  const std::string text = known ? *known : ReadProcFile(ChildrenFile(pid), &patience).value_or("");
  for (std::string_view word : Split(text, ' ')) {
    if (auto child = ParseInt(word)) children.push_back(*child);
  }
  return children;
}

bool IsMoreConfined(std::int64_t pid) {
  static const Confinement ours = ReadConfinement(OwnPid());
  const Confinement theirs = ReadConfinement(pid);
  return theirs.filters > ours.filters || (theirs.no_new_rights && !ours.no_new_rights);
}

bool KnowsChildren() {
  static const bool known = ::access(ChildrenFile(OwnPid()).c_str(), R_OK) == 0;
  return known;
}

// What others set is read once: it does not change any more. What this program sets itself, at any time, is named.
std::uint64_t OwnSignals() {
  constexpr auto bit = [](int number) { return std::uint64_t{1} << (number - 1); };
  constexpr std::uint64_t kSetByUs = bit(SIGHUP) | bit(SIGINT) | bit(SIGQUIT) | bit(SIGPIPE) | bit(SIGTERM);
  static const std::uint64_t inherited = [] {
    const std::string status = ReadProcFile("/proc/self/status").value_or("");
    const auto ignored = ReadMask(status, "SigIgn:");
    const auto caught = ReadMask(status, "SigCgt:");
    return ignored && caught ? *ignored | *caught : ~std::uint64_t{0};
  }();
  return inherited | kSetByUs;
}

// Read once, for the same reason as ThisProcess().
std::string BootId() {
  static std::mutex mutex;
  static std::string known;
  std::lock_guard lock(mutex);
  if (known.empty()) known = Trim(ReadProcFile("/proc/sys/kernel/random/boot_id").value_or(""));
  return known;
}

// Read once, with a failure: an engine must not become another owner in mid-run.
std::string PidNamespace() {
  static const std::string known = [] {
    std::error_code error;
    const auto name = std::filesystem::read_symlink("/proc/self/ns/pid", error);
    return error ? std::string() : name.string();
  }();
  return known;
}

// Read once: a machine that gets another name in mid-run must not take its own engine for a stranger.
std::string HostName() {
  static const std::string known = [] {
    std::array<char, 256> name{};
    return std::string(::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost");
  }();
  return known;
}

}  // namespace forge
