// SPDX-License-Identifier: Apache-2.0
// Holds: papers/arxiv13_apenet/nios_duties.h platforms/apenet/presets/nios_measured.ini
// The cost table that gpufabric calibrate nios measures. What needs the firmware is skipped where
// riscv64-unknown-elf-gcc is not there to compile it.
#include <cmath>

#include "core/system/find_program.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::calibrate_test {
namespace {

/// The charges that are calibrated on published times.
const std::vector<std::string> kPublished = {"nios.model=cost_table", "nios.cost_table=published"};

/// us of a message of 32 B between two nodes.
double latency(const std::string& memory, const std::vector<std::string>& settings) {
  const Captured run = exits(0, program(Words{"run", "apenet_cluster", "--quiet"} +
                                        parameters({"shape=2x1x1", "max=32 B", "test=latency",
                                                    "src=" + memory, "dst=" + memory}) +
                                        parameters(settings)));
  return std::stod(run.out.substr(run.out.rfind("\n32 ") + 4));
}

class Calibrate : public testing::Test {
 protected:
  void SetUp() override {
    if (!core::find_program("riscv64-unknown-elf-gcc"))
      GTEST_SKIP() << "no riscv64-unknown-elf-gcc";
  }
};

TEST_F(Calibrate, GivesTheTableThatIsShipped) {
  const Captured made = exits(0, program({"calibrate", "nios", "--quiet", "--store", ""}));
  EXPECT_EQ(made.out, read_file(std::filesystem::path(GF_SOURCE_DIR) /
                                "platforms/apenet/presets/nios_measured.ini"))
      << "after a change of the firmware, the core or the compiler: gpufabric calibrate nios "
         "--output "
         "that file";
}

TEST_F(Calibrate, TheTableStandsForTheCode) {
  for (const char* const memory : {"host", "gpu"}) {
    const double code = latency(memory, {});
    const double table = latency(memory, {"nios.model=cost_table"});
    EXPECT_NEAR(table / code, 1, 0.06) << memory;
    EXPECT_GT(std::abs(latency(memory, kPublished) / code - 1), 0.07)
        << "the calibrated one does not";
  }
}

TEST_F(Calibrate, WritesAFileThatConfigTakes) {
  const ScratchDirectory scratch;
  const std::string file = (scratch / "mine.ini").string();
  const Captured made =
      exits(0, program({"calibrate", "nios", "-q", "--store", "", "--output", file}));
  EXPECT_EQ(made.out, "");
  const std::vector<std::string> run = {"run", "apenet_node", "-p",     "test=latency",
                                        "-p",  "max=32 B",    "--quiet"};
  std::vector<std::string> by_file = run, by_name = run;
  by_file.insert(by_file.end(), {"--config", file, "-p", "nios.model=cost_table", "-p",
                                 "nios.cost_table=published"});
  by_name.insert(by_name.end(), {"-p", "nios.model=cost_table"});
  EXPECT_EQ(program(by_file).out, program(by_name).out);
}

TEST(CalibratedTable, IsWeakerThanWhatIsSetByName) {
  const double measured = latency("host", {"nios.model=cost_table"});
  EXPECT_LT(measured, latency("host", kPublished));
  // 1000 cycles of 5 ns more, on the way of the packet.
  EXPECT_NEAR(latency("host", {"nios.model=cost_table", "card.nios.program_rx=1000"}), measured + 5,
              0.02);
}

TEST(CalibratedTable, SaysWhereItsChargesComeFrom) {
  const Captured params = exits(0, program({"params", "apenet_node"}));
  EXPECT_THAT(params.out, HasSubstr("measured by gpufabric calibrate nios"));
}

TEST(CalibratedTable, OnlyTheProcessorIsCalibrated) {
  EXPECT_EQ(program({"calibrate"}).code, 2);
  const Captured other = exits(2, program({"calibrate", "gpu"}));
  EXPECT_THAT(other.err, HasSubstr("expected nios, not gpu"));
}

}  // namespace
}  // namespace gf::test::calibrate_test
