// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "core/base/ticks.h"
#include "core/time/wakeup.h"
#include "hw/link/receiver.h"
#include "hw/link/transmitter.h"
#include "tlm_models/link/packet_pool.h"

namespace gf::test {

/// One direction of a link between a sender that sends whatever is queued as soon as it may, and a
/// consumer that frees each packet's place `hold` after its last bit, or never.
class LinkBench final : public sc_core::sc_module,
                        private hw::link::TransmitterClient,
                        private hw::link::ReceiverClient {
 public:
  struct Arrival {
    std::uint32_t wire_bytes;
    std::uint32_t number;  ///< In the order of queue(), from 0.
    core::Ticks accepted;  ///< When the receiver took it.
    core::Ticks head;
    core::Ticks tail;
  };

  enum class Ends { kConnected, kApart };  ///< Apart: whoever made it calls tx.connect(rx).

  SC_HAS_PROCESS(LinkBench);
  LinkBench(const hw::link::LinkParams& params, const model::CreditLimitTable& limits,
            std::uint64_t seed = 1)
      : LinkBench(params, params, limits, seed) {}
  /// With other parameters at the receiving port, from which the answers come.
  LinkBench(const hw::link::LinkParams& params, const hw::link::LinkParams& peer,
            const model::CreditLimitTable& limits, std::uint64_t seed,
            const sc_core::sc_module_name& name = "bench", Ends ends = Ends::kConnected)
      : sc_module(name),
        tx("tx", params, seed, *this, {"a", "b"}),
        rx("rx", peer, limits, seed, *this) {
    if (ends == Ends::kConnected) tx.connect(rx);
    SC_METHOD(send);
  }

  hw::link::Transmitter tx;
  hw::link::Receiver rx;
  core::Ticks hold = 0;           ///< Last bit to place freed; kNever: never.
  std::vector<core::Ticks> sent;  ///< First bit out, in order, replays left out.
  std::vector<Arrival> arrivals;  ///< In order of acceptance.
  unsigned debug_accesses = 0;

  /// `count` packets of `payload` and `overhead` bytes, one header credit and `data` data credits.
  void queue(unsigned count, std::uint32_t payload, std::uint32_t overhead = 20,
             std::uint16_t data = 0, model::CreditClass credit_class = 0) {
    for (unsigned i = 0; i < count; ++i) {
      Numbered& packet = pool_.make();
      packet.payload_bytes = payload;
      packet.wire_bytes = payload + overhead;
      packet.cost = {1, data};
      packet.credit_class = credit_class;
      packet.number = next_number_++;
      queued_.push_back(&packet);
    }
    wakeup_.at(core::now_ticks());
  }
  [[nodiscard]] std::size_t waiting() const { return queued_.size(); }

 private:
  struct Numbered : model::Packet {
    std::uint32_t number = 0;
  };

  void send() {
    const core::Ticks now = core::now_ticks();
    if (queued_.empty()) return;
    const core::Ticks free = tx.free_at();
    if (free > now) {
      if (free != core::kNever) wakeup_.at(free);
      return;
    }
    Numbered& packet = *queued_.front();
    if (!tx.credits().covers(packet.credit_class, packet.cost, now)) {
      const core::Ticks at = tx.credits().covered_at(packet.credit_class, packet.cost);
      if (at != core::kNever) wakeup_.at(at);
      return;
    }
    queued_.pop_front();
    sent.push_back(now);
    wakeup_.at(tx.send(packet));
  }

  void credit_comes(core::Ticks at) override { wakeup_.at(at); }
  void link_free_again() override { wakeup_.at(core::now_ticks()); }
  void on_packet(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) override {
    auto& numbered = static_cast<Numbered&>(packet);
    arrivals.push_back({packet.wire_bytes, numbered.number, core::now_ticks(), head_at, tail_at});
    if (hold != core::kNever) rx.release(packet.credit_class, packet.cost, tail_at + hold);
    pool_.recycle(numbered);
  }
  unsigned debug_access(tlm::tlm_generic_payload&) override { return ++debug_accesses; }

  model::PacketPool<Numbered> pool_;
  std::deque<Numbered*> queued_;
  std::uint32_t next_number_ = 0;
  core::Wakeup wakeup_{this, core::Runs<&LinkBench::send>{}};
};

}  // namespace gf::test
