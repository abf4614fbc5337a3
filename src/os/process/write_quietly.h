// A write to a pipe or socket whose reader may have gone. Inside os/ only.
#pragma once

#include <sys/types.h>

#include <string_view>

namespace forge {

// As write(2), but never raises SIGPIPE when the reader is gone.
ssize_t WriteQuietly(int fd, std::string_view text);

}  // namespace forge
