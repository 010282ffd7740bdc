// SPDX-License-Identifier: Apache-2.0
#include "papers/report/linked_runs.h"

#include "core/base/error.h"
#include "core/run/run_dir.h"

namespace gf::papers::report {
namespace {

namespace fs = std::filesystem;

void link_or_copy(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  // The store may be on another file system, which hard links cannot reach.
  if (error) fs::copy_file(from, to);
}

/// The store may have pages from an earlier call; a report includes only the requested ones.
bool is_of_page(const fs::path& file) {
  return file.filename() == core::kPageFile || file.filename() == core::kRecordFile;
}

/// Files by which the store identifies a run are useless outside of it.
bool is_of_store(const fs::path& file) {
  return file.filename() == core::kFactsFile || file.filename() == core::kSumsFile;
}

void take(const fs::path& run, const fs::path& to, bool page) {
  // Several experiments may link to one run, and one of them to its page.
  if (run.empty() || (fs::exists(to) && !(page && !fs::exists(to / core::kPageFile)))) return;
  fs::create_directories(to);
  for (const auto& entry : fs::recursive_directory_iterator(run)) {
    const fs::path target = to / fs::relative(entry.path(), run);
    if (fs::exists(target) || is_of_store(entry.path())) continue;
    if (!page && is_of_page(entry.path())) continue;
    if (entry.is_directory())
      fs::create_directories(target);
    else
      link_or_copy(entry.path(), target);
  }
}

}  // namespace

void collect_runs(Report& report, const fs::path& directory) {
  try {
    for (const Entry& entry : report.entries)
      for (const RunLink& run : entry.result.runs)
        take(run.directory, directory / run.path, run.page);
    for (Entry& entry : report.entries)
      for (RunLink& run : entry.result.runs)
        run.page = fs::exists(directory / run.path / core::kPageFile);
  } catch (const fs::filesystem_error& error) {
    core::fail_write(directory, "a run of the report (" + error.code().message() + ")");
  }
}

}  // namespace gf::papers::report
