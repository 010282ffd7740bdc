// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/network/torus_journal.cpp
// Holds: hw/apenet/firmware/rx_packet.cpp hw/apenet/firmware/tx_descriptor.cpp
// Messages whose stages are known by hand, and that stages of all of them add up.
#include "tlm_models/host/message_item.h"

#include <map>

#include "tests/support/apenet_bench.h"

namespace gf::model::message_item_test {
namespace {

using core::Ticks;
using hw::apenet::CostTable;

struct MessageSpans : testing::Test, test::ApenetBench {
  core::SpanLog log;

  /// What the message's time went to, by what it is; lost: "lost " and to what.
  std::map<std::string, Ticks> parts(const std::string& name) const {
    const core::SpanLog::Life* const message = log.find(name);
    EXPECT_NE(message, nullptr) << name;
    EXPECT_NE(message->ended, core::kNever) << name;
    const auto own = log.span(message->last).owner;
    std::map<std::string, Ticks> parts;
    Ticks sum = 0;
    log.walk(*message, [&](const core::SpanLog::Part& part) {
      sum += part.ticks;
      const char* const lost = part.owner == own ? "" : "lost ";
      parts[lost + std::string(part.waits ? "waits " : "") + log.text(part.what)] += part.ticks;
    });
    EXPECT_EQ(sum, message->ended - message->began) << name;
    return parts;
  }
  Ticks lost(const std::string& name) const {
    Ticks lost = 0;
    for (const auto& [what, span] : parts(name))
      if (what.rfind("lost ", 0) == 0) lost += span;
    return lost;
  }
  Ticks took(const std::string& name) const {
    return log.find(name)->ended - log.find(name)->began;
  }
  static Ticks ticks(double seconds) { return static_cast<Ticks>(seconds * 1e15 + 0.5); }
  static Ticks ticks(const sc_core::sc_time& time) { return time.value(); }
  Ticks cycles(unsigned count) const { return count * ticks(params.card.nios.clock); }
  /// Look-up of a buffer that is the second of the list, its page's walk, the start of the engine.
  Ticks receive_to_host() const {
    const CostTable& c = params.card.nios;
    return cycles(c.dispatch + c.read_header + c.buf_list_setup + 2 * c.buf_list_entry +
                  c.v2p_setup + 4 * c.v2p_level + c.program_rx);
  }
  void put(unsigned from, std::uint64_t source, std::uint64_t bytes, unsigned to,
           std::uint64_t destination) {
    host(from).put({source, bytes, to, 1, destination, false});
  }
  static double wire(const hw::link::LinkParams& link, double bytes) {
    return bytes / (link.rate.get().bytes_per_second() * link.efficiency);
  }
};

TEST_F(MessageSpans, AShortMessageBetweenHosts) {
  build(Torus{{8, 1, 1}});
  const std::uint64_t from = buffer(4096, false, 0);
  buffer(4096, false, 1);
  const std::uint64_t to = buffer(4096, false, 1);
  sc_core::sc_start();
  put(0, from, 32, 1, to);
  run();
  std::map<std::string, Ticks> parts = this->parts("message 0->1");
  const CostTable& costs = params.card.nios;
  EXPECT_EQ(parts["software_0: the PUT call"], ticks(host_params.put));
  EXPECT_EQ(parts["node_1.card.nios: receives the packet"], receive_to_host());
  EXPECT_EQ(parts["node_1.card.nios: prepares the event"], cycles(costs.rx_event));
  EXPECT_EQ(parts["software_1: the program polls"], ticks(host_params.poll));
  // Header, two words, footer at the FIFO's rate.
  EXPECT_EQ(parts["node_0.card.tx_fifo: to the switch"],
            ticks(64 / params.card.tx_fifo.drain.get().bytes_per_second()));
  // hop_latency of the first switch, then the link; the last bit is there before the other switch
  // has looked at the header for as long.
  const double header = wire(torus.link, 32);
  EXPECT_NEAR(double(parts["torus: links and switches"]),
              (2 * torus.hop_latency.get().to_seconds() + header +
               torus.link.propagation.get().to_seconds()) *
                  1e15,
              2);
  EXPECT_EQ(parts.count("node_0.card.tx_dma: asks for host memory, as its tags allow"), 0u)
      << "one read goes out at once";
  EXPECT_EQ(lost("message 0->1"), 0u);
  EXPECT_EQ(parts.size(), 9u) << "and the doorbell, the data and the event over PCIe";
}

TEST_F(MessageSpans, AShortMessageBetweenGpus) {
  build(Torus{{8, 1, 1}});
  const std::uint64_t from = buffer(4096, true, 0);
  buffer(4096, false, 1);
  const std::uint64_t to = buffer(4096, true, 1);
  sc_core::sc_start();
  put(0, from, 32, 1, to);
  run();
  std::map<std::string, Ticks> parts = this->parts("message 0->1");
  const CostTable& c = params.card.nios;
  // A cold page: three levels for pages of 64 KB are walked at either end.
  const unsigned walk = c.v2p_setup + 4 * c.v2p_level;
  EXPECT_EQ(parts["node_0.card.nios: hands its page to gpu_p2p_tx"],
            cycles(c.dispatch + c.tx_descriptor + c.tx_page_check + walk + c.tx_program));
  EXPECT_EQ(parts["node_1.card.nios: receives the packet"],
            receive_to_host() + cycles(c.switch_window));
  // Request there, p2p_latency, answer back.
  EXPECT_GT(parts["node_0.card.tx_fifo: data come over PCIe"],
            ticks(params.gpu.p2p_latency) + 2 * ticks(params.plx.hop_latency));
  EXPECT_EQ(parts.count("node_0.card.gpu_p2p_tx: asks for GPU memory"), 0u) << "one request";
  EXPECT_EQ(lost("message 0->1"), 0u);
}

TEST_F(MessageSpans, TwoMessagesThatShareALink) {
  build(Torus{{8, 1, 1}});
  std::uint64_t from[2], to[2];
  for (unsigned node = 0; node < 2; ++node) from[node] = buffer(4096, false, node);
  for (auto& buffer_of : to) buffer_of = buffer(4096, false, 2);
  sc_core::sc_start();
  // 0->2 goes by node 1; both are ready at the link 1->2 within the time of a packet there.
  put(0, from[0], 4096, 2, to[0]);
  host(1).compute(sc_core::sc_time(600, sc_core::SC_NS), 7);
  put(1, from[1], 4096, 2, to[1]);
  run();
  put(0, from[0], 4096, 2, to[0]);
  run();
  put(1, from[1], 4096, 2, to[1]);
  run();
  // Each once more by itself, which says what it takes alone.
  const char* const late = lost("message 1->2") > 0 ? "message 1->2" : "message 0->2";
  const char* const early = lost("message 1->2") > 0 ? "message 0->2" : "message 1->2";
  const std::string alone = std::string(late) + " #2";
  EXPECT_EQ(lost(early), 0u);
  EXPECT_EQ(took(early), took(std::string(early) + " #2"));
  EXPECT_EQ(lost(late), took(late) - took(alone));
  // At the link it waits for what is left of the other's packet there, and then its own task for
  // what is left of that one's task, whose start was as long before its own as the packet takes.
  auto parts = this->parts(late);
  const Ticks packet = ticks(wire(torus.link, 4096 + 32));
  const CostTable& c = params.card.nios;
  // The buffer of 0->2 is the first of the list.
  const unsigned found_earlier = std::string(early) == "message 0->2" ? c.buf_list_entry : 0;
  const Ticks task =
      receive_to_host() + cycles(c.rx_event + c.rx_end + c.rx_retire - found_earlier);
  EXPECT_GT(parts["lost switch_1.x_plus: carries a packet"], 0u);
  EXPECT_LT(parts["lost switch_1.x_plus: carries a packet"], packet);
  Ticks at_processor = 0;
  for (const auto& [what, span] : parts)
    if (what.rfind("lost node_2.card.nios", 0) == 0) at_processor += span;
  EXPECT_NEAR(double(at_processor), double(task - packet), 2);
}

TEST_F(MessageSpans, APacketThatIsSentAgain) {
  torus.link.error_packets = std::vector<unsigned>{1};
  build(Torus{{2, 1, 1}});
  const std::uint64_t from = buffer(4096, false, 0);
  const std::uint64_t to = buffer(4096, false, 1);
  sc_core::sc_start();
  put(0, from, 4096, 1, to);
  run();
  put(0, from, 4096, 1, to);
  run();
  put(0, from, 4096, 1, to);
  run();
  EXPECT_EQ(parts("message 0->1").count(MessageItem::kSentAgain), 0u);
  EXPECT_EQ(parts("message 0->1 #3"), parts("message 0->1"));
  auto again = parts("message 0->1 #2");
  // All that differs is the time of sending it again, which is all that it took longer.
  EXPECT_GT(again[MessageItem::kSentAgain], ticks(wire(torus.link, 4096 + 32)));
  EXPECT_EQ(again[MessageItem::kSentAgain], took("message 0->1 #2") - took("message 0->1"));
  again.erase(MessageItem::kSentAgain);
  EXPECT_EQ(again, parts("message 0->1"));
}

TEST_F(MessageSpans, ALongMessageIsAsLongAsItsSlowestPlace) {
  build(Torus{{2, 1, 1}});
  const std::uint64_t from = buffer(1 << 18, false, 0);
  buffer(4096, false, 1);
  const std::uint64_t to = buffer(1 << 18, false, 1);
  sc_core::sc_start();
  put(0, from, 1 << 18, 1, to);
  run();
  auto parts = this->parts("message 0->1");
  // The processor that receives is busy without a gap from its first packet on; of 64 tasks the
  // last one ends with the event.
  EXPECT_EQ(parts["node_1.card.nios: receives the packet"],
            64 * receive_to_host() + 63 * cycles(params.card.nios.rx_end));
  EXPECT_EQ(lost("message 0->1"), 0u);
}

/// All to all, from GPU and host memory: each message adds up, and what a card's own messages lose
/// to each other is not taken for its own.
TEST_F(MessageSpans, AddUpOnALoadedCluster) {
  torus.link.packet_error_rate = 0.05;
  params.card.gpu_p2p_tx.generation.generation = "v2";
  params.card.gpu_p2p_tx.generation.window = core::kibibytes(4);
  build(Torus{{4, 2, 1}});
  std::uint64_t from[8][2], to[8];
  for (unsigned node = 0; node < 8; ++node) {
    for (const bool gpu : {false, true}) from[node][gpu] = buffer(20000, gpu, node);
    to[node] = buffer(20000, node % 2 == 0, node);
  }
  sc_core::sc_start();
  for (unsigned node = 0; node < 8; ++node)
    for (unsigned k = 0; k < 8; ++k)
      put(node, from[node][k % 2] + 100, k == 5 ? 0 : 19000 - 1000 * k, (node + k) % 8,
          to[(node + k) % 8] + 10);
  run();
  ASSERT_EQ(log.lives().size(), 64u);
  Ticks all = 0;
  for (const core::SpanLog::Life& message : log.lives()) all += lost(message.name);
  EXPECT_GT(all, 0u);
}

}  // namespace
}  // namespace gf::model::message_item_test
