// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/gpu/memory/access.h"
#include "hw/gpu/memory/busy_parts.h"
#include "tlm_models/link/packet_pool.h"

namespace gf::hw::gpu {

class Crossbar;
struct Bulk;

/// Who submits bulk accesses, and hears of them within a cycle of the GPU's clock.
class BulkClient {
 public:
  virtual ~BulkClient() = default;
  /// All of it is in the queue of the port (not called when it was at once: see submit()).
  virtual void bulk_taken(Bulk& bulk, core::Cycle now) = 0;
  /// The last line of it is answered; the access is the client's again.
  virtual void bulk_done(Bulk& bulk, core::Cycle now) = 0;
};

/// An access to a range of physical addresses of any length: of a peer, or of a copy engine.
struct Bulk {
  Bulk* next = nullptr;
  core::Cycle at = 0;
  std::uint64_t address = 0;     ///< Physical.
  std::uint8_t* data = nullptr;  ///< null: no bytes.
  BulkClient* client = nullptr;
  void* key = nullptr;  ///< The client's own.
  std::uint32_t bytes = 0;
  std::uint32_t cut = 0;   ///< Bytes that are in the port's queue, or further.
  std::uint32_t open = 0;  ///< Lines of them without an answer.
  LineOp op = LineOp::kRead;
  bool failed = false;  ///< The peer has refused it.
};

/// Ports of the crossbar, side by side, for bulk accesses to the memory of this GPU: cuts them into
/// lines as places of the queues become free, each line for the port that its address says, in
/// turn. First come first served.
class BulkPort {
 public:
  /// `first` of its `ports` at the crossbar, at each of which it has `places`.
  BulkPort(unsigned first, unsigned ports, unsigned places, core::ClockMember& clock,
           model::PacketPool<Access>& accesses, Crossbar& crossbar, BusyParts& busy)
      : first_(first),
        ports_(ports),
        clock_(clock),
        accesses_(accesses),
        crossbar_(crossbar),
        busy_(busy),
        places_(ports, Places(places)) {}

  /// `now`: a cycle that is served, or before the first that will be. True: all of it is in the
  /// queue; else the client is told when it is. The client is told when it is done either way.
  bool submit(Bulk& bulk, core::Cycle now);
  void step(core::Cycle now);
  /// One line went from the port into the crossbar: the next cycle has a place.
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
  /// The next line of it, for the port of that number among these.
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
