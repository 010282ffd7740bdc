// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <systemc>

#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/trace/probe.h"
#include "hw/pcie/device/shared_engine.h"
#include "hw/pcie/port/egress.h"
#include "hw/pcie/port/routing_table.h"
#include "hw/pcie/port/tlp_pool.h"
#include "hw/pcie/port/tlp_source.h"
#include "tlm_models/link/flow.h"
#include "tlm_models/memory/at_master.h"

namespace gf::hw::pcie {

/// Parameters of a CopyEngine. Payload sizes are powers of two, as the standard encodes them, so
/// that no TLP crosses a 4 KiB boundary.
struct CopyEngineParams : core::ParamGroup {
  core::Param<core::Bytes> max_payload =
      param("max_payload", core::Bytes(256), "maximum payload of a posted write",
            "assumed: MPS 256 B", core::power_of_two(core::Bytes(16), core::Bytes(kMaxPayload)));
  core::Param<core::ByteRate> rate =
      param("rate", core::gigabytes_per_second(100), "rate of reads from local memory",
            "assumed: well above the link", core::at_least(core::ByteRate(1e6)),
            core::experiment_choice("so far above the link that it does not matter"));
  core::Param<sc_core::sc_time> setup = param(
      "setup", sc_core::sc_time(1, sc_core::SC_US), "setup time before the first TLP of each copy",
      "assumed", {},
      core::plausible(sc_core::sc_time(200, sc_core::SC_NS), sc_core::sc_time(10, sc_core::SC_US),
                      "at least a descriptor read over PCIe; at most the whole time of a short "
                      "copy between GPUs"));
};

/// One copy from local memory to a peer's window.
struct CopyRequest {
  Flow* flow = nullptr;              ///< Holds the length; must outlive the copy.
  AddressWindow window;              ///< Destination window; longer copies wrap around in it.
  std::uint64_t source_address = 0;  ///< First byte in local memory.
  std::uint64_t offset = 0;          ///< First byte in the window.
  bool hollow = false;               ///< The bytes are not modelled, whatever memory exists.
};

/// Copy engine of a GPU. It serves pending copies one at a time, first come first served ([SC16],
/// III-A). It sends each as posted memory writes of at most max_payload, cut at multiples of
/// max_payload.
/// Timing: the first TLP can leave `setup` after the copy starts. Each later TLP can leave once the
/// local memory has delivered it at `rate`, which is meant to be faster than the link. The engine
/// is free for the next copy when the last TLP has left; a timeline shows each copy from its start
/// to that time.
class CopyEngine final : public sc_core::sc_module, public core::Quiescent, public TlpSource {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter copies{*this, "copies", core::Unit::kCount, "copies started"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "payload bytes sent"};
  };

  /// Reads `memory` functionally, in zero time. If `memory` is unbound, copies send zeros.
  CopyEngine(const sc_core::sc_module_name& name, const CopyEngineParams& params, unsigned input,
             Egress& egress, TlpPool& pool, model::AtMaster& memory);

  void set_id(DeviceId id) { id_ = id; }
  /// From now on each copy takes `engine` while it is under way.
  void share(SharedEngine& engine) { shared_ = &engine; }
  void submit(const CopyRequest& request);  ///< Queues a copy and sets flow->submitted.

  Tlp& take(TlpClass tlp_class, core::Ticks now) override;
  [[nodiscard]] bool may_go(const Tlp&) const override { return true; }
  [[nodiscard]] std::string place() const override { return name(); }
  [[nodiscard]] std::size_t pending() const { return queue_.size(); }  ///< Queued or under way.
  [[nodiscard]] bool idle() const override { return queue_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  void start_next(core::Ticks now);
  void start(core::Ticks now);
  void make_next(core::Ticks ready);
  void report(const Flow& flow, core::Ticks now) const;
  void report_waits(core::Ticks now) const;

  const CopyEngineParams params_;
  const double ticks_per_byte_;
  const unsigned input_;
  Egress& egress_;
  TlpPool& pool_;
  model::AtMaster& memory_;
  DeviceId id_ = 0;
  SharedEngine* shared_ = nullptr;  ///< Null: the engine is its own.
  std::deque<CopyRequest> queue_;   ///< The front copy is in progress.
  std::uint64_t sent_ = 0;          ///< Bytes of the front copy handed out or offered.
  core::Ticks started_ = 0;         ///< Start time of the front copy.
  Tlp* next_ = nullptr;             ///< TLP offered to the egress.
  core::Probe pending_probe_;
  Stats stats_;
};

}  // namespace gf::hw::pcie
