// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include "core/cycle_timers.h"
#include "core/quiescence.h"
#include "hw/gpu/memory/bulk.h"
#include "hw/gpu/memory/copy_engine.h"
#include "hw/gpu/memory/crossbar.h"
#include "hw/gpu/memory/deliveries.h"
#include "hw/gpu/memory/dram_channel.h"
#include "hw/gpu/memory/l2_slice.h"
#include "hw/gpu/memory/memory_parts.h"
#include "hw/gpu/memory/mmu.h"
#include "hw/gpu/memory/peer_port.h"
#include "hw/gpu/memory/peer_server.h"
#include "hw/gpu/memory_port_if.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::gpu {

/// All of a GPU below the L1s of its SMs: MMU, crossbar, level 2 slices, DRAM channels, the way to
/// and from peers, a copy engine. One member of the GPU clock, called in cycles in which a part has
/// something to do.
///   take()       requests of SMs come in here; answers leave by LineClient
///   to_peers     accesses to peers' memories leave here (unbound: there are no peers)
///   from_peers   accesses of peers, and of anybody, to this memory come in here
/// Timing: README.md adds up the parts. Whatever another module does in a cycle is seen in the
/// next one at the earliest. Answers reach an SM one after the other: one of n bytes holds its port
/// n / xbar_width cycles; an answer that nobody waits for (`wanted` false) comes beside the others.
/// Order: requests of an SM to one slice stay in order up to the slice; answers do not.
class GpuMemory final : public sc_core::sc_module,
                        public core::Quiescent,
                        public MemoryPortIf,
                        private core::Clocked,
                        private MailReceiver,
                        private CrossbarEndIf,
                        private AnswerSinkIf,
                        private DramClient,
                        private PeerClientIf {
 public:
  PeerPort::Socket to_peers{"to_peers"};
  PeerServer::Socket from_peers{"from_peers"};

  /// `gpu`: number of the GPU in its node. `clock` of `deliveries` is the GPU's.
  GpuMemory(const sc_core::sc_module_name& name, const MemoryParams& params, unsigned gpu,
            unsigned sms, Deliveries& deliveries, model::PageTable& pages);

  /// `client` is SM number `sm`. Before the simulation starts.
  void connect(unsigned sm, LineClient& client) { ports_[sms_ + sm].client = &client; }

  bool take(LineRequest& request, core::Cycle now) override;
  [[nodiscard]] Mmu& mmu() { return mmu_; }
  /// Engine `number`; beyond the last one it begins anew.
  [[nodiscard]] CopyEngine& copy_engine(unsigned number = 0) {
    return copy_engines_[number % copy_engines_.size()];
  }
  /// An access of another unit of this GPU, by physical address: to this memory by ports of the
  /// crossbar beside those of the SMs, to a peer's with the bulk accesses of the copy engine. In
  /// the crossbar's queue, or first at the way to the peers, in the next cycle at the earliest; its
  /// client is told as that of a copy engine is.
  void submit(Bulk& bulk, core::Cycle now);
  [[nodiscard]] std::uint64_t capacity() const { return server_.memory_bytes(); }  ///< Bytes.

  /// `watch` sees what passes the slices for offsets [begin, end) of this memory.
  void watch(std::uint64_t begin, std::uint64_t end, LinePassClient& watch) {
    parts_.watches.add(begin, end, watch);
  }
  /// Contents, with `real_bytes`: for checks and for what SMs write, whose bytes are not modelled.
  [[nodiscard]] model::BytePages& bytes() { return parts_.bytes; }
  [[nodiscard]] bool real_bytes() const { return parts_.params.real_bytes; }
  [[nodiscard]] const MemoryStats& stats() const { return parts_.stats; }
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  enum : unsigned { kArrives, kDone, kRoom };  ///< Mail.
  struct Port {
    LineClient* client = nullptr;
    Places places;
    core::Cycle told = 0;      ///< For when it was told last that there is one.
    bool refused = false;      ///< The SM wants to know when there is a place.
    core::Cycle answered = 0;  ///< When the last byte of the answer before is there.
  };

  void before_end_of_elaboration() override;
  void cycle(core::Cycle now) override;
  [[nodiscard]] core::Cycle next_date(core::Cycle now) const;
  void mail_comes(unsigned kind, void* what, core::Cycle now) override;
  void arrives(Access& access, core::Cycle now);
  void done(Access& access, core::Cycle now);
  [[nodiscard]] unsigned answer_bytes(const Access& access) const;
  bool has_room(unsigned target, const Access& access) override;
  void comes(unsigned target, Access& access) override;
  void step_slice(unsigned slice, core::Cycle now);
  void try_again(unsigned slice, core::Cycle now);
  void left(unsigned port, core::Cycle now) override;
  void tell_of_room(Port& port, core::Cycle now);
  void answer(Access& access, core::Cycle at) override;
  void filled(unsigned slice, unsigned mshr, std::uint8_t sectors, core::Cycle now) override;
  void channel_room(unsigned channel, core::Cycle now) override;
  void peer_answers(Access& access, core::Cycle now) override;

  MemoryParts parts_;
  const unsigned gpu_;
  Deliveries& deliveries_;
  Mmu mmu_;
  Crossbar crossbar_;
  const unsigned sms_;  ///< First port of the crossbar that is an SM's.
  BulkPort server_port_;
  BulkPort copy_port_;
  BulkPort unit_port_;  ///< Behind those of the SMs.
  std::vector<Port> ports_;
  std::vector<DramChannel> channels_;
  std::vector<L2Slice> slices_;
  core::CycleTimers slice_dates_;       ///< Of slices that have requests and do not stall.
  std::uint64_t stalled_slices_ = 0;    ///< Bit a slice.
  std::uint64_t unblocked_slices_ = 0;  ///< Stalled so far; may act in the next cycle.
  core::CycleTimers channel_dates_;     ///< Of channels that have something to do.
  std::uint64_t asked_channels_ = 0;    ///< Bit a channel that is due or was asked in the cycle.
  PeerPort peers_;
  PeerServer server_;
  std::vector<core::Cycle> peer_free_;  ///< Ways of peers' answers into the crossbar.
  std::deque<CopyEngine> copy_engines_;
};

}  // namespace gf::hw::gpu
