// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gf::model {

/// The file that the workload of a kernel names: PATH of "file:PATH", or of "NAME:matrix=PATH;...".
/// A view into `workload`; empty: it names none.
std::string_view file_of_kernel(std::string_view workload);

/// `workload` with a relative name of such a file counted from `directory`.
std::string workload_from(const std::string& workload, const std::filesystem::path& directory);

/// The files that kernels of the schedule in `file` name, which count from its directory. Those
/// that are there; in the text form names with parameters in them ("file:w{i}.ini") are not found.
std::vector<std::string> files_of_schedule(const std::string& file);

}  // namespace gf::model
