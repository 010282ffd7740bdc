// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/machine/machine_writer.cpp
#include "sc_main/predict/machine_change.h"

#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::machine_change_test {
namespace {

Captured predict(const std::string& machine, const Words& changes) {
  Words words{"predict",        machine,  "--json",  "--bytes", "64 KiB",
              "--reduce-bytes", "64 KiB", "--store", "",        "-q"};
  for (const std::string& change : changes) {
    words.emplace_back("--set");
    words.push_back(change);
  }
  return program(words);
}

/// The two rates of the row of this test and these GPUs, after by before.
double change_of(const nlohmann::json& tests, const std::string& test, const std::string& ends) {
  for (const auto& row : tests)
    if (row["test"] == test && row["from_to"] == ends)
      return row["values"][1]["rate"].get<double>() / row["values"][0]["rate"].get<double>();
  ADD_FAILURE() << "no row " << test << ", " << ends;
  return 0;
}

nlohmann::json tests_after(const std::string& machine, const Words& changes) {
  const Captured run = exits(0, predict(machine, changes));
  return core::parse_json(run.out)["tests"];
}

/// The machine is written and read again, so everything that it has must be in the text.
TEST(MachineChange, NoChangeChangesNoNumber) {
  for (const auto& [machine, same] :
       {std::pair{"two_socket", "gpu3 pcie gen3 x16"}, {"t2", "gpu3 at k80_1"}})
    for (const auto& row : tests_after(machine, {same}))
      EXPECT_EQ(row["values"][0], row["values"][1]) << machine << row;
}

TEST(MachineChange, AnNvlinkMachineStaysWhatItIs) {
  for (const auto& row : tests_after("dgx1_v100", {"gpu0 gpu1 nvlink2 x1"}))
    EXPECT_EQ(row["values"][0], row["values"][1]) << row;
}

TEST(MachineChange, HalfTheLanesAreHalfTheRate) {
  const auto tests = tests_after("two_socket", {"gpu3 pcie gen3 x8"});
  // More than half: the latency, which a copy of 64 KiB notices, stays.
  EXPECT_GT(change_of(tests, "one copy", "gpu2 -> gpu3"), 0.5);
  EXPECT_LT(change_of(tests, "one copy", "gpu2 -> gpu3"), 0.6);
  EXPECT_NEAR(change_of(tests, "one copy", "gpu0 -> gpu1"), 1, 1e-9);
}

TEST(MachineChange, AFasterSocketAndAMovedGpu) {
  const auto socket = tests_after("two_socket", {"rc0 rc1 socket 4 GB/s 25 ns"});
  EXPECT_LT(change_of(socket, "one copy", "gpu0 -> gpu4"), 0.5);
  // T1 has two GPUs on each board; gpu0 leaves gpu1's.
  const auto moved = tests_after("t1", {"gpu0 at plx"});
  EXPECT_GT(moved.size(), 4u);
}

TEST(MachineChange, WrongOnesAreNamed) {
  const auto error = [](const std::string& change) {
    const Captured run = predict("two_socket", {change});
    EXPECT_NE(run.code, 0) << change;
    EXPECT_EQ(run.out, "");
    return run.err;
  };
  EXPECT_THAT(error("gpu3"), HasSubstr("'DEVICE at PARENT', 'DEVICE LINK'"));
  EXPECT_THAT(error("gpu3 pcie gen9 x4"), HasSubstr("a LINK is pcie gen1 ... gen5"));
  EXPECT_THAT(error("gpu33 pcie gen3 x8"), HasSubstr("nearest: gpu3"));
  EXPECT_THAT(error("gpu3 at plx9"), HasSubstr("nearest: plx"));
  EXPECT_THAT(error("rc0 pcie gen3 x8"), HasSubstr("rc0 has no parent"));
  EXPECT_THAT(error("gpu3 at plx0"), HasSubstr("plx0 has 48 lanes, but its links need 64"));
  EXPECT_THAT(error("plx0 at gpu0"), HasSubstr("--set"));
}

}  // namespace
}  // namespace gf::test::machine_change_test
