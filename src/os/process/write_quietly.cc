#include "os/process/write_quietly.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace forge {

ssize_t WriteQuietly(int fd, std::string_view text) {
  sigset_t pipe_only, before;
  ::sigemptyset(&pipe_only);
  ::sigaddset(&pipe_only, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
  ssize_t count = ::write(fd, text.data(), text.size());
  int error = errno;
  if (count < 0 && error == EPIPE && ::sigismember(&before, SIGPIPE) == 0) {
    timespec none{};
    ::sigtimedwait(&pipe_only, nullptr, &none);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return count;
}

}  // namespace forge
