// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace gf::core {

/// Returns this machine's name, which distinguishes the processes of machines that share files.
std::string host_name();

/// Tells whether a process of this machine exists, of whatever user.
bool is_alive(pid_t process);

/// Returns the process id in `text`, which must consist of digits only.
std::optional<pid_t> process_id(std::string_view text);

}  // namespace gf::core
