// SPDX-License-Identifier: Apache-2.0
#include "core/system/host.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <signal.h>
#include <unistd.h>

namespace gf::core {

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "host";
}

bool is_alive(pid_t process) { return ::kill(process, 0) == 0 || errno == EPERM; }

std::optional<pid_t> process_id(std::string_view text) {
  pid_t process = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, process);
  const bool whole = error == std::errc() && stop == end && process > 0;
  return whole ? std::optional(process) : std::nullopt;
}

}  // namespace gf::core
