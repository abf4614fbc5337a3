// Leaves processes behind that are hard to end, and says when they are there. Uses nothing of Forge.
//   leaver chain FILE SECONDS     one that is always another: each ends as soon as it has started the next one
//   leaver sibling FILE SECONDS   one whose parent is the leaver's own
//   leaver crowd FILE SECONDS     fifty without a parent, which do not end when they are told to
// They hold a lock on FILE while one of them lives, for SECONDS at most.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace {

double Now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

void Chain(double until) {
  ::signal(SIGCHLD, SIG_IGN);
  while (Now() < until) {
    ::setsid();
    if (::fork() > 0) ::_exit(0);
  }
}

void Crowd(double until) {
  constexpr int kSize = 50;
  for (int i = 0; i < kSize; ++i) {
    if (::fork() > 0) continue;
    ::setsid();
    while (Now() < until) ::sleep(1);
    return;
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) return 2;
  const int file = ::open(words[2], O_RDWR | O_CREAT, 0600);
  if (file < 0 || ::flock(file, LOCK_EX) != 0) return 1;
  const double until = Now() + std::atof(words[3]);
  const bool sibling = std::string(words[1]) == "sibling";
  if ((sibling ? ::syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) : ::fork()) > 0) return 0;
  for (const int number : {SIGTERM, SIGHUP, SIGINT}) ::signal(number, SIG_IGN);
  for (int stream = 0; stream < 3; ++stream) ::close(stream);
  if (std::string(words[1]) == "chain") Chain(until);
  if (std::string(words[1]) == "crowd") Crowd(until);
  if (sibling && ::setsid() > 0) {
    while (Now() < until) ::sleep(1);
  }
  ::_exit(0);
}
