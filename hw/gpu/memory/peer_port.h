// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <tlm>
#include <vector>

#include "core/base/ring.h"
#include "core/trace/hop_journal.h"
#include "hw/gpu/memory/bulk.h"
#include "hw/gpu/memory/busy_parts.h"
#include "hw/gpu/memory/dram/memory_params.h"
#include "hw/gpu/memory/dram/memory_stats.h"
#include "hw/gpu/memory/remote_lines.h"
#include "hw/gpu/memory/stall.h"
#include "tlm_models/memory/atomic_extension.h"
#include "tlm_models/memory/owner_extension.h"

namespace gf::hw::gpu {

class MemoryPorts;

/// The ways out to the memories of peers: an initiator of the TLM-2.0 base protocol, whose socket
/// has a binding for each way. Contiguous
/// sectors of a line are one access; if only part of their bytes is written and these bytes are
/// contiguous, the access has just these bytes. For other partial writes, and for atomics, each
/// sector is one access with its number of bytes, from the sector's first byte on. Requests of SMs
/// take turns with bulk accesses; up to `peer_requests` of them may be unanswered. Each way has
/// queues of its own, so that a way that takes nothing does not hold up the others.
///
/// Timing: BEGIN_REQ comes in the first cycle in which the request is here and the previous request
/// phase has ended. An action of the other side at time t is seen in the first cycle that begins
/// after t. While BEGIN_REQ returns with the end of its phase, without delay, `peer_ports` requests
/// a cycle leave on all ways together; the ways take turns to be first. A response is ended by its
/// return value. With `remote_ways`, reads are first looked up in RemoteLines, tag_latency after
/// they came. Lines kept there are answered data_latency later, and their slots are free at once.
///
/// Order: on each way requests leave in the order of arrival, separately for SMs and for bulk
/// accesses.
class PeerPort final : private tlm::tlm_bw_transport_if<> {
 public:
  /// The standard's plain socket: the convenience sockets add a call of their own before each call.
  using Socket = tlm::tlm_initiator_socket<32, tlm::tlm_base_protocol_types, 0,
                                           sc_core::SC_ZERO_OR_MORE_BOUND>;

  /// Answers to requests of SMs leave through `ports`.
  PeerPort(const MemoryParams& params, Socket& socket, MemoryPorts& ports, core::ClockMember& clock,
           MemoryStats& stats, core::Probe& requests, BusyParts& busy);

  [[nodiscard]] bool has_room(const Access& access) const { return slots_ >= parts(access); }
  /// Tells how many ways are bound; at least one is made. Call before the simulation starts.
  void set_ways(unsigned bound);
  /// Sends accesses to the memory of GPU `peer` by the socket's binding number `way`; others go by
  /// the first.
  void route(unsigned peer, unsigned way);
  void comes(Access& access);                  ///< Takes its slots.
  void invalidate() { remote_.invalidate(); }  ///< Drops the kept lines of peers.
  void renew() {                               ///< Also lets requests of SMs go first.
    invalidate();
    for (Way& way : ways_) way.bulk_was_last = false;
    first_ = 0;
  }
  void submit(Bulk& bulk, core::Cycle at);  ///< bulk_done() follows.

  /// Names the copy that accesses to `bytes` bytes of a peer, from a physical address on, belong
  /// to, as those of a kernel do not say it. Only for a journal.
  void begin_copy(std::uint64_t address, std::uint64_t bytes, model::Flow& flow) {
    copies_.push_back({address, address + bytes, &flow});
  }
  void end_copy(const model::Flow& flow);

  /// Returns whether step() has something to do in cycle `now`.
  [[nodiscard]] bool due(core::Cycle now) const {
    if ((!arrivals_.empty() && arrivals_.front().at <= now) ||
        (!looked_up_.empty() && looked_up_.front().at <= now))
      return true;
    for (const Way& way : ways_)
      if (way.first_at() <= now) return true;
    return false;
  }
  void step(core::Cycle now);
  [[nodiscard]] core::Cycle next(core::Cycle now) const {
    core::Cycle at = arrivals_.empty() ? core::kNoCycle : arrivals_.front().at;
    if (!looked_up_.empty()) at = std::min(at, looked_up_.front().at);
    for (const Way& way : ways_) {
      if (way.empty()) continue;
      if (way.requesting == nullptr || !way.stall.on())  // one more look: when the wait begins
        at = std::min(at, std::max(way.free_from, way.first_at()));
    }
    return std::max(at, now + 1);
  }
  [[nodiscard]] bool idle() const { return open_ == 0 && looked_up_.empty() && nothing_queued(); }
  /// Returns whether something is here, whenever it is due.
  [[nodiscard]] bool busy() const {
    return !arrivals_.empty() || !looked_up_.empty() || !nothing_queued();
  }
  [[nodiscard]] unsigned open() const { return open_; }

 private:
  template <class Extension>
  struct Embedded final : Extension {
    void free() override {}  // its payload owns it
  };
  struct Payload final : tlm::tlm_generic_payload {
    Access* access = nullptr;
    Bulk* bulk = nullptr;
    unsigned way = 0;
    Embedded<model::AtomicExtension> atomic;
    Embedded<model::OwnerExtension> owner;
    ~Payload() override { clear_extensions(); }  // before they go
    void clear_extensions() {
      clear_extension<model::AtomicExtension>();
      clear_extension<model::OwnerExtension>();
    }
  };
  struct Arrival {
    Payload* payload;
    core::Cycle at;
    bool ends;  ///< Its response phase is open.
  };
  struct Recycler final : tlm::tlm_mm_interface {
    Payload& make();
    void free(tlm::tlm_generic_payload* payload) override;
    std::vector<std::unique_ptr<Payload>> all;
    std::vector<Payload*> unused;
  };

  /// One binding of the socket, and what waits for it.
  struct Way {
    Fifo<Access> accesses;
    Fifo<Bulk> bulks;
    std::uint8_t sent = 0;         ///< Sectors of the first access already sent.
    std::uint16_t bytes_sent = 0;  ///< Its bytes already sent, if it is a write or atomic.
    bool bulk_was_last = false;
    bool at_once = false;           ///< The last request phase began and ended in this cycle.
    Payload* requesting = nullptr;  ///< In its request phase.
    core::Cycle since = 0;          ///< Begin of that phase.
    core::Cycle free_from = 0;
    Stall stall;
    [[nodiscard]] bool empty() const { return accesses.empty() && bulks.empty(); }
    [[nodiscard]] core::Cycle first_at() const {
      const core::Cycle at = accesses.empty() ? core::kNoCycle : accesses.front().at;
      return bulks.empty() ? at : std::min(at, bulks.front().at);
    }
  };
  [[nodiscard]] bool nothing_queued() const {
    return std::all_of(ways_.begin(), ways_.end(), [](const Way& way) { return way.empty(); });
  }
  [[nodiscard]] Way& way_to(std::uint64_t address);

  static bool scattered(const Access& access) {
    return access.op == LineOp::kAtomic || (part_of_line(access) && access.skip == kApart);
  }
  static bool part_of_line(const Access& access) {
    return access.op == LineOp::kWrite && !access.whole;
  }
  /// Returns the accesses that a line becomes: groups of contiguous sectors, or single sectors.
  static unsigned parts(const Access& access) {
    const unsigned sectors = access.sectors;
    return sector_count(scattered(access) ? sectors : sectors & ~(sectors << 1));
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}  ///< None is used.
  // Each access passes these; they are inline because the calls would cost noticeable time.
  inline void arrives(Payload& payload, core::Cycle at, bool ends);
  void request_taken(Way& way, core::Cycle at) {
    if (core::HopJournal::active() != nullptr) report_phase(way, at);
    way.requesting = nullptr;
    way.free_from = at;
  }
  /// A copy with accesses in the queues. Only kept for a journal.
  struct WaitingCopy {
    const model::Flow* flow;
    unsigned home;  ///< The peer that it accesses.
    core::Cycle since;
    unsigned accesses = 0;
    core::Cycle blocked = 0;  ///< End of the last request phase of a copy to another peer.
  };
  struct CopyAtPeer {
    std::uint64_t begin;
    std::uint64_t end;
    model::Flow* flow;
  };
  /// Returns the copy that a queued access belongs to; null: none, or there is no journal.
  template <class Queued>
  [[nodiscard]] model::Flow* owner(const Queued& queued) const;
  [[nodiscard]] model::Flow* owner_at(std::uint64_t address) const;
  template <class Queued>
  void note_waits(const Queued& queued);
  /// Names the owner of a queued access, which goes now, wholly or in part.
  template <class Queued>
  void set_owner(Payload& payload, const Queued& queued, bool wholly);
  std::vector<WaitingCopy>::iterator waiting(const model::Flow* flow, std::uint64_t address);
  /// Reports the copies that waited for the way, while the request phase that ends at `at` was that
  /// of a copy to another peer.
  void report_phase(const Way& way, core::Cycle at);
  inline void look_up(core::Cycle now);
  inline void give_back(unsigned slots, core::Cycle now);
  inline void receive(core::Cycle now);
  inline void received(Payload& payload, core::Cycle now);
  inline bool send_next(Way& way, core::Cycle now);  ///< Returns false if nothing was sent.
  [[nodiscard]] static inline bool access_next(const Way& way, core::Cycle now);
  inline void send_part(Way& way, Access& access, core::Cycle now);
  inline void send_bulk(Way& way, Bulk& bulk, core::Cycle now);
  void send(Way& way, Payload& payload, std::uint64_t address, unsigned bytes, LineOp op,
            std::uint8_t* data, core::Cycle now);
  inline void count(LineOp op, unsigned bytes);

  const MemoryParams& params_;
  Socket& socket_;
  core::ClockMember& clock_;
  MemoryStats& stats_;
  core::Probe& requests_;  ///< Requests of SMs at peers.
  BusyParts& busy_;
  Recycler payloads_;
  bool bound_ = false;
  std::vector<Way> ways_;
  std::vector<unsigned> way_of_;  ///< By peer; those beyond its end use way 0.
  unsigned first_ = 0;            ///< The way that goes first in the next cycle.
  unsigned slots_;
  unsigned open_ = 0;  ///< Payloads without a response.
  RemoteLines remote_;
  Fifo<Access> looked_up_;  ///< On their way to the tags of remote_.
  std::vector<CopyAtPeer> copies_;
  std::vector<WaitingCopy> waiting_;  ///< In the order of their first accesses.
  core::Ring<Arrival> arrivals_;
};

}  // namespace gf::hw::gpu
