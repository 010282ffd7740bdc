// SPDX-License-Identifier: Apache-2.0
#include "papers/report/install.h"

#include <algorithm>
#include <fstream>
#include <vector>

namespace gf::papers::report {
namespace {

namespace fs = std::filesystem;

/// Exists from the time on at which the new report is the valid one.
constexpr const char* kReady = "ready";

fs::path work_in(const fs::path& directory) { return directory / ".partial"; }

}  // namespace

bool holds_only_a_report(const fs::path& directory) {
  const auto ours = [](const fs::directory_entry& entry) {
    const std::string name = entry.path().filename();
    const auto* const end = std::end(kReportNames);
    return name == ".partial" || std::find(std::begin(kReportNames), end, name) != end;
  };
  const fs::directory_iterator entries(directory);
  return std::all_of(begin(entries), end(entries), ours);
}

void install_as_whole(const fs::path& made, const fs::path& by, const fs::path& directory,
                      core::Moves& moves) {
  std::vector<const char*> moved;
  try {
    fs::create_directory(by);
    for (const char* name : kReportNames) {
      moves.rename(made / name, by / name);
      moved.push_back(name);
    }
    core::put_in_place(by, directory, fs::exists(directory), moves);
  } catch (const fs::filesystem_error&) {
    // Moved back, so that the caller can install them in the other way.
    for (const char* name : moved) moves.rename(by / name, made / name);
    moves.remove_all(by);
    throw;
  }
}

void install_among_others(const fs::path& directory, core::Moves& moves) {
  // With this file the new report becomes valid. If killed before, the old one remains; if killed
  // after, the next program that opens the directory finishes the move.
  std::ofstream(work_in(directory) / kReady).exceptions(std::ios::badbit | std::ios::failbit);
  finish_install(directory, moves);
}

void finish_install(const fs::path& directory, core::Moves& moves) {
  const fs::path work = work_in(directory);
  if (!fs::exists(work / kReady)) return;
  fs::create_directories(work / "old");
  for (const char* name : kReportNames) {
    if (!fs::exists(work / "new" / name)) continue;  // it is in place
    // The old one is moved away first, as rename() does not replace a directory with files. If
    // killed between the two lines, the next call continues: a name still in "new" is not in place.
    if (fs::exists(directory / name)) moves.rename(directory / name, work / "old" / name);
    moves.rename(work / "new" / name, directory / name);
  }
}

}  // namespace gf::papers::report
