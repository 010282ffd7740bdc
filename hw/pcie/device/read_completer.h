// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <tlm>

#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "hw/pcie/port/egress.h"
#include "hw/pcie/port/tlp_pool.h"
#include "hw/pcie/port/tlp_source.h"
#include "tlm_models/link/packet_queue.h"

namespace gf::hw::pcie {

/// Sizes of completions. The standard encodes both as powers of two.
struct ReadCompleterParams : core::ParamGroup {
  core::Param<core::Bytes> max_payload =
      param("max_payload", core::Bytes(256), "maximum payload of a completion",
            "assumed: MPS 256 B", core::power_of_two(core::Bytes(64), core::Bytes(kMaxPayload)));
  core::Param<core::Bytes> completion_boundary = param(
      "completion_boundary", core::Bytes(64),
      "read completion boundary: completions end at its multiples",
      "PCIe 3.0, 2.3.1.1: RCB 64 or 128 B", core::power_of_two(core::Bytes(64), core::Bytes(128)));
};

/// Answers reads of local memory. Once the bytes are there, it sends completions of at most
/// max_payload in address order. They end at multiples of the read completion boundary, and the
/// last one is marked. A read that memory refuses is answered by one completion with status
/// Unsupported Request.
class ReadCompleter final : public sc_core::sc_module, public core::Quiescent, public TlpSource {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter reads{*this, "reads", core::Unit::kCount, "reads answered"};
    core::Counter completions{*this, "completions", core::Unit::kCount, "completions sent"};
  };

  ReadCompleter(const sc_core::sc_module_name& name, const ReadCompleterParams& params,
                unsigned input, Egress& egress, TlpPool& pool);
  void set_id(DeviceId id) { id_ = id; }

  /// Answers `read` with `data` (as long as the read; null: zeros) and recycles `read`.
  void answer(Tlp& read, const std::uint8_t* data, CompletionStatus status);

  Tlp& take(TlpClass tlp_class, core::Ticks now) override;
  [[nodiscard]] bool may_go(const Tlp&) const override { return true; }
  [[nodiscard]] std::string place() const override { return name(); }
  [[nodiscard]] bool idle() const override { return queue_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  void enqueue(Tlp& completion, std::uint32_t payload);

  const ReadCompleterParams params_;
  const unsigned input_;
  Egress& egress_;
  TlpPool& pool_;
  DeviceId id_ = 0;
  model::PacketQueue<Tlp> queue_;
  Stats stats_;
};

}  // namespace gf::hw::pcie
