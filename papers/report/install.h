// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/system/put_in_place.h"

namespace gf::papers::report {

/// Names of a report's files and directories.
inline constexpr const char* kReportNames[] = {"runs", "results.json", "report.html"};

/// Returns whether `directory` holds only a report and the folder ".partial".
bool holds_only_a_report(const std::filesystem::path& directory);

/// Moves the report in `made` into place as the whole of `directory`, which must hold no other
/// files. At any time either the earlier report or the new one is there, complete. `by` is an
/// unused name next to `directory`, needed during the move. If it throws
/// std::filesystem::filesystem_error, it has moved nothing.
void install_as_whole(const std::filesystem::path& made, const std::filesystem::path& by,
                      const std::filesystem::path& directory, core::Moves& moves);

/// Moves the report in `directory`/.partial/new among the other files of `directory`, name by name.
/// If the process is killed meanwhile, names of both reports remain until finish_install(); all
/// files of both are still on disk. Throws std::filesystem::filesystem_error.
void install_among_others(const std::filesystem::path& directory, core::Moves& moves);

/// Completes an install_among_others() that was killed; otherwise does nothing.
void finish_install(const std::filesystem::path& directory, core::Moves& moves);

}  // namespace gf::papers::report
