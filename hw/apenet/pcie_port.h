// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/param.h"
#include "core/quiescence.h"
#include "core/stats.h"
#include "core/wakeup.h"
#include "hw/link/receiver.h"
#include "hw/pcie/egress.h"
#include "hw/pcie/port_params.h"
#include "hw/pcie/routing_table.h"
#include "hw/pcie/tlp_pool.h"
#include "tlm_models/link/packet_queue.h"

namespace gf::hw::apenet {

/// The port of a device: the card or a GPU.
struct PciePortParams : core::ParamGroup {
  PciePortParams();  ///< gen2 x8.
  pcie::PortParams port;
  core::Param<sc_core::sc_time> receive_latency =
      param("receive_latency", sc_core::sc_time(100, sc_core::SC_NS),
            "last bit received to the block", "assumed");
  core::Param<core::Bytes> max_payload =
      param("max_payload", core::Bytes(256), "payload of a posted write", "assumed: MPS 256 B",
            core::power_of_two(core::Bytes(128), core::Bytes(4096)));
  core::Param<core::Bytes> bar =
      param("bar", core::Bytes(1ull << 28), "window onto the device", "assumed",
            core::power_of_two(core::mebibytes(1), core::Bytes(1ull << 40)));

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
};

/// A block of a device that TLPs come to. It gives each one back by PciePort::done().
class TlpTarget {
 public:
  virtual ~TlpTarget() = default;
  virtual void tlp_comes(pcie::Tlp& tlp) = 0;
};

/// Port of a PCIe device that is master and target: blocks send through its egress, and what comes
/// goes to the block that claims its address; completions go to the one that asked.
/// Timing: a TLP is at its block receive_latency after its last bit.
/// Order: TLPs reach their blocks in the order in which they came. Their credits go home when the
/// block is done with them: a block that is full holds the sender back, nothing overflows.
class PciePort final : public sc_core::sc_module,
                       public core::Quiescent,
                       private link::ReceiverClient {
 public:
  pcie::Egress egress;
  link::Receiver rx;

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter tlps{*this, "tlps", core::Unit::kCount, "TLPs received"};
    core::Counter unclaimed{*this, "unclaimed", core::Unit::kCount,
                            "writes dropped: no block claims the address"};
  };

  SC_HAS_PROCESS(PciePort);
  PciePort(const sc_core::sc_module_name& name, const PciePortParams& params, std::uint64_t seed,
           pcie::TlpPool& pool);
  /// What enumeration found for this device.
  void configure(pcie::DeviceId id, const pcie::AddressWindow& window);

  /// Input number of a block that sends; in the order of these calls.
  unsigned add_source(pcie::TlpSource& source);
  /// [first, first + bytes) of the window belongs to `target`. Every address has one block.
  void add_target(std::uint64_t first, std::uint64_t bytes, TlpTarget& target);
  void set_completion_target(TlpTarget& target) { completions_ = &target; }

  /// The block has used up `tlp`: its credits go home, the TLP to the pool.
  void done(pcie::Tlp& tlp);

  [[nodiscard]] pcie::TlpPool& pool() { return pool_; }
  [[nodiscard]] const PciePortParams& params() const { return params_; }
  [[nodiscard]] pcie::DeviceId id() const { return id_; }
  [[nodiscard]] const pcie::AddressWindow& window() const { return window_; }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return received_.empty() && held_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Region {
    std::uint64_t first;
    std::uint64_t bytes;
    TlpTarget* target;
  };
  void packet_comes(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) override;
  unsigned debug_access(tlm::tlm_generic_payload&) override { return 0; }
  void deliver();  ///< SC_METHOD; hands received TLPs that are due to their blocks.
  TlpTarget* target_of(const pcie::Tlp& tlp) const;

  const PciePortParams params_;
  const core::Ticks latency_;
  pcie::TlpPool& pool_;
  pcie::DeviceId id_ = 0;
  pcie::AddressWindow window_;
  std::vector<Region> regions_;
  unsigned sources_ = 0;
  TlpTarget* completions_ = nullptr;
  model::PacketQueue<pcie::Tlp> received_;
  unsigned held_ = 0;  ///< TLPs that blocks have not given back.
  core::Wakeup wakeup_{"wakeup"};
  Stats stats_;
};

/// A block's way out: TLPs of one class that leave in order, as a port's egress serves them.
class TlpQueue final : public pcie::TlpSource {
 public:
  explicit TlpQueue(PciePort& port) : port_(port), input_(port.add_source(*this)) {}

  /// Sends `tlp` behind those before it, not before `ready`.
  void send(pcie::Tlp& tlp, core::Ticks ready);
  /// A posted write of `bytes` at `address`; `data` is copied, or null.
  pcie::Tlp& make_write(std::uint64_t address, const std::uint8_t* data, std::uint32_t bytes);

  pcie::Tlp& take(pcie::TlpClass tlp_class, core::Ticks now) override;
  [[nodiscard]] bool may_go(const pcie::Tlp&) const override { return true; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  PciePort& port_;
  const unsigned input_;
  model::PacketQueue<pcie::Tlp> queue_;
  std::size_t size_ = 0;
};

}  // namespace gf::hw::apenet
