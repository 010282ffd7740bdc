// SPDX-License-Identifier: Apache-2.0
#include "core/system/standard_streams.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace gf::core {

void open_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // open() returns the lowest free descriptor, which is this one. Without a /dev/null nothing
    // better can be done.
    (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace gf::core
