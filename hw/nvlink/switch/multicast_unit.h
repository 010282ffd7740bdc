// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "core/base/units.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "hw/nvlink/end/link_end.h"
#include "hw/nvlink/lanes/nvlink_packet.h"
#include "hw/nvlink/switch/group_table.h"
#include "tlm_models/link/packet_queue.h"

namespace gf::hw::nvlink {

/// Parameters of a MulticastUnit.
struct MulticastParams : core::ParamGroup {
  core::Param<unsigned> groups =
      param("groups", 64u, "places for multicast groups in a switch that reduces", "assumed",
            core::between(1u, 4096u), core::plausible(16u, 1024u, "one or many communicators"));
  core::Param<core::Bytes> buffer = param(
      "reduce_buffer", core::kibibytes(256), "capacity of the buffer for results of reductions",
      "assumed: results of 1.6 TB/s of operands of eight GPUs during 1 us",
      core::between(core::Bytes(kMaxPayload), core::mebibytes(64)),
      core::plausible(core::kibibytes(64), core::mebibytes(1),
                      "half a round trip to memory; as much as the ports' buffers"));
  core::Param<core::ByteRate> rate =
      param("reduce_rate", core::gigabytes_per_second(1600),
            "rate of operands that a switch reduces, all ports together",
            "NVSwitch 3: 400 GFLOPS of FP32, 4 B each; NVIDIA, Hot Chips 34, 2022",
            core::at_least(core::ByteRate(1e6)));
  core::Param<sc_core::sc_time> latency =
      param("reduce_latency", sc_core::sc_time(50, sc_core::SC_NS),
            "latency from the last operand of a reduction to its result", "assumed", {},
            core::plausible(sc_core::sc_time(10, sc_core::SC_NS),
                            sc_core::sc_time(500, sc_core::SC_NS), "a few cycles; a lookup each"));
};

/// Replicates and reduces packets for multicast groups, next to the crossbar of an NvlinkSwitch: it
/// is one more input of each output.
///   write to a group (multimem.st)   goes to each member at the same place. It is answered when
///                                    all have answered, with an error if one refused it
///   read of it (multimem.ld_reduce)  goes to each member. Their answers are combined element by
///                                    element (uint32, by the packet's op) into a place of the
///                                    buffer, and one response returns by the link of the request
/// Timing: copies can leave hop_latency after the last bit of their request. Operands are reduced
/// one after the other, in the order in which they were sent, at `rate`. The response can leave
/// reduce_latency + hop_latency after the last one. Its place is free when its first bit leaves.
/// Back-pressure: a write keeps its space in the receive buffer until its last copy has left. A
/// read for which the buffer has no place keeps its own, and later reads wait behind it. Operands
/// always have a place: responses never wait for requests.
/// Order: writes, reads, and packets of a class to an output leave in order of arrival. Writes pass
/// reads that wait (assumed: as posted requests do in PCIe).
/// Not modelled: atomics to a group (multimem.red), groups over several levels of switches, a limit
/// to unanswered writes.
class MulticastUnit final : public sc_core::sc_module,
                            public core::Quiescent,
                            private NvlinkAnswerClient {
 public:
  using Ends = std::vector<std::unique_ptr<LinkEnd>>;
  /// Returns the port by which packets from port `input` reach a GPU.
  using OutputFor = std::function<unsigned(unsigned gpu, unsigned input)>;

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter writes{*this, "writes", core::Unit::kCount, "write packets replicated"};
    core::Counter reads{*this, "reads", core::Unit::kCount, "read packets reduced"};
    core::Counter operands{*this, "operand_bytes", core::Unit::kBytes, "operands reduced"};
    core::Duration busy{*this, "reduce_busy", "time in which operands were reduced"};
    core::Duration full{*this, "buffer_full", "time that reads waited for the buffer, in sum"};
  };

  /// `ends` will contain the switch's ports; the unit is their input number `input`.
  MulticastUnit(const sc_core::sc_module_name& name, const MulticastParams& params,
                core::Ticks hop_latency, const Ends& ends, unsigned input, NvlinkPool& pool,
                OutputFor output_for);

  [[nodiscard]] GroupTable& groups() { return groups_; }
  [[nodiscard]] const GroupTable& groups() const { return groups_; }
  /// Takes a request to a group, whose copies may leave from `packet.ready` on.
  void request_comes(unsigned link, NvlinkPacket& packet);
  /// Takes a member's answer, whose last bit comes at `at`.
  void response_comes(unsigned link, NvlinkPacket& packet, core::Ticks at);
  /// The first packet of that class to `output` leaves; offers the next one.
  NvlinkPacket& take(unsigned output, NvlinkClass of, core::Ticks now);

  [[nodiscard]] bool idle() const override { return held_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  using Queue = model::PacketQueue<NvlinkPacket>;
  /// A request that members have not answered; copies of it name it by its number.
  struct Entry {
    NvlinkPacket* request = nullptr;  ///< Of a read: also its result.
    std::size_t to_leave = 0;         ///< Copies that are still here.
    std::size_t to_answer = 0;        ///< Members that have not answered.
    bool combined = false;            ///< The result has an operand.
    core::Ticks until = 0;            ///< Last bit of its copies; then the last answer.
  };
  void write_ended(std::uint32_t entry, std::uint32_t bytes, bool failed, core::Ticks at) override;
  void replicate(NvlinkPacket& packet);
  void serve_waiting();
  void respond(Entry& entry, core::Ticks at);
  void queue(unsigned output, NvlinkPacket& packet);
  [[nodiscard]] std::uint32_t make_entry(NvlinkPacket& packet, std::size_t members);

  const core::ByteRate rate_;
  const core::Ticks hop_latency_;
  const core::Ticks reduce_latency_;
  const Ends& ends_;
  const unsigned input_;
  NvlinkPool& pool_;
  const OutputFor output_for_;
  GroupTable groups_;
  std::uint64_t free_bytes_;  ///< Of the buffer.
  core::Ticks reduced_ = 0;   ///< When the last operand is reduced.
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> unused_;  ///< Entries.
  Queue waiting_;                      ///< Reads without a place.
  std::vector<Queue> queues_;          ///< Output x class.
  std::size_t held_ = 0;  ///< Requests without an answer, and results that have not left.
  Stats stats_;
};

}  // namespace gf::hw::nvlink
