// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "hw/link/receiver.h"
#include "hw/pcie/port/egress.h"
#include "hw/pcie/port/port_params.h"
#include "hw/pcie/port/routing_table.h"
#include "hw/pcie/port/tlp_pool.h"
#include "tlm_models/link/packet_queue.h"

namespace gf::hw::pcie {

/// Parameters of the port of a device whose blocks share one payload size, such as a card or a GPU.
struct DevicePortParams : core::ParamGroup {
  PortParams port;
  core::Param<sc_core::sc_time> receive_latency =
      param("receive_latency", sc_core::sc_time(100, sc_core::SC_NS),
            "latency from the last bit received to the block", "assumed");
  core::Param<core::Bytes> max_payload =
      param("max_payload", core::Bytes(256), "maximum payload of a posted write",
            "assumed: MPS 256 B", core::power_of_two(core::Bytes(128), core::Bytes(4096)));
  core::Param<core::Bytes> bar =
      param("bar", core::Bytes(1ull << 28), "size of the window onto the device", "assumed",
            core::power_of_two(core::mebibytes(1), core::Bytes(1ull << 40)));

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
};

/// A block of a device that receives TLPs. It gives each TLP back with DevicePort::done(), or with
/// release() and end() if its place in the buffer becomes free before the TLP is used up.
class TlpClient {
 public:
  virtual ~TlpClient() = default;
  virtual void on_tlp(Tlp& tlp) = 0;
};

/// Port of a device. A device is any leaf of the tree (a GPU, a card, a host) and consists of its
/// port and its blocks. Blocks send through the egress. A received request goes to the block that
/// claims its address, a completion to the completion client.
/// Timing: a TLP reaches its block receive_latency after its last bit.
/// Order: TLPs reach their blocks in the order of arrival. The credits of a TLP return when its
/// block releases it, so a full block holds back the sender and nothing overflows.
class DevicePort : public sc_core::sc_module, public core::Quiescent, private link::ReceiverClient {
 public:
  Egress egress;
  link::Receiver rx;

  /// Statistics of the port; blocks may count in the same group.
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter tlps{*this, "tlps", core::Unit::kCount, "TLPs received"};
  };

  /// Checks `params`. The egress serves the blocks round robin.
  DevicePort(const sc_core::sc_module_name& name, const DevicePortParams& params,
             std::uint64_t seed, TlpPool& pool);
  /// Sets the id and the window that enumeration assigned to this device.
  virtual void configure(DeviceId id, const AddressWindow& window);

  /// Adds a block that sends and returns its input number. Inputs are numbered in the order of
  /// these calls.
  unsigned add_source(TlpSource& source);
  /// Assigns [first, first + bytes) of the window to `client`. Ranges must not overlap.
  void claim(std::uint64_t first, std::uint64_t bytes, TlpClient& client);
  /// Assigns everything that no other block claims to `client`, including completions. Each device
  /// has one such block.
  void claim_rest(TlpClient& client) { rest_ = &client; }
  void set_completion_client(TlpClient& client) { completions_ = &client; }

  /// Ends a TLP that the block has used up: release(), then end().
  void done(Tlp& tlp);
  /// Frees the place of `tlp` in the receive buffer: its credits return to the sender.
  void release(const Tlp& tlp);
  /// Notifies the client of a posted write of its `status` and recycles the TLP.
  void end(Tlp& tlp, CompletionStatus status = CompletionStatus::kSuccess);

  [[nodiscard]] TlpPool& pool() { return pool_; }
  [[nodiscard]] DeviceId id() const { return id_; }
  [[nodiscard]] const AddressWindow& window() const { return window_; }
  [[nodiscard]] Stats& stats() { return stats_; }
  [[nodiscard]] bool idle() const override { return received_.empty() && held_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 protected:
  /// For a device with parameters of its own, which it has checked.
  DevicePort(const sc_core::sc_module_name& name, const PortParams& port,
             const sc_core::sc_time& receive_latency, std::unique_ptr<ArbiterIf> arbiter,
             std::uint64_t seed, TlpPool& pool);
  void on_packet(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) override;
  unsigned debug_access(tlm::tlm_generic_payload&) override { return 0; }
  [[nodiscard]] bool queued() const { return !received_.empty(); }  ///< A TLP is not due yet.
  [[nodiscard]] unsigned held() const { return held_; }  ///< TLPs that blocks have not released.
  void receive(Tlp& tlp, core::Ticks due);
  [[nodiscard]] core::Ticks latency() const { return latency_; }
  /// Answers received packets with DLLPs if `port` asks for them. Call it in the constructor of the
  /// class that knows the largest payload on the link.
  void use_dllps(const PortParams& port, core::Bytes max_payload) {
    dllps_ = make_dllps("dllps", port, max_payload, egress, rx);
  }

 private:
  struct Region {
    std::uint64_t first;
    std::uint64_t bytes;
    TlpClient* client;
  };
  void deliver();  ///< Process; hands due TLPs to their blocks.
  [[nodiscard]] TlpClient& client_of(const Tlp& tlp) const;

  std::unique_ptr<link::DllpSender> dllps_;  ///< Null: answers are modelled as delays.
  const core::Ticks latency_;
  TlpPool& pool_;
  DeviceId id_ = 0;
  AddressWindow window_;
  std::vector<Region> regions_;
  unsigned sources_ = 0;
  TlpClient* completions_ = nullptr;
  TlpClient* rest_ = nullptr;
  model::PacketQueue<Tlp> received_;
  unsigned held_ = 0;
  core::Wakeup wakeup_{this, core::Runs<&DevicePort::deliver>{}};
  Stats stats_;
};

/// The block behind the holes of a device's window: it drops and counts writes. A read of a hole,
/// or a completion that nobody asked for, is a model error.
class UnclaimedWrites final : public TlpClient {
 public:
  explicit UnclaimedWrites(DevicePort& port);

 private:
  void on_tlp(Tlp& tlp) override;

  DevicePort& port_;
  core::Counter unclaimed_;
};

}  // namespace gf::hw::pcie
