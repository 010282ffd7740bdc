// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gf::model {

/// Returns the file named in the workload of a kernel: PATH of "file:PATH", or of
/// "NAME:matrix=PATH;...". The result is a view into `workload`; empty if it names no file.
std::string_view file_of_kernel(std::string_view workload);

/// Returns `workload` with a relative path of such a file resolved against `directory`.
std::string workload_from(const std::string& workload, const std::filesystem::path& directory);

/// Returns the existing files that kernels of the schedule in `file` name, relative to its
/// directory. Names with parameters in the text form ("file:w{i}.ini") are not found.
std::vector<std::string> files_of_schedule(const std::string& file);

}  // namespace gf::model
