// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/inspect/imported_files.cpp
#include "sc_main/predict/predicted_machine.h"

#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"

namespace gf::test::predicted_machine_test {
namespace {

using machine_runs::predict;

const std::string kTable =
    "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tPIX\t0-7\t0\n"
    "GPU1\tPIX\t X \t0-7\t0\n";

TEST(PredictedMachine, AnImportedFileIsTheMachineThatImportMakes) {
  const ScratchDirectory scratch;
  write_file(scratch / "topo.txt", kTable);
  ASSERT_EQ(program({"import", scratch / "topo.txt", "-o", scratch / "m.ini"}).code, 0);
  const Words sizes{"--bytes", "64 KiB", "--reduce-bytes", "4 KiB"};
  const auto with = [&](const std::string& machine) { return predict(Words{machine} + sizes); };
  const Captured imported = exits(0, with(scratch / "topo.txt"));
  EXPECT_THAT(imported.err, HasSubstr("guessed, worst first:\n  GPUs: preset v100"));
  const auto table = [](const std::string& text) { return text.substr(text.find("simulated")); };
  EXPECT_EQ(table(imported.out), table(with(scratch / "m.ini").out));
}

}  // namespace
}  // namespace gf::test::predicted_machine_test
