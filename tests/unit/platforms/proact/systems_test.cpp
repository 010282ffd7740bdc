// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/systems.h"

#include "core/base/error.h"
#include "tests/support/matchers.h"

namespace gf::test::systems_test {
namespace {

using namespace platforms::proact;  // NOLINT: of the subject of this file

TEST(Systems, HaveWhatThePresetsOfTheirNodeAndTheirHostSay) {
  const SystemParams kepler = system_params("4x_kepler");
  EXPECT_EQ(kepler.node.gpu.sms, 15u);
  EXPECT_EQ(kepler.fabric.kind, "pcie");
  EXPECT_FALSE(kepler.node.um.faults);
  EXPECT_EQ(kepler.host.poll_interval, 9u);
  const SystemParams large = system_params("16x_volta");
  EXPECT_EQ(large.node.gpus, 16u);
  EXPECT_EQ(large.fabric.nvlink.topology, "switch");
  EXPECT_EQ(large.host.poll_interval, system_params("4x_volta").host.poll_interval);
}

TEST(Systems, HaveTheCommentBehindAValueAsItsSource) {
  const auto is = [](const char* text) {
    return testing::Field(&core::DefaultSource::source, text);
  };
  const SystemParams pascal = system_params("4x_pascal");
  EXPECT_THAT(pascal.sources, Contains(Pair("gpu.sms", is("[PROACT21], Table I"))));
  EXPECT_THAT(pascal.sources, Contains(Pair("gpu.memory.l2", is("assumed: recalled of a P100"))));
  EXPECT_THAT(pascal.sources, testing::Not(Contains(Pair("host.poll_cost", testing::_))))
      << "as it is declared";
}

TEST(Systems, AreAllThereAndNoOther) {
  EXPECT_THAT(system_names(),
              testing::ElementsAre("4x_kepler", "4x_pascal", "4x_volta", "16x_volta"));
  for (const std::string& name : system_names()) EXPECT_NO_THROW(system_params(name)) << name;
  EXPECT_THROW(system_params("8x_volta"), core::UserError);
}

}  // namespace
}  // namespace gf::test::systems_test
