// A write to a pipe or socket whose reader may have gone. Inside os/ only.
#pragma once

#include <sys/types.h>

#include <string_view>

namespace forge {

// As write(2), but without dying of it when the reader has gone, whatever the program does with SIGPIPE.
ssize_t WriteQuietly(int fd, std::string_view text);

}  // namespace forge
