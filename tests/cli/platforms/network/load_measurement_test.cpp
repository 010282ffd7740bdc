// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "tests/support/matchers.h"
#include "tests/support/network_runs.h"
#include "tests/support/program.h"
#include "tests/support/results.h"

namespace gf::test::load_measurement_test {
namespace {

using network_runs::small;

/// A file of this text in the test's own directory.
std::string file_of(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

TEST(DragonflyRun, ListedPacketsAreAllSent) {
  const std::string list = file_of("list.csv", "cycle,src,dst,flits\n0,0,5,1\n\n7,3,70,4\n");
  const Captured run = exits(0, program(small({"--traffic", "file", "--packets", list, "--json"})));
  EXPECT_EQ(results_of(run).at("packets"), 2);
  EXPECT_EQ(results_of(run).at("latency_p50"), 7) << "node, router, local channel, router, node";
}

TEST(DragonflyRun, BadListIsNamedByItsLine) {
  const std::string list = file_of("bad.csv", "cycle,src,dst,flits\n0,0,5,1\n1,72,5,1\n");
  EXPECT_THAT(exits(5, program(small({"--traffic", "file", "--packets", list}))).err,
              HasSubstr("bad.csv:3: src = '72'; expected 0 ... 71"));
  EXPECT_EQ(program(small({"--traffic", "file"})).code, 2) << "no file";
  EXPECT_EQ(program(small({"--packets", list})).code, 2) << "a file that nobody reads";
}

}  // namespace
}  // namespace gf::test::load_measurement_test
