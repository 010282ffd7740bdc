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

/// Everything in a GPU below the L1s of its SMs: MMU, crossbar, level 2 slices, DRAM channels,
/// ports to and from peers, copy engines. It is one member of the GPU clock and is called in cycles
/// in which a part has something to do.
///   take()       takes requests of SMs; answers return through LineClient
///   to_peers     sends accesses to peers' memories, by one of its bindings (PeerPort::route();
///                unbound: there are no peers)
///   from_peers   takes accesses to this memory, from peers or any other initiator
///   from_bus     the same for a second fabric, such as PCIe next to NVLink; uses the crossbar
///                ports of the GPU's other units (unbound: there is none)
/// Timing: README.md adds up the parts. An action of another module in a cycle is seen in the next
/// cycle at the earliest. Answers reach an SM one after the other: an answer of n bytes holds its
/// port for n / xbar_width cycles. An answer that nobody waits for (`wanted` false) takes no time
/// of the port.
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

  /// `gpu` is the number of the GPU in its node. The clock of `deliveries` is the GPU's clock.
  GpuMemory(const sc_core::sc_module_name& name, const MemoryParams& params, unsigned gpu,
            unsigned sms, Deliveries& deliveries, model::PageTable& pages);

  /// Connects `client` as SM number `sm`. Call it before the simulation starts.
  void connect(unsigned sm, LineClient& client) { ports_.connect(sm, client); }

  bool take(LineRequest& request, core::Cycle now) override { return ports_.take(request, now); }
  void invalidate_remote() override { peers_.invalidate(); }
  void stream(StreamRequest& request, core::Cycle now) override { streams_.begin(request, now); }
  [[nodiscard]] Mmu& mmu() { return mmu_; }
  /// Returns copy engine `number`, modulo the number of engines.
  [[nodiscard]] MemoryCopyEngine& copy_engine(unsigned number = 0) {
    return copy_engines_[number % copy_engines_.size()];
  }
  /// Submits an access of another unit of this GPU, by physical address. An access to this memory
  /// uses crossbar ports separate from those of the SMs; an access to a peer's memory joins the
  /// bulk accesses of the copy engines. In the next cycle at the earliest it is in the crossbar's
  /// queue, or first at the way to the peers. Its client is notified as for a copy engine.
  void submit(Bulk& bulk, core::Cycle now);
  /// Does the same to this memory, for threads of the SMs whose instructions are not modelled. It
  /// uses the SMs' ports, line by line in turn, and shares their queues and answers with the SMs.
  void submit_of_threads(Bulk& bulk, core::Cycle now);
  /// Returns the port of SM `sm` for accesses of a thread block that runs there.
  [[nodiscard]] BulkPort& port_of_cta(unsigned sm) { return ports_.of_sm(sm); }
  /// Submits an access of a thread block: to this memory through `port`, or to a peer's memory like
  /// those of other units. Returns whether all of it is in the port's queue; otherwise bulk_taken()
  /// follows, for a peer when it leaves.
  bool submit_of_cta(Bulk& bulk, BulkPort& port, core::Cycle now);
  /// The ways to the peers, to route accesses and to name the copies that kernels make.
  [[nodiscard]] PeerPort& peers() { return peers_; }
  [[nodiscard]] std::uint64_t capacity() const { return server_.memory_bytes(); }  ///< In bytes.

  /// Lets `watch` observe accesses of `kind` to offsets [begin, end) as they pass the slices.
  void watch(std::uint64_t begin, std::uint64_t end, LinePassClient& watch,
             PassKind kind = PassKind::kAll) {
    watches_.add(begin, end, watch, kind);
  }
  /// Returns the contents, with `real_bytes`: for checks, and for writes of SMs, whose bytes
  /// are not modelled.
  [[nodiscard]] model::BytePages& bytes() { return bytes_; }
  [[nodiscard]] bool real_bytes() const { return params_.real_bytes; }
  [[nodiscard]] const MemoryStats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;
  /// Empties caches and TLB, and closes DRAM rows. Contents stay.
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
  std::deque<MemoryCopyEngine> copy_engines_;
};

}  // namespace gf::hw::gpu
