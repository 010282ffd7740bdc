// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <systemc>
#include <vector>

#include "core/time/quiescence.h"
#include "core/time/renewable.h"
#include "hw/gpu/memory/busy_parts.h"
#include "hw/gpu/memory/crossbar.h"
#include "hw/gpu/memory/deliveries.h"
#include "hw/gpu/memory/l2_cache.h"
#include "hw/gpu/memory/memory_copy_engine.h"
#include "hw/gpu/memory/memory_ports.h"
#include "hw/gpu/memory/mmu.h"
#include "hw/gpu/memory/peer_port.h"
#include "hw/gpu/memory/peer_server.h"
#include "hw/gpu/memory/stream_unit.h"
#include "hw/gpu/memory_port_if.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::gpu {

/// All of a GPU below the L1s of its SMs: MMU, crossbar, level 2 slices, DRAM channels, the way to
/// and from peers, a copy engine. One member of the GPU clock, called in cycles in which a part has
/// something to do.
///   take()       requests of SMs come in here; answers leave by LineClient
///   to_peers     accesses to peers' memories leave here (unbound: there are no peers)
///   from_peers   accesses of peers, and of anybody, to this memory come in here
///   from_bus     the same, of a second way in, as of PCIe beside NVLink: by the ports of the
///                crossbar that other units of the GPU have (unbound: there is none)
/// Timing: README.md adds up the parts. Whatever another module does in a cycle is seen in the
/// next one at the earliest. Answers reach an SM one after the other: one of n bytes holds its port
/// n / xbar_width cycles; an answer that nobody waits for (`wanted` false) comes beside the others.
/// Order: requests of an SM to one slice stay in order up to the slice; answers do not.
class GpuMemory final : public sc_core::sc_module,
                        public core::Quiescent,
                        public core::Renewable,
                        public MemoryPortIf,
                        private core::Clocked {
 public:
  PeerPort::Socket to_peers{"to_peers"};
  PeerServer::Socket from_peers{"from_peers"};
  PeerServer::Socket from_bus{"from_bus"};

  /// `gpu`: number of the GPU in its node. `clock` of `deliveries` is the GPU's.
  GpuMemory(const sc_core::sc_module_name& name, const MemoryParams& params, unsigned gpu,
            unsigned sms, Deliveries& deliveries, model::PageTable& pages);

  /// `client` is SM number `sm`. Before the simulation starts.
  void connect(unsigned sm, LineClient& client) { ports_.connect(sm, client); }

  bool take(LineRequest& request, core::Cycle now) override { return ports_.take(request, now); }
  void invalidate_remote() override { peers_.invalidate(); }
  void stream(StreamRequest& request, core::Cycle now) override { streams_.begin(request, now); }
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
  /// The same to this memory for threads of the SMs whose instructions are not modelled: by the
  /// SMs' ports, line by line in turn, whose queues and answers they share with the SMs.
  void submit_of_threads(Bulk& bulk, core::Cycle now);
  [[nodiscard]] std::uint64_t capacity() const { return server_.memory_bytes(); }  ///< Bytes.

  /// `watch` sees what of `kind` passes the slices for offsets [begin, end) of this memory.
  void watch(std::uint64_t begin, std::uint64_t end, LinePassClient& watch,
             PassKind kind = PassKind::kAll) {
    watches_.add(begin, end, watch, kind);
  }
  /// Contents, with `real_bytes`: for checks and for what SMs write, whose bytes are not modelled.
  [[nodiscard]] model::BytePages& bytes() { return bytes_; }
  [[nodiscard]] bool real_bytes() const { return params_.real_bytes; }
  [[nodiscard]] const MemoryStats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;
  /// Caches and TLB hold nothing, and DRAM rows are closed. Contents stay.
  void renew() override;

 private:
  void before_end_of_elaboration() override;
  void cycle(core::Cycle now) override;
  void step_parts(core::Cycle now);
  [[nodiscard]] core::Cycle next_of_parts(core::Cycle now);

  const MemoryParams params_;
  const AddressMap map_;
  core::ClockMember clock_;
  MemoryStats stats_;
  MemoryProbes probes_;
  model::BytePages bytes_;  ///< Contents, with `real_bytes`.
  LinePassClients watches_;
  const unsigned gpu_;
  BusyParts busy_;
  Mmu mmu_;
  Crossbar crossbar_;
  MemoryPorts ports_;
  L2Cache l2_;
  StreamUnit streams_;
  PeerPort peers_;
  PeerServer server_;
  PeerServer bus_server_;
  std::deque<CopyEngine> copy_engines_;
};

}  // namespace gf::hw::gpu
