// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <systemc>

#include "core/param.h"
#include "core/quiescence.h"
#include "core/stats.h"
#include "core/wakeup.h"
#include "hw/link/receiver.h"
#include "hw/pcie/copy_engine.h"
#include "hw/pcie/egress.h"
#include "hw/pcie/port_params.h"
#include "hw/pcie/read_completer.h"
#include "hw/pcie/requester.h"
#include "hw/pcie/tlp_pool.h"
#include "tlm_models/link/packet_queue.h"
#include "tlm_models/memory/at_master.h"

namespace gf::hw::pcie {

/// Those of the port are declared beside those of the endpoint, the others below
/// "copy_engine", "requester" and "completer".
struct EndpointParams : core::ParamGroup {
  PortParams port;
  CopyEngineParams copy;
  RequesterParams requester;
  ReadCompleterParams completer;
  core::Param<sc_core::sc_time> receive_latency =
      param("receive_latency", sc_core::sc_time(100, sc_core::SC_NS),
            "last bit received to memory access", "assumed");
  core::Param<std::string> arbitration =
      param("arbitration", "round_robin", "among copy engine, requester and completer", "assumed",
            core::one_of(arbiter_names()));
  core::Param<bool> stuck =
      param("stuck", false, "test aid: never acts on what it receives nor returns its credits",
            "none: no device does this");
  core::Param<core::Bytes> bar =
      param("bar", core::Bytes(1ull << 28), "window onto local memory",
            "assumed: below 4 GiB for 8 GPUs, so that headers have 3 DW",
            core::power_of_two(core::mebibytes(1), core::Bytes(1ull << 40)));

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
  [[nodiscard]] core::Bytes largest_payload() const;  ///< Of any TLP that it sends.
};

/// A GPU's (or any device's) port to the tree: copy engine, window onto local memory, and TLM-2.0
/// base protocol sockets on the device's side.
///   requester.socket  local accesses to the fabric's addresses come in here
///   memory.socket     fabric accesses to local memory go out here, from offset 0 of the window;
///                     unbound, writes are counted, reads return zeros and copies send zeros
/// Timing: a TLP acts on memory receive_latency after its last bit; its credits go home when memory
/// has taken it. Reads and atomics are answered when memory has responded.
/// Order: TLPs act in the order in which they come.
class Endpoint final : public sc_core::sc_module,
                       public core::Quiescent,
                       private link::ReceiverClient,
                       private CopyEngine::LocalMemory,
                       private model::AtMaster::Listener {
 public:
  Egress egress;
  link::Receiver rx;
  CopyEngine copy_engine;
  Requester requester;
  ReadCompleter completer;
  model::AtMaster memory;

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter tlps{*this, "tlps", core::Unit::kCount, "TLPs received"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "payload of writes received"};
    core::Counter refused{*this, "refused", core::Unit::kCount, "accesses that memory refused"};
  };

  SC_HAS_PROCESS(Endpoint);
  Endpoint(const sc_core::sc_module_name& name, const EndpointParams& params, std::uint64_t seed,
           TlpPool& pool);
  /// What enumeration found for this device.
  void configure(DeviceId id, const AddressWindow& window);
  /// Called when the last byte of a copy to this endpoint is in its memory.
  void on_copy_finished(std::function<void(Flow&)> callback) {
    copy_finished_ = std::move(callback);
  }

  [[nodiscard]] DeviceId id() const { return id_; }
  [[nodiscard]] const AddressWindow& window() const { return window_; }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  void packet_comes(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) override;
  unsigned debug_access(tlm::tlm_generic_payload& access) override;
  [[nodiscard]] bool has_bytes() const override { return memory.bound(); }
  void read(std::uint64_t address, std::uint8_t* data, std::uint32_t bytes) override;
  void access_ended(std::uint64_t key, tlm::tlm_response_status status) override;

  void deliver();  ///< SC_METHOD; acts on received TLPs that are due.
  void act(Tlp& tlp);
  void issue(Tlp& tlp, std::uint64_t offset);
  void write(Tlp& tlp);
  void end_write(Tlp& tlp, CompletionStatus status);
  void release(const Tlp& tlp, core::Ticks at) { rx.release(tlp.credit_class, tlp.cost, at); }
  void count_write(Tlp& tlp);

  const EndpointParams params_;
  const core::Ticks latency_;
  TlpPool& pool_;
  DeviceId id_ = 0;
  AddressWindow window_;
  std::function<void(Flow&)> copy_finished_;
  model::PacketQueue<Tlp> received_;
  unsigned accesses_ = 0;  ///< Of memory, under way; their keys are the addresses of their TLPs.
  core::Wakeup wakeup_{"wakeup"};
  Stats stats_;
};

}  // namespace gf::hw::pcie
