// Tries to get out of a sandbox, one attempt after the other, and says what got through. Uses nothing of Forge.
//   prober world PLACE...   makes what there is to reach: sockets at these places, and so on; prints where they are,
//   and
//                           waits until its input ends
//   prober try WORD...      with those words; a line for each attempt: "through", "refused" or "absent", and its name
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/perf_event.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

enum Outcome { kThrough, kRefused, kAbsent };

struct Attempt {
  std::string name;
  std::function<Outcome()> make;
};
using Attempts = std::vector<Attempt>;

// A call that worked got through; one that this kernel does not have proves nothing.
Outcome From(long result) {
  if (result >= 0) return kThrough;
  return errno == ENOSYS || errno == EAFNOSUPPORT || errno == EPROTONOSUPPORT || errno == ESOCKTNOSUPPORT ? kAbsent
                                                                                                          : kRefused;
}

socklen_t Address(const std::string& path, sockaddr_un& address) {
  address = {};
  address.sun_family = AF_UNIX;
  const std::size_t size = std::min(path.size(), sizeof address.sun_path - 1);
  std::memcpy(address.sun_path, path.data(), size);
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + size + (path[0] == '\0' ? 0 : 1));
}

int Unix(int type) { return ::socket(AF_UNIX, type | SOCK_CLOEXEC, 0); }

Outcome Connect(int socket, const std::string& path) {
  sockaddr_un address;
  const socklen_t size = Address(path, address);
  return socket >= 0 && ::connect(socket, reinterpret_cast<sockaddr*>(&address), size) == 0 ? kThrough : kRefused;
}

Outcome Send(int socket, const std::string& path, bool by_message) {
  sockaddr_un address;
  const socklen_t size = Address(path, address);
  iovec part{const_cast<char*>("x"), 1};
  msghdr message{};
  message.msg_name = &address;
  message.msg_namelen = size;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  const ssize_t sent = by_message ? ::sendmsg(socket, &message, MSG_NOSIGNAL)
                                  : ::sendto(socket, "x", 1, MSG_NOSIGNAL, reinterpret_cast<sockaddr*>(&address), size);
  return socket >= 0 && sent == 1 ? kThrough : kRefused;
}

int FirstOfPair(int type) {
  int pair[2] = {-1, -1};
  return ::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, pair) == 0 ? pair[0] : -1;
}

// ---- Sockets of other programs: `place`.s, .q and .d are a stream, one of packets, and one of messages.

void AddSockets(Attempts& all, const std::string& place, const std::string& outside_root) {
  const auto add = [&](const std::string& how, std::function<Outcome()> make) {
    all.push_back({"socket " + place + ": " + how, std::move(make)});
  };
  add("connect", [=] { return Connect(Unix(SOCK_STREAM), place + ".s"); });
  add("connect, packets", [=] { return Connect(Unix(SOCK_SEQPACKET), place + ".q"); });
  add("connect, messages", [=] { return Connect(Unix(SOCK_DGRAM), place + ".d"); });
  add("sendto", [=] { return Send(Unix(SOCK_DGRAM), place + ".d", false); });
  add("sendmsg", [=] { return Send(Unix(SOCK_DGRAM), place + ".d", true); });
  add("a pair that is connected again", [=] { return Connect(FirstOfPair(SOCK_DGRAM), place + ".d"); });
  add("a pair that sends elsewhere", [=] { return Send(FirstOfPair(SOCK_DGRAM), place + ".d", false); });
  // The kernel makes it one of messages.
  add("a raw socket", [=] { return Send(Unix(SOCK_RAW), place + ".d", false); });
  add("a raw pair that is connected again", [=] { return Connect(FirstOfPair(SOCK_RAW), place + ".d"); });
  add("a raw pair that sends elsewhere", [=] { return Send(FirstOfPair(SOCK_RAW), place + ".d", true); });
  add("through a link", [=] {
    const std::string link = std::string(std::getenv("TMPDIR") != nullptr ? std::getenv("TMPDIR") : "/tmp") + "/link";
    ::unlink(link.c_str());
    if (::symlink((place + ".s").c_str(), link.c_str()) != 0) return kRefused;
    const Outcome outcome = Connect(Unix(SOCK_STREAM), link);
    ::unlink(link.c_str());
    return outcome;
  });
  add("a short name from its directory", [=] {
    const std::size_t slash = place.rfind('/');
    if (::chdir(place.substr(0, slash).c_str()) != 0) return kRefused;
    return Connect(Unix(SOCK_STREAM), place.substr(slash + 1) + ".s");
  });
  add("through a descriptor", [=] {
    const int fd = ::open((place + ".s").c_str(), O_PATH | O_CLOEXEC);
    return fd < 0 ? kRefused : Connect(Unix(SOCK_STREAM), "/proc/self/fd/" + std::to_string(fd));
  });
  add("through the root of another process", [=] { return Connect(Unix(SOCK_STREAM), outside_root + place + ".s"); });
  add("in a namespace of its own", [=] {
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return kRefused;
    return Connect(Unix(SOCK_STREAM), place + ".s");
  });
}

// ---- Other processes of the same user.

void AddProcess(Attempts& all, const std::string& who, pid_t pid) {
  const auto add = [&](const std::string& how, std::function<long()> call) {
    all.push_back({"process " + who + ": " + how, [=] { return From(call()); }});
  };
  const rlimit same{RLIM_INFINITY, RLIM_INFINITY};
  add("kill", [=] { return ::kill(pid, 0); });
  add("tkill", [=] { return ::syscall(SYS_tkill, pid, 0); });
  add("tgkill", [=] { return ::syscall(SYS_tgkill, pid, pid, 0); });
  add("rt_sigqueueinfo", [=] {
    siginfo_t info{};
    info.si_code = SI_QUEUE;
    return ::syscall(SYS_rt_sigqueueinfo, pid, 0, &info);
  });
  add("pidfd_send_signal", [=] {
    const long fd = ::syscall(SYS_pidfd_open, pid, 0);
    return fd < 0 ? fd : ::syscall(SYS_pidfd_send_signal, fd, 0, nullptr, 0);
  });
  for (const int which :
       {RLIMIT_CPU, RLIMIT_NOFILE, RLIMIT_AS, RLIMIT_FSIZE, RLIMIT_NPROC, RLIMIT_CORE, RLIMIT_STACK}) {
    add("prlimit " + std::to_string(which), [=] {
      rlimit now = same;
      if (::syscall(SYS_prlimit64, pid, which, nullptr, &now) != 0) return -1L;
      return ::syscall(SYS_prlimit64, pid, which, &now, nullptr);
    });
  }
  // Each sets what is there already: the control must change nothing.
  add("setpriority", [=] {
    const auto whom = static_cast<id_t>(pid);
    return ::setpriority(PRIO_PROCESS, whom, ::getpriority(PRIO_PROCESS, whom));
  });
  add("setpriority of its group", [=] {
    const auto whom = static_cast<id_t>(::getpgid(pid));
    return ::setpriority(PRIO_PGRP, whom, ::getpriority(PRIO_PGRP, whom));
  });
  add("ioprio_set", [=] { return ::syscall(SYS_ioprio_set, 1, pid, ::syscall(SYS_ioprio_get, 1, pid)); });
  add("sched_setaffinity", [=] {
    cpu_set_t set;
    return ::sched_getaffinity(pid, sizeof set, &set) != 0 ? -1 : ::sched_setaffinity(pid, sizeof set, &set);
  });
  add("sched_setscheduler", [=] {
    const sched_param none{};
    return ::sched_setscheduler(pid, SCHED_OTHER, &none);
  });
  add("sched_setparam", [=] {
    const sched_param none{};
    return ::sched_setparam(pid, &none);
  });
  add("sched_setattr", [=] {
    struct {
      std::uint32_t size = 48, policy = SCHED_OTHER;
      std::uint64_t flags = 0;
      std::int32_t nice = 0;
      std::uint32_t priority = 0;
      std::uint64_t runtime = 0, deadline = 0, period = 0;
    } attributes;
    return ::syscall(SYS_sched_setattr, pid, &attributes, 0);
  });
  add("migrate_pages", [=] {
    unsigned long nodes = 1;
    return ::syscall(SYS_migrate_pages, pid, 64UL, &nodes, &nodes);
  });
  add("move_pages", [=] {
    void* page = nullptr;
    int status = 0;
    return ::syscall(SYS_move_pages, pid, 1UL, &page, nullptr, &status, 0);
  });
  add("process_madvise", [=] {
    const long fd = ::syscall(SYS_pidfd_open, pid, 0);
    iovec none{nullptr, 0};
    return fd < 0 ? fd : ::syscall(SYS_process_madvise, fd, &none, 1UL, 21, 0);
  });
  add("process_vm_readv", [=] {
    char byte = 0;
    iovec mine{&byte, 1}, theirs{reinterpret_cast<void*>(&::environ), 1};
    const long count = ::syscall(SYS_process_vm_readv, pid, &mine, 1UL, &theirs, 1UL, 0UL);
    return count < 0 && errno == EFAULT ? 0 : count;  // another address, and no refusal
  });
  add("ptrace", [=] { return ::ptrace(PTRACE_SEIZE, pid, nullptr, nullptr); });
  add("pidfd_getfd", [=] {
    const long fd = ::syscall(SYS_pidfd_open, pid, 0);
    return fd < 0 ? fd : ::syscall(SYS_pidfd_getfd, fd, 0, 0);
  });
  add("kcmp", [=] { return ::syscall(SYS_kcmp, ::getpid(), pid, 1, 0UL, 0UL); });
  add("perf_event_open", [=] {
    perf_event_attr event{};
    event.type = PERF_TYPE_SOFTWARE;
    event.size = sizeof event;
    event.config = PERF_COUNT_SW_CPU_CLOCK;
    event.exclude_kernel = 1;
    return ::syscall(SYS_perf_event_open, &event, pid, -1, -1, 0UL);
  });
  for (const char* file : {"mem", "cwd/", "root/", "ns/mnt"}) {
    add(std::string("open ") + file,
        [=] { return ::open(("/proc/" + std::to_string(pid) + "/" + file).c_str(), O_RDONLY | O_CLOEXEC); });
  }
  for (const char* file :
       {"environ", "maps", "auxv", "io", "syscall", "stack"}) {  // refused at the open or at the read
    add(std::string("read ") + file, [=] {
      char byte = 0;
      const int fd = ::open(("/proc/" + std::to_string(pid) + "/" + file).c_str(), O_RDONLY | O_CLOEXEC);
      return fd < 0 || ::read(fd, &byte, 1) != 1 ? -1 : 0;
    });
  }
  for (const char* link : {"cwd", "root", "exe", "fd/0", "ns/net"}) {
    add(std::string("follow ") + link, [=] {
      char target[256];
      return ::readlink(("/proc/" + std::to_string(pid) + "/" + link).c_str(), target, sizeof target);
    });
  }
  for (const char* file : {"oom_score_adj", "comm", "coredump_filter", "timerslack_ns", "autogroup"}) {
    add(std::string("write ") + file,
        [=] { return ::open(("/proc/" + std::to_string(pid) + "/" + file).c_str(), O_WRONLY | O_CLOEXEC); });
  }
}

// ---- Sockets that are no files.

void AddFamilies(Attempts& all) {
  for (int family = 3; family < 46; ++family) {
    if (family == AF_INET6 || family == AF_NETLINK) continue;
    all.push_back({"socket family " + std::to_string(family), [=] {
                     Outcome best = kAbsent;
                     for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) {
                       best = std::min(best, From(::socket(family, type, 0)));
                     }
                     return best;
                   }});
  }
  for (int protocol = 1; protocol < 23; ++protocol) {
    all.push_back({"netlink " + std::to_string(protocol),
                   [=] { return From(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol)); }});
  }
}

// ---- Files that would run with our rights.

void AddSetIds(Attempts& all) {
  const std::string mine = std::string(std::getenv("TMPDIR") != nullptr ? std::getenv("TMPDIR") : "/tmp") + "/probe";
  for (const unsigned mode : {04755U, 02755U, 06755U}) {
    const auto add = [&](const std::string& how, std::function<long(const char*)> make) {
      char digits[8];
      std::snprintf(digits, sizeof digits, "%o", mode);
      all.push_back({"set-id file " + std::string(digits) + ": " + how, [=] {
                       const std::string path = mine + std::to_string(::getpid());
                       if (how != "open" && how != "openat" && how != "creat" && !how.starts_with("mknod")) {
                         ::close(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
                       }
                       const long made = make(path.c_str());
                       const int error = errno;
                       struct stat status{};
                       const bool has = ::stat(path.c_str(), &status) == 0 && (status.st_mode & 06000) != 0;
                       ::unlink(path.c_str());
                       errno = error;
                       return made >= 0 && has ? kThrough : From(-1);
                     }});
    };
    add("chmod", [=](const char* path) { return ::chmod(path, mode); });
    add("fchmod", [=](const char* path) { return ::fchmod(::open(path, O_RDONLY | O_CLOEXEC), mode); });
    add("fchmodat", [=](const char* path) { return ::syscall(SYS_fchmodat, AT_FDCWD, path, mode); });
    add("fchmodat2", [=](const char* path) { return ::syscall(452, AT_FDCWD, path, mode, 0); });
    add("open", [=](const char* path) { return ::syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT, mode); });
    add("openat2", [=](const char* path) {
      const std::uint64_t how[3] = {O_WRONLY | O_CREAT, mode, 0};
      ::unlink(path);
      return ::syscall(SYS_openat2, AT_FDCWD, path, how, sizeof how);
    });
    add("mknodat", [=](const char* path) { return ::syscall(SYS_mknodat, AT_FDCWD, path, S_IFREG | mode, 0); });
#ifdef SYS_open
    add("creat", [=](const char* path) { return ::syscall(SYS_creat, path, mode); });
    add("mknod", [=](const char* path) { return ::syscall(SYS_mknod, path, S_IFREG | mode, 0); });
#endif
  }
}

// ---- The kernel's own parts, and memory of others.

void AddKernel(Attempts& all, const std::map<std::string, std::string>& world) {
  const auto add = [&](const std::string& name, std::function<long()> call) {
    all.push_back({name, [=] { return From(call()); }});
  };
  const auto number = [&](const char* name) {
    const auto found = world.find(name);
    return found == world.end() ? 0 : std::atoi(found->second.c_str());
  };
  const auto text = [&](const char* name) {
    const auto found = world.find(name);
    return found == world.end() ? std::string() : found->second;
  };
  add("shared memory, SysV", [id = number("shm")] { return ::shmat(id, nullptr, SHM_RDONLY) == MAP_FAILED ? -1 : 0; });
  add("semaphore, SysV", [id = number("sem")] { return ::semctl(id, 0, GETVAL); });
  add("message queue, SysV", [id = number("msg")] {
    msqid_ds status{};
    return ::msgctl(id, IPC_STAT, &status);
  });
  add("shared memory, POSIX", [name = text("posix")] { return ::shm_open(name.c_str(), O_RDWR, 0); });
  add("message queue, POSIX", [name = text("mq")] { return ::mq_open(name.c_str(), O_RDWR); });
  add("keys: read the user's", [key = number("key")] {
    char buffer[64];
    return ::syscall(SYS_keyctl, 11, key, buffer, sizeof buffer);
  });
  add("keys: add", [] { return ::syscall(SYS_add_key, "user", "forge-probe", "x", 1UL, -3); });
  add("keys: search", [] { return ::syscall(SYS_request_key, "user", "forge-world", nullptr, 0); });
  add("keys: join a session", [] { return ::syscall(SYS_keyctl, 1, nullptr); });
  add("io_uring", [] {
    char parameters[120] = {};
    return ::syscall(SYS_io_uring_setup, 4, parameters);
  });
  add("bpf", [] {
    bpf_attr map{};
    map.map_type = BPF_MAP_TYPE_ARRAY;
    map.key_size = map.value_size = 4;
    map.max_entries = 1;
    return ::syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map);
  });
  add("userfaultfd", [] { return ::syscall(SYS_userfaultfd, 1); });
  add("fanotify", [] { return ::syscall(SYS_fanotify_init, 0x200, O_RDONLY); });
  add("the kernel's log", [] { return ::syscall(SYS_syslog, 10, nullptr, 0); });
  add("a port below 1024", [] {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    for (const int port : {1001, 1009, 1013}) {
      address.sin_port = htons(static_cast<std::uint16_t>(port));
      if (::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) return 0;
    }
    return -1;
  });
  add("an abstract socket", [name = text("abstract")] {
    return Connect(Unix(SOCK_STREAM), std::string(1, '\0') + name) == kThrough ? 0 : (errno = EPERM, -1);
  });
  const auto connect = [](std::uint32_t host, int port, int type, int protocol) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(host);
    return ::connect(::socket(AF_INET, type, protocol), reinterpret_cast<sockaddr*>(&address), sizeof address);
  };
  constexpr std::uint32_t kOfNoMachine = 0xc0000201;  // 192.0.2.1
  const int tcp = number("tcp");
  add("network: tcp", [=] { return connect(INADDR_LOOPBACK, tcp, SOCK_STREAM, 0); });
  add("network: tcp of several paths", [=] { return connect(INADDR_LOOPBACK, tcp, SOCK_STREAM, 262); });
  add("network: udp", [=] { return connect(kOfNoMachine, 9, SOCK_DGRAM, 0); });
  add("network: ping", [=] { return connect(kOfNoMachine, 9, SOCK_DGRAM, IPPROTO_ICMP); });
}

// In a child: what an attempt changes of itself must not spoil the next one.
Outcome MakeInChild(const Attempt& attempt) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(5);
    ::_exit(attempt.make());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? static_cast<Outcome>(WEXITSTATUS(status)) : kRefused;
}

int Try(int count, char** words) {
  std::map<std::string, std::string> world;
  Attempts all;
  std::vector<std::string> places;
  for (int i = 0; i < count; ++i) {
    const std::string word = words[i];
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      places.push_back(word);
    } else {
      world[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }
  const pid_t victim = std::atoi(world["victim"].c_str());
  for (const std::string& place : places) AddSockets(all, place, "/proc/" + world["victim"] + "/root");
  AddProcess(all, "victim", victim);
  if (world.contains("engine")) AddProcess(all, "engine", std::atoi(world["engine"].c_str()));
  AddFamilies(all);
  AddSetIds(all);
  AddKernel(all, world);
  constexpr const char* kWords[] = {"through", "refused", "absent"};
  for (const Attempt& attempt : all) std::printf("%s %s\n", kWords[MakeInChild(attempt)], attempt.name.c_str());
  return 0;
}

void Listen(const std::string& path, int type) {
  sockaddr_un address;
  const socklen_t size = Address(path, address);
  const int socket = Unix(type);
  if (::bind(socket, reinterpret_cast<sockaddr*>(&address), size) != 0) std::perror(path.c_str());
  if (type != SOCK_DGRAM) ::listen(socket, 1000);
}

int MakeWorld(int count, char** places) {
  const std::string own = std::to_string(::getpid());
  for (int i = 0; i < count; ++i) {
    Listen(std::string(places[i]) + ".s", SOCK_STREAM);
    Listen(std::string(places[i]) + ".q", SOCK_SEQPACKET);
    Listen(std::string(places[i]) + ".d", SOCK_DGRAM);
  }
  Listen(std::string(1, '\0') + "forge-world-" + own, SOCK_STREAM);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int tcp = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  socklen_t size = sizeof address;
  if (::bind(tcp, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(tcp, 100) != 0) std::perror("tcp");
  ::getsockname(tcp, reinterpret_cast<sockaddr*>(&address), &size);
  const int shm = ::shmget(IPC_PRIVATE, 4096, 0600), sem = ::semget(IPC_PRIVATE, 1, 0600);
  const int msg = ::msgget(IPC_PRIVATE, 0600);
  const std::string posix = "/forge-world-" + own;
  const int memory = ::shm_open(posix.c_str(), O_RDWR | O_CREAT, 0600);
  const mqd_t queue = ::mq_open(posix.c_str(), O_RDWR | O_CREAT, 0600, nullptr);
  const long key = ::syscall(SYS_add_key, "user", "forge-world", "secret", 6UL, -4);  // the user's keyring
  const pid_t victim = ::fork();
  if (victim == 0) {
    ::setpgid(0, 0);
    for (;;) ::pause();
  }
  std::printf("victim=%d tcp=%d shm=%d sem=%d msg=%d posix=%s mq=%s key=%ld abstract=forge-world-%s\n", victim,
              ntohs(address.sin_port), shm, sem, msg, posix.c_str(), posix.c_str(), key, own.c_str());
  std::fflush(stdout);
  char byte = 0;
  while (::read(0, &byte, 1) > 0) {
  }
  ::kill(victim, SIGKILL);
  ::shmctl(shm, IPC_RMID, nullptr);
  ::semctl(sem, 0, IPC_RMID);
  ::msgctl(msg, IPC_RMID, nullptr);
  ::shm_unlink(posix.c_str());
  ::mq_unlink(posix.c_str());
  ::syscall(SYS_keyctl, 9, key, -4);  // unlink
  for (int i = 0; i < count; ++i) {
    for (const char* end : {".s", ".q", ".d"}) ::unlink((places[i] + std::string(end)).c_str());
  }
  return memory >= 0 && queue >= 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  const std::string mode = count > 1 ? words[1] : "";
  if (mode == "world") return MakeWorld(count - 2, words + 2);
  if (mode == "try") return Try(count - 2, words + 2);
  return 2;
}
