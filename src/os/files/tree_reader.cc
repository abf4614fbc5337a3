#include "os/files/tree_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "os/fault.h"
#include "os/fd.h"

namespace forge {
namespace {

constexpr std::size_t kFirstBuffer = std::size_t{256} << 10U;

}  // namespace

struct TreeReader::State {
  Fd root;
  std::unique_ptr<char[]> buffer;
  std::size_t capacity = 0;

  void Grow(std::size_t wanted, std::size_t kept) {
    auto larger = std::make_unique_for_overwrite<char[]>(wanted);
    if (kept > 0) std::memcpy(larger.get(), buffer.get(), kept);
    buffer = std::move(larger);
    capacity = wanted;
  }
};

TreeReader::TreeReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
TreeReader::TreeReader(TreeReader&&) noexcept = default;
TreeReader& TreeReader::operator=(TreeReader&&) noexcept = default;
TreeReader::~TreeReader() = default;

Result<TreeReader> TreeReader::Open(const std::string& root) {
  auto state = std::make_unique<State>();
  state->root = Fd(sys::Open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!state->root.is_open()) return FailErrno("open", root, errno);
  state->Grow(kFirstBuffer, 0);
  return TreeReader(std::move(state));
}

std::optional<std::string_view> TreeReader::Read(const std::string& path, std::size_t limit) {
  // Do not wait for the writer of a pipe that replaced the file.
  Fd file(sys::OpenAt(state_->root.get(), path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open()) return std::nullopt;
  std::size_t size = 0;
  while (true) {
    const ssize_t count = sys::Read(file.get(), state_->buffer.get() + size, state_->capacity - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    size += static_cast<std::size_t>(count);
    if (size > limit) return std::nullopt;
    // A short read means the end of a regular file: most files need one call.
    if (size < state_->capacity) break;
    struct stat status{};
    if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    const auto whole = static_cast<std::size_t>(std::max<off_t>(status.st_size, 0));
    if (whole > limit) return std::nullopt;
    state_->Grow(std::max(whole + 1, state_->capacity * 2), size);
  }
  return std::string_view(state_->buffer.get(), size);
}

}  // namespace forge
