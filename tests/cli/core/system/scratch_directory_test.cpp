// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ended_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::scratch_directory_test {
namespace {

using ended_runs::shell;

TEST(Durability, TemporaryDirectoryIsWhatItSaysOrRefusedByName) {
  const ScratchDirectory scratch;
  write_file(scratch / "file", "");
  fs::create_directory(scratch / "tmp");
  const Words curve{GF_PROGRAM,
                    "curve",
                    "dragonfly",
                    "--p",
                    "2",
                    "--a",
                    "4",
                    "--h",
                    "2",
                    "--loads",
                    "0.1",
                    "-p",
                    "measurement.period=200"};
  // Without a store a command keeps its runs in a temporary directory.
  const auto with = [&](const std::string& directory, const std::string& words = "") {
    return shell("cd '" + scratch.path().string() + "' && XDG_CACHE_HOME=\"$PWD/cache\" TMPDIR='" +
                     directory + "' exec \"$@\" " + words,
                 curve);
  };
  EXPECT_EQ(with("").code, 0);
  EXPECT_EQ(with("tmp").code, 0);
  for (const std::string bad : {"none", "file", "/proc"}) {
    const Captured run = with(bad, "--store ''");
    EXPECT_EQ(run.code, 2) << bad;
    EXPECT_THAT(run.err, HasSubstr("gpufabric: TMPDIR = " + bad + ": expected a directory"));
  }
}

}  // namespace
}  // namespace gf::test::scratch_directory_test
