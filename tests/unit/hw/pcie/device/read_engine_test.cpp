// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/read_engine.h"

#include "tests/support/endpoint_pair.h"

namespace gf::hw::pcie::read_engine_test {
namespace {

using endpoint_pair::EndpointTest;
using endpoint_pair::kFar;

class ReadEngineTest : public EndpointTest {
 protected:
  void build_engine(unsigned tags) {
    EndpointParams params;
    params.requester.tags = tags;
    build(params);
    engine_ = std::make_unique<ReadEngine>("reads", sc_core::sc_time(1, sc_core::SC_US),
                                           endpoint_->memory);
    engine_->fabric.socket.bind(endpoint_->requester.socket);
  }
  void copy(model::Flow& flow, std::uint64_t bytes) {
    flow.bytes = bytes;
    engine_->submit({&flow, {kFar, kFar + (1 << 20) - 1}, 0, 0, true, [this] { ++done_; }});
  }
  std::unique_ptr<ReadEngine> engine_;
  unsigned done_ = 0;
};

TEST_F(ReadEngineTest, TagsLimitTheRequestsUnderWay) {
  build_engine(3);
  model::Flow flow;
  copy(flow, 64 << 10);
  sc_core::sc_start(sc_core::sc_time(50, sc_core::SC_US));
  EXPECT_EQ(device_->seen.size(), 3u) << "nothing has been answered";
  EXPECT_GE(flow.first_sent, core::Ticks(sc_core::sc_time(1, sc_core::SC_US).value())) << "set-up";
  EXPECT_EQ(done_, 0u);
}

TEST_F(ReadEngineTest, ACopyEndsWithItsLastByteAndTheNextOneFollows) {
  build_engine(32);
  model::Flow first, second;
  copy(first, 1000);
  copy(second, 100);
  for (unsigned answered = 0; done_ < 2;) {
    sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_US));
    ASSERT_LT(answered, device_->seen.size());
    EXPECT_LE(device_->seen.size(), answered + 2) << "512 B and 488 B of the first copy";
    for (; answered < device_->seen.size(); ++answered) complete(device_->seen[answered].tlp);
    sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_US));
  }
  EXPECT_EQ(first.delivered, 1000u);
  EXPECT_EQ(second.delivered, 100u);
  EXPECT_GT(second.first_sent, first.finished);
  EXPECT_TRUE(engine_->idle());
}

}  // namespace
}  // namespace gf::hw::pcie::read_engine_test
