// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/gpu/memory/access.h"
#include "hw/gpu/memory/busy_parts.h"
#include "tlm_models/link/packet_pool.h"

namespace gf::model {
struct Flow;
}

namespace gf::hw::gpu {

class BulkPort;
class Crossbar;
struct Bulk;

/// Submits bulk accesses, and is notified of them within a cycle of the GPU's clock.
class BulkClient {
 public:
  virtual ~BulkClient() = default;
  /// All of the access is in the queue of the port, or has left for the peer. Not called if it was
  /// in the queue at once: see submit().
  virtual void bulk_taken(Bulk& bulk, core::Cycle now) = 0;
  /// The last line of the access is answered; the access belongs to the client again.
  virtual void bulk_done(Bulk& bulk, core::Cycle now) = 0;
};

/// An access to a range of physical addresses of any length: by a peer, a copy engine
/// or another unit.
struct Bulk {
  Bulk* next = nullptr;
  core::Cycle at = 0;
  std::uint64_t address = 0;     ///< Physical.
  std::uint8_t* data = nullptr;  ///< null: no bytes.
  BulkClient* client = nullptr;
  BulkPort* port = nullptr;     ///< That took it last.
  void* key = nullptr;          ///< For the client's own use.
  model::Flow* flow = nullptr;  ///< The copy that it belongs to, or null.
  std::uint32_t bytes = 0;
  std::uint32_t cut = 0;   ///< Bytes that are in the port's queue, or further.
  std::uint32_t open = 0;  ///< Lines of these bytes without an answer.
  LineOp op = LineOp::kRead;
  bool failed = false;  ///< The peer has refused it.
};

/// A group of crossbar ports for bulk accesses to the memory of this GPU. It cuts accesses into
/// lines as places of the queues become free. Each line uses the port that its address selects, so
/// that lines take the ports in turn. First come first served.
class BulkPort {
 public:
  /// Uses `ports` ports of the crossbar from `first` on, with `places` places at each.
  BulkPort(unsigned first, unsigned ports, unsigned places, core::ClockMember& clock,
           model::PacketPool<Access>& accesses, Crossbar& crossbar, BusyParts& busy)
      : first_(first),
        ports_(ports),
        clock_(clock),
        accesses_(accesses),
        crossbar_(crossbar),
        busy_(busy),
        places_(ports, Places(places)) {}

  /// Submits an access. `now` is a cycle that is being served, or lies before the first such cycle.
  /// Returns true if all of it is in the queue; otherwise bulk_taken() follows. bulk_done() is
  /// called in both cases.
  bool submit(Bulk& bulk, core::Cycle now);
  void step(core::Cycle now);
  /// One line went from the port into the crossbar: its place is free in the next cycle.
  void left(unsigned port, core::Cycle now) {
    places_[port - first_].give(now);
    full_ = false;
  }
  void answered(Access& access, core::Cycle now) {
    Bulk& bulk = *access.bulk;
    accesses_.recycle(access);
    if (--bulk.open == 0 && bulk.cut == bulk.bytes) bulk.client->bulk_done(bulk, now);
  }
  [[nodiscard]] core::Cycle next(core::Cycle now) const {
    return waiting_.empty() || full_ ? core::kNoCycle : now + 1;
  }
  [[nodiscard]] bool idle() const { return waiting_.empty(); }

 private:
  bool cut(Bulk& bulk, core::Cycle now);
  /// Pushes the next line of the access to port number `port` of this group.
  inline void push_line(Bulk& bulk, unsigned port, core::Cycle now);

  const unsigned first_;
  const unsigned ports_;
  core::ClockMember& clock_;
  model::PacketPool<Access>& accesses_;
  Crossbar& crossbar_;
  BusyParts& busy_;
  std::vector<Places> places_;  ///< By port.
  Fifo<Bulk> waiting_;
  bool full_ = false;  ///< No place until a line leaves.
};

}  // namespace gf::hw::gpu
