// SPDX-License-Identifier: Apache-2.0
#include "hw/link/link_params.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::hw::link::link_params_test {
namespace {

TEST(LinkParams, DefaultsAreLegal) { LinkParams{}.validate("x"); }

TEST(LinkParams, TimeoutMustOutlastTheAnswer) {
  LinkParams params;
  params.replay_timeout = params.ack_latency + params.propagation;
  EXPECT_THAT(test::error_of([&] { params.validate("gpu0.egress.tx"); }),
              AllOf(HasSubstr("gpu0.egress.tx"), HasSubstr("replay_timeout"),
                    HasSubstr("more than ack_latency + propagation = 125 ns")));
}

TEST(LinkParams, ReplayBufferMustHoldSomething) {
  LinkParams params;
  params.replay_buffer = core::Bytes(0);
  EXPECT_THAT(test::error_of([&] { params.validate("x"); }),
              AllOf(HasSubstr("replay_buffer"), HasSubstr("at least 1 B")));
}

TEST(LinkParams, DeclaredRangesRefuseNonsense) {
  for (const auto& [name, value] :
       {std::pair{"efficiency", "1.5"}, std::pair{"efficiency", "0"}, std::pair{"rate", "0 B/s"},
        std::pair{"packet_error_rate", "1"}, std::pair{"bit_error_rate", "-1e-9"},
        std::pair{"replay_buffer", "0 B"}, std::pair{"propagation", "0 ns"}}) {
    core::ParamRegistry registry;
    registry.add_override(name, value, "test");
    LinkParams params;
    EXPECT_THAT(test::error_of([&] { params.declare(registry.root()); }), HasSubstr(name));
  }
}

}  // namespace
}  // namespace gf::hw::link::link_params_test
