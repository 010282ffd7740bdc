// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <map>
#include <string>
#include <unistd.h>

#include "core/text/csv.h"
#include "tests/support/program.h"

namespace gf::test {

/// A store and a directory of its own for each case.
class SweepTest : public testing::Test {
 protected:
  SweepTest() { ::setenv("GPUFABRIC_STORE", store().c_str(), 1); }
  std::string store() const { return scratch_ / "store"; }
  std::string csv(const std::string& name) const {
    return read_file(scratch_ / name / "sweep.csv");
  }
  core::CsvTable table(const std::string& name) const { return {csv(name), "sweep.csv"}; }
  /// Six points of some 0.1 s each.
  Words six(const std::string& outdir) const {
    return {"sweep", "store_goodput",      "-p",       "bytes=4 B,32 B,128 B",
            "-p",    "fabric=pcie,nvlink", "--outdir", scratch_ / outdir};
  }
  /// When each run of the store was made.
  std::map<std::string, fs::file_time_type> made() const {
    std::map<std::string, fs::file_time_type> times;
    std::error_code none;
    for (const auto& run : fs::directory_iterator(scratch_ / "store/runs", none))
      times[run.path().filename()] = fs::last_write_time(run.path() / "stats.json");
    return times;
  }
  const ScratchDirectory scratch_;
};

}  // namespace gf::test
