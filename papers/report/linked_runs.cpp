// SPDX-License-Identifier: Apache-2.0
#include "papers/report/linked_runs.h"

#include "core/error.h"

namespace gf::papers::report {
namespace {

namespace fs = std::filesystem;

void link_or_copy(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  // The store may lie on another file system, where no hard link reaches.
  if (error) fs::copy_file(from, to);
}

void take(const fs::path& run, const fs::path& to) {
  // Several experiments may link to one run.
  if (run.empty() || fs::exists(to)) return;
  fs::create_directories(to);
  for (const auto& entry : fs::recursive_directory_iterator(run)) {
    const fs::path target = to / fs::relative(entry.path(), run);
    if (entry.is_directory())
      fs::create_directories(target);
    else
      link_or_copy(entry.path(), target);
  }
}

}  // namespace

void collect_runs(const Report& report, const fs::path& directory) {
  try {
    for (const Entry& entry : report.entries)
      for (const RunLink& run : entry.result.runs) take(run.directory, directory / run.path);
  } catch (const fs::filesystem_error& error) {
    core::fail_write(directory, "a run of the report (" + error.code().message() + ")");
  }
}

}  // namespace gf::papers::report
