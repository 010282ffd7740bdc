// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <filesystem>
#include <string>

#include "core/system/child_process.h"
#include "runs/request.h"
#include "runs/result.h"

namespace gf::runs {

/// What a process that wrote `error_file` complained of last, in one line: the first line of its
/// last message, which says what it is ("deadlock at ..."), where the last line only says a part.
/// Of a process that wrote no message as gpufabric does, its last line that is not blank.
std::string last_words(const std::filesystem::path& error_file);

/// Of a process that ended badly.
RunError failure_of(const Request& request, const core::ChildProcess& child,
                    const std::string& words);

/// Of a run that this process could not make, start or keep.
RunError failure_of(const Request& request, const std::exception& error);

}  // namespace gf::runs
