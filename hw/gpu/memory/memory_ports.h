// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "hw/gpu/memory/bulk.h"
#include "hw/gpu/memory/deliveries.h"
#include "hw/gpu/memory/dram/address_map.h"
#include "hw/gpu/memory/dram/memory_params.h"
#include "hw/gpu/memory/dram/memory_stats.h"

namespace gf::hw::gpu {

class Crossbar;
class Mmu;

/// The ports of a GPU's crossbar: peers, copy engines, SMs, other units of the GPU. Threads whose
/// instructions are not modelled also use the ports of the SMs, in bulk. Counts the places of the
/// ports' queues, and brings the answers back.
/// Timing: an answer of n bytes holds its port for n / xbar_width cycles; an answer that nobody
/// waits for holds it for none. It enters the crossbar xbar_latency earlier. Answers of peers have
/// ways into the crossbar of their own, equally wide. A refused SM is notified of a free place in
/// the next cycle.
class MemoryPorts {
 public:
  MemoryPorts(const MemoryParams& params, const AddressMap& map, unsigned sms,
              Deliveries& deliveries, core::ClockMember& clock, MemoryStats& stats,
              Crossbar& crossbar, Mmu& mmu, BusyParts& busy);

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(ports_.size()); }
  void connect(unsigned sm, LineClient& client) { ports_[sms_ + sm].client = &client; }
  bool take(LineRequest& request, core::Cycle now);  ///< See MemoryPortIf.
  [[nodiscard]] BulkPort& server() { return bulk_[kServer]; }
  [[nodiscard]] BulkPort& copies() { return bulk_[kCopies]; }
  [[nodiscard]] BulkPort& units() { return bulk_[kUnits]; }
  [[nodiscard]] BulkPort& threads() { return bulk_[kThreads]; }
  /// The port of one SM, for bulk accesses of a block that runs there.
  [[nodiscard]] BulkPort& of_sm(unsigned sm);

  // Each access passes these; they are inline because the calls would cost noticeable time.

  /// Called when `access` went from its port's queue into the crossbar.
  void left(const Access& access, core::Cycle now) {
    if (access.bulk != nullptr) return access.bulk->port->left(access.port, now);
    Port& port = ports_[access.port];
    port.places.give(now);
    if (port.refused) tell_of_room(port, now);
  }
  /// Sends an answer whose last byte enters the crossbar in cycle `at`.
  void answer(Access& access, core::Cycle at) {
    deliveries_.post(at + params_.xbar_latency, *this, kArrives, &access);
  }
  /// Sends the answer of a peer, which has arrived. It enters the crossbar `latency` cycles after
  /// its way is free.
  void peer_answers(Access& access, core::Cycle now, unsigned latency = 0);
  /// Holds the port of SM `sm` for answers of a stream: `cycles` cycles from `from` on, behind
  /// earlier answers. Returns when the last one is there.
  core::Cycle reserve_answers(unsigned sm, core::Cycle from, core::Cycle cycles) {
    Port& port = ports_[sms_ + sm];
    return port.answered = std::max(from, port.answered) + cycles;
  }
  [[nodiscard]] unsigned port_of(unsigned sm) const { return sms_ + sm; }
  /// Notifies the SM of its stream's end in the next cycle.
  void stream_ends(StreamRequest& request, core::Cycle now) {
    deliveries_.post(now + 1, *this, kStream, &request);
  }
  /// Delivers in cycle `now`, before any member of the clock acts in it; `kind` and
  /// `what` as posted.
  void mail_comes(unsigned kind, void* what, core::Cycle now) {
    if (kind == kArrives) return arrives(*static_cast<Access*>(what), now);
    if (kind == kDone) return done(*static_cast<Access*>(what), now);
    if (kind == kRoom) return static_cast<Port*>(what)->client->line_room(now);
    auto& request = *static_cast<StreamRequest*>(what);
    ports_[port_of(request.sm)].client->stream_done(request, now);
  }

  /// Returns whether bulk accesses wait for places.
  [[nodiscard]] bool busy() const {
    return std::any_of(bulk_.begin(), bulk_.end(), [](const auto& port) { return !port.idle(); });
  }
  /// Gives places to waiting bulk accesses.
  void step(core::Cycle now) {
    for (BulkPort& port : bulk_)
      if (!port.idle()) port.step(now);
  }
  [[nodiscard]] core::Cycle next(core::Cycle now) const {
    core::Cycle at = core::kNoCycle;
    for (const BulkPort& port : bulk_) at = std::min(at, port.next(now));
    return at;
  }
  [[nodiscard]] std::size_t under_way() const { return accesses_.in_use(); }  ///< In progress.

 private:
  enum : unsigned { kArrives, kDone, kRoom, kStream };  ///< Kinds of mail.
  /// Submitters of bulk accesses. The ports of units follow those of the SMs; threads use the ports
  /// of all SMs, with places of their own.
  enum BulkUser : unsigned { kServer, kCopies, kUnits, kThreads };
  struct Port {
    LineClient* client = nullptr;
    Places places;
    core::Cycle notified = 0;  ///< Cycle of the last notification of room.
    bool refused = false;      ///< The SM waits for a place.
    core::Cycle answered = 0;  ///< When the last byte of the previous answer is there.
  };
  void tell_of_room(Port& port, core::Cycle now);
  void arrives(Access& access, core::Cycle now) {
    // An answer that nobody waits for brings no data and takes no cycles of the port.
    if (!access.wanted) return done(access, now);
    Port& port = ports_[access.port];
    port.answered = std::max(now, port.answered + params_.port_cycles(answer_bytes(access)));
    if (port.answered == now) return done(access, now);
    deliveries_.post(port.answered, *this, kDone, &access);
  }
  void done(Access& access, core::Cycle now) {
    if (access.bulk != nullptr) return access.bulk->port->answered(access, now);
    request_done(access, now);
  }
  void request_done(Access& access, core::Cycle now);
  static unsigned answer_bytes(const Access& access) {
    if (access.op == LineOp::kWrite) return 0;
    if (access.op == LineOp::kAtomic) return access.bytes;
    return sector_count(access.sectors) * kSectorBytes;
  }

  const MemoryParams& params_;
  const AddressMap& map_;
  Deliveries& deliveries_;
  core::ClockMember& clock_;
  MemoryStats& stats_;
  Crossbar& crossbar_;
  Mmu& mmu_;
  BusyParts& busy_;
  model::PacketPool<Access> accesses_;
  const unsigned sms_;         ///< First crossbar port of the SMs.
  const unsigned first_unit_;  ///< First port of the GPU's other units.
  std::deque<BulkPort> bulk_;  ///< By BulkUser, then those of single SMs.
  std::map<unsigned, BulkPort*> of_sm_;
  std::vector<Port> ports_;
  std::vector<core::Cycle> peer_free_;  ///< When ways of peers' answers are free.
};

}  // namespace gf::hw::gpu
