// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <set>
#include <sstream>

#include "tests/support/program.h"
#include "tests/support/wave_runs.h"

namespace gf::test::gtkw_test {
namespace {

using namespace wave_runs;  // NOLINT: what these tests share

TEST(Waves, EveryRowOfTheSaveFileIsASignal) {
  const ScratchDirectory scratch;
  ASSERT_EQ(run_with_waves(scratch / "run").code, 0);
  std::istringstream vcd(read_file(scratch / "run/waves.vcd"));
  std::set<std::string> signals;
  for (const auto& [code, path] : variables_of(vcd)) signals.insert(path);
  std::istringstream save(read_file(scratch / "run/waves.gtkw"));
  std::set<std::string> rows;
  for (std::string line; std::getline(save, line);) {
    if (line.rfind("+{", 0) == 0) rows.insert(line.substr(line.find("} ") + 2));
  }
  EXPECT_EQ(rows, signals);
}

TEST(Waves, EveryGlobOfTheGroupsNamesASignal) {
  const ScratchDirectory scratch;
  ASSERT_EQ(run_with_waves(scratch / "run").code, 0);
  expect_groups_match(kWaveforms / "pcie_t2.signals", scratch / "run");
}

}  // namespace
}  // namespace gf::test::gtkw_test
