// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <systemc>
#include <vector>

#include "core/base/random.h"
#include "core/time/quiescence.h"
#include "hw/link/receiver.h"
#include "hw/pcie/port/egress.h"
#include "hw/pcie/port/port_params.h"
#include "hw/pcie/port/tlp_pool.h"
#include "tlm_models/link/packet_queue.h"

namespace gf::test {

/// A device that sends the TLPs that it is given, in order by class, and records what it receives.
class TlpDevice final : public sc_core::sc_module,
                        public core::Quiescent,
                        public hw::pcie::TlpSource,
                        private hw::link::ReceiverClient {
 public:
  using Tlp = hw::pcie::Tlp;

  /// A received TLP; its pointers mean nothing any more.
  struct Seen {
    Tlp tlp;
    core::Ticks tail;
    core::Ticks accepted;
  };

  TlpDevice(const sc_core::sc_module_name& name, const hw::link::LinkParams& link,
            const model::CreditLimitTable& limits, hw::pcie::TlpPool& pool, std::uint64_t seed = 1)
      : sc_module(name),
        Quiescent(this->name()),
        egress("egress", link, seed, hw::pcie::make_arbiter({"round_robin", 1, {}, 0}, "device")),
        rx("rx", link, limits, seed, *this),
        pool_(pool),
        random_(seed, std::string(this->name()) + ".hold") {
    egress.add_source(*this);
  }

  hw::pcie::Egress egress;
  hw::link::Receiver rx;
  std::vector<Seen> seen;
  bool keeps = false;        ///< Never frees what it receives, until release_kept().
  core::Ticks max_hold = 0;  ///< Else the place is freed at random, up to so long after the tail.

  Tlp& make(hw::pcie::TlpType type, std::uint64_t address, std::uint32_t bytes) {
    Tlp& tlp = pool_.make();
    tlp.type = type;
    tlp.address = address;
    const bool read = type == hw::pcie::TlpType::kMemoryRead;
    if (read) tlp.length = bytes;
    hw::pcie::finish(tlp, read ? 0 : bytes);
    return tlp;
  }
  /// Sends `tlp` behind those of its class, not before `at`.
  void send(Tlp& tlp, core::Ticks at = core::now_ticks()) {
    tlp.ready = tlp.arrived = at;
    ++unsent_;
    auto& queue = queues_[tlp.credit_class];
    const bool first = queue.empty();
    queue.push(tlp);
    if (first) egress.offer(0, tlp);
  }
  [[nodiscard]] unsigned unsent() const { return unsent_; }

  void release_kept() {
    for (const Kept& kept : kept_) rx.release(kept.credit_class, kept.cost, core::now_ticks());
    kept_.clear();
  }

  Tlp& take(hw::pcie::TlpClass tlp_class, core::Ticks) override {
    auto& queue = queues_[tlp_class];
    Tlp& tlp = queue.pop();
    --unsent_;
    if (!queue.empty()) egress.offer(0, *queue.front());
    return tlp;
  }
  [[nodiscard]] bool may_go(const Tlp&) const override { return true; }
  [[nodiscard]] std::string place() const override { return name(); }
  [[nodiscard]] bool idle() const override { return unsent_ == 0 && kept_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override {
    if (!kept_.empty()) waits.push_back({name(), "leave to free its buffer", "nobody"});
    if (unsent_ > 0) waits.push_back({name(), "its TLPs to leave", egress.name()});
  }

 private:
  struct Kept {
    model::CreditClass credit_class;
    model::CreditCost cost;
  };

  void on_packet(model::Packet& packet, core::Ticks, core::Ticks tail_at) override {
    auto& tlp = static_cast<Tlp&>(packet);
    seen.push_back({tlp, tail_at, core::now_ticks()});
    if (keeps) {
      kept_.push_back({tlp.credit_class, tlp.cost});
    } else {
      rx.release(tlp.credit_class, tlp.cost, tail_at + random_.below(max_hold + 1));
    }
    pool_.recycle(tlp);
  }
  unsigned debug_access(tlm::tlm_generic_payload&) override { return 0; }

  hw::pcie::TlpPool& pool_;
  core::RandomStream random_;
  std::array<model::PacketQueue<Tlp>, hw::pcie::kTlpClasses> queues_;
  unsigned unsent_ = 0;
  std::vector<Kept> kept_;
};

}  // namespace gf::test
