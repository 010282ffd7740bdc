// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace gf::core {

/// This machine's name: machines that share files tell by it whose process made what.
std::string host_name();

/// Whether a process of this machine lives, whoever its user is.
bool is_alive(pid_t process);

/// The process id that `text` spells in digits and nothing else.
std::optional<pid_t> process_id(std::string_view text);

}  // namespace gf::core
