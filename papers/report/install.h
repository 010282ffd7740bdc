// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/system/put_in_place.h"

namespace gf::papers::report {

/// What a report consists of, and nothing else in its directory.
inline constexpr const char* kReportNames[] = {"runs", "results.json", "report.html"};

/// Whether `directory` holds nothing but a report and the folder ".partial".
bool holds_only_a_report(const std::filesystem::path& directory);

/// Moves the report in `made` to `directory` as a directory in place of that, which holds no other
/// files: at every moment the earlier report or the new one is there, whole. `by` is a name of
/// nothing, beside it, for the time of the move. Throws std::filesystem::filesystem_error, and then
/// has moved nothing.
void install_as_whole(const std::filesystem::path& made, const std::filesystem::path& by,
                      const std::filesystem::path& directory, core::Moves& moves);

/// Moves the report in `directory`/.partial/new among the other files of `directory`, name by name.
/// A kill on the way leaves names of both reports, and all of both on the disk, until
/// finish_install(). Throws std::filesystem::filesystem_error.
void install_among_others(const std::filesystem::path& directory, core::Moves& moves);

/// Completes an install_among_others() that was killed; without one it does nothing.
void finish_install(const std::filesystem::path& directory, core::Moves& moves);

}  // namespace gf::papers::report
