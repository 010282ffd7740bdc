// SPDX-License-Identifier: Apache-2.0
#include "runs/request.h"

#include "tests/support/matchers.h"

namespace gf::runs::request_test {
namespace {

Request sample() {
  Request request;
  request.platform = "pcie_t2";
  request.configs = {"a.ini", "b.ini"};
  request.settings = {"x=1", "x=2"};
  request.options = {"--stop-at", "1 ms"};
  request.inputs = {{"graphs", "graph,src,dst\n"}};
  request.seed = 7;
  return request;
}

TEST(Request, FilesStandBeforeSettingsAndInputsBehindThem) {
  EXPECT_THAT(
      words_of(sample(), {{"graphs", "/store/graphs.csv"}}),
      ElementsAre("run", "pcie_t2", "--config", "a.ini", "--config", "b.ini", "-p", "x=1", "-p",
                  "x=2", "-p", "graphs=/store/graphs.csv", "--stop-at", "1 ms", "--seed", "7"));
}

TEST(Request, CommandLineIsWholeWithTheFilesThatItIsGiven) {
  Request request = sample();
  request.settings = {"graphs=" + std::string(500, 'g')};
  const std::string line = command_line_of(request, {{"graphs", "runs/k/inputs/graphs.csv"}});
  EXPECT_THAT(line, HasSubstr("gpufabric run pcie_t2 --config a.ini"));
  EXPECT_THAT(line, HasSubstr(std::string(500, 'g')));
  EXPECT_THAT(line, HasSubstr("-p graphs=runs/k/inputs/graphs.csv --stop-at '1 ms' --seed 7"));
}

TEST(Request, CommandIsOneThatAShellTakes) {
  Request request = sample();
  request.settings = {"workload=it's ring", "graphs=" + std::string(500, 'g')};
  const std::string command = command_of(request);
  EXPECT_THAT(command, HasSubstr("gpufabric run pcie_t2 --config a.ini"));
  EXPECT_THAT(command, HasSubstr(R"(-p 'workload=it'\''s ring')"));
  EXPECT_THAT(command, HasSubstr("-p 'graphs=<14 bytes>'"));
  EXPECT_THAT(command, HasSubstr("ggg... "));
  EXPECT_THAT(command, Not(HasSubstr(std::string(61, 'g')))) << "long values are cut";
}

TEST(Request, AnInputMayHaveSomethingBeforeItsPath) {
  EXPECT_THAT(parts_of_input("trace"), Pair("trace", ""));
  EXPECT_THAT(parts_of_input("workload=file:"), Pair("workload", "file:"));
  Request request;
  request.platform = "nvlink_node";
  request.inputs = {{"workload=file:", "abc"}};
  EXPECT_THAT(command_of(request), HasSubstr("-p 'workload=file:<3 bytes>'"));
}

}  // namespace
}  // namespace gf::runs::request_test
