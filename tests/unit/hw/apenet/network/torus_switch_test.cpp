// SPDX-License-Identifier: Apache-2.0
// Nodes on a torus: latency, streams, order, errors, and what packets wait for.
#include "hw/apenet/network/torus_switch.h"

#include <numeric>

#include "tests/support/apenet_bench.h"
#include "tests/support/apenet_torus.h"
#include "tests/support/matchers.h"

namespace gf::hw::apenet::torus_switch_test {
namespace {

using apenet_torus::kCluster;
using model::RdmaEventKind;

struct ApenetEveryone : testing::Test, test::ApenetBench {
  /// Every node sends `size` bytes to every other; all arrive.
  void all_to_all(const model::Torus& shape, std::uint64_t size) {
    build(shape);
    const unsigned n = shape.routers();
    std::vector<std::uint64_t> from(n);
    std::vector<std::uint64_t> to(n);
    for (unsigned i = 0; i < n; ++i) {
      from[i] = buffer(size, false, i);
      to[i] = buffer(size, false, i);
    }
    sc_core::sc_start();
    events.clear();
    for (unsigned i = 0; i < n; ++i) {
      for (unsigned k = 1; k < n; ++k) {
        host(i).put({from[i], size, (i + k) % n, 1, to[(i + k) % n]});
      }
    }
    run();
    EXPECT_EQ(events_of(RdmaEventKind::kReceived).size(), n * (n - 1));
    EXPECT_EQ(events_of(RdmaEventKind::kDropped).size(), 0u);
    for (unsigned i = 0; i < n; ++i) {
      const TorusSwitch::Stats& stats = torus_switch(i).stats();
      const auto& by_cause = stats.stall.times().ticks;
      EXPECT_EQ(std::accumulate(by_cause.begin(), by_cause.end(), core::Ticks{0}),
                stats.blocked.ticks());
      stalls.add(stats.stall.times());
    }
  }
  /// A switch has waited for that.
  bool has_waited(core::StallCause cause) const { return stalls.of(cause) > sc_core::SC_ZERO_TIME; }

  core::StallTimes stalls;  ///< Of all switches.
};

TEST_F(ApenetEveryone, TheClusterDrains) {
  all_to_all(kCluster, 60000);
  EXPECT_TRUE(has_waited(core::StallCause::kLinkBusy));
  EXPECT_TRUE(has_waited(core::StallCause::kArbitrationLost));
  EXPECT_FALSE(has_waited(core::StallCause::kReplay));
}
TEST_F(ApenetEveryone, SmallBuffersDrainToo) {
  torus.buffer = torus.local = 1;
  params.card.rx.packets = 1;
  all_to_all({{4, 4, 1}}, 8192);
  EXPECT_TRUE(has_waited(core::StallCause::kNoCredit));
}
TEST_F(ApenetEveryone, ErrorsOnTheLinksLoseNothing) {
  torus.link.packet_error_rate = 0.02;
  torus.link.answer_error_rate = 0.01;
  all_to_all(kCluster, 20000);
  std::uint64_t replays = 0;
  for (unsigned i = 0; i < 8; ++i) {
    for (unsigned p = 0; p < 4; ++p) {
      replays += torus_switch(i).port(p)->tx.stats().replays.value();
    }
  }
  EXPECT_GT(replays, 0u);
  EXPECT_TRUE(has_waited(core::StallCause::kReplay));
}

/// Two switches side by side; the first sends to the second's node.
struct ApenetTorusWaits : testing::Test, private PacketSink {
  void send(unsigned packets) {
    wire(ring, {&from, &to});
    to.connect(*this);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);  // credit has come
    for (unsigned i = 0; i < packets; ++i) {
      TorusPacket& packet = pool.make();
      packet.header.destination = 1;
      packet.payload_bytes = kMaxPacketPayload;
      packet.wire_bytes = wire_bytes_of(kMaxPacketPayload);
      from.take(packet);
    }
    sc_core::sc_start();
  }
  bool has_room(RoomClient&) override { return takes; }
  void take(TorusPacket& packet) override { pool.recycle(packet); }

  bool takes = true;
  PacketPool pool;
  const model::Torus ring{{2, 1, 1}};
  TorusSwitch from{"from", with_room_for(5), ring, 0, 1};
  TorusSwitch to{"to", with_room_for(5), ring, 1, 1};

 private:
  static TorusSwitchParams with_room_for(unsigned packets) {
    TorusSwitchParams params;
    params.local = packets;
    return params;
  }
};

TEST_F(ApenetTorusWaits, BehindOthersThenForTheLink) {
  send(3);
  const core::StallTimes& times = from.stats().stall.times();
  const sc_core::sc_time span = core::to_time(from.port(0)->tx.span(wire_bytes_of(4096)));
  EXPECT_EQ(times.of(core::StallCause::kBufferFull), span) << "the third, behind the second";
  EXPECT_EQ(times.of(core::StallCause::kLinkBusy), 2 * span) << "the second, then the third";
  EXPECT_EQ(from.stats().blocked.value(), 3 * span);
}

TEST_F(ApenetTorusWaits, SaysWhichCreditIsMissing) {
  takes = false;
  send(5);  // the other switch has room for four
  const std::string waits = core::explain(core::pending_waits());
  EXPECT_THAT(waits, HasSubstr("vc0 credit for 4096 B (needs 1 header, 258 data; has 0, 0)"));
  EXPECT_THAT(waits, HasSubstr("room for a packet"));
}

}  // namespace
}  // namespace gf::hw::apenet::torus_switch_test
