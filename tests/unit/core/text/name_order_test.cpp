// SPDX-License-Identifier: Apache-2.0
#include "core/text/name_order.h"

#include <gmock/gmock.h>
#include <systemc>

namespace gf::core::name_order_test {
namespace {

class Module final : public sc_core::sc_module {
 public:
  explicit Module(const sc_core::sc_module_name& name) : sc_module(name) {}
};

TEST(NaturalLess, NumbersCountByTheirValue) {
  EXPECT_TRUE(natural_less("gpu_2", "gpu_10"));
  EXPECT_FALSE(natural_less("gpu_10", "gpu_2"));
  EXPECT_TRUE(natural_less("gpu_007", "gpu_8"));
  EXPECT_TRUE(natural_less("gpu_2", "gpu_2.tx"));
  EXPECT_TRUE(natural_less("a", "b"));
  EXPECT_FALSE(natural_less("x1", "x1"));
}

TEST(TopologyOrder, ModulesComeAsTheyWereMade) {
  const Module second("rc");
  const Module first("gpu_1");
  EXPECT_THAT(
      in_topology_order({"gpu_1.egress", "host", "rc", "node 3", "gpu_1 link", "elsewhere"}),
      testing::ElementsAre("elsewhere", "host", "node 3", "rc", "gpu_1 link", "gpu_1.egress"));
}

}  // namespace
}  // namespace gf::core::name_order_test
