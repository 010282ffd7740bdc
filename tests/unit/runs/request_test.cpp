// SPDX-License-Identifier: Apache-2.0
#include "runs/request.h"

#include <gmock/gmock.h>

namespace gf::runs::request_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(RunRequest, WordsAreThoseOfTheCommandLine) {
  const Request request{"pcie_t2", {"a=1"}, {"x.ini"}, {"--stop-at", "1 ms"}, {}, 7};
  EXPECT_THAT(words_of(request, {{"trace", "/t"}}),
              ElementsAre("run", "pcie_t2", "--config", "x.ini", "-p", "a=1", "-p", "trace=/t",
                          "--stop-at", "1 ms", "--seed", "7"));
}

TEST(RunRequest, AnInputMayHaveSomethingBeforeItsPath) {
  EXPECT_THAT(parts_of_input("trace"), Pair("trace", ""));
  EXPECT_THAT(parts_of_input("workload=file:"), Pair("workload", "file:"));
}

TEST(RunRequest, CommandsTellTheSizeOfInputs) {
  const Request request{"nvlink_node", {}, {}, {}, {{"workload=file:", "abc"}}};
  EXPECT_EQ(command_of(request), "gpufabric run nvlink_node -p 'workload=file:<3 bytes>' --seed 1");
}

}  // namespace
}  // namespace gf::runs::request_test
