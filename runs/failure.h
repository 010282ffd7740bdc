// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <filesystem>
#include <string>

#include "core/system/child_process.h"
#include "runs/request.h"
#include "runs/result.h"

namespace gf::runs {

/// Returns the last error message of the process that wrote `error_file`, in one line. It is the
/// first line of the last message, which names the error ("deadlock at ..."); later lines only give
/// details. If the process wrote no message in gpufabric's form, returns its last line that is not
/// blank.
std::string last_words(const std::filesystem::path& error_file);

/// Returns the error for a process that ended badly.
RunError failure_of(const Request& request, const core::ChildProcess& child,
                    const std::string& words);

/// Returns the error for a run that this process could not prepare, start or keep.
RunError failure_of(const Request& request, const std::exception& error);

}  // namespace gf::runs
