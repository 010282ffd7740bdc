// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/time/clock_domain.h"

namespace gf::hw::router {

/// A flow control digit. It takes half a cache line and is copied from buffer to buffer. A buffer
/// is thus one block of memory, and reading its front is one access.
struct Flit {
  core::Cycle birth = 0;         ///< When its packet was generated.
  core::Cycle at = 0;            ///< When its last bit arrives at its current buffer.
  std::uint32_t src = 0;         ///< Node.
  std::uint32_t dst = 0;         ///< Node.
  std::uint16_t via = 0;         ///< Non-minimal packets: intermediate group.
  std::uint8_t vc = 0;           ///< Virtual channel of the channel crossed last.
  std::uint8_t first_vc = 0;     ///< VC before the first global channel.
  std::uint8_t hops_local = 0;   ///< Local channels crossed.
  std::uint8_t hops_global = 0;  ///< Global channels crossed.
  std::uint8_t tag = 0;          ///< Its packet's tag, chosen by the sender and not changed.
  bool head : 1;                 ///< First flit of its packet, which is the one that is routed.
  bool tail : 1;                 ///< Last flit of its packet.
  bool decided : 1;              ///< The source router has chosen a path.
  bool minimal : 1;              ///< That path is minimal.
  bool past_via : 1;             ///< It has been in the intermediate group.
  bool measured : 1;             ///< Its packet counts for the statistics of the run.
  bool reply : 1;                ///< Answers a request and has the request's birth.

  Flit()
      : head(true),
        tail(true),
        decided(false),
        minimal(true),
        past_via(false),
        measured(false),
        reply(false) {}
};
static_assert(sizeof(Flit) == 32, "two flits a cache line");

class JournalEnd;

/// Receives flits: an input port of a router, or a node.
class FlitSink {
 public:
  virtual ~FlitSink() = default;
  /// Receives a copy of the flit. Its last bit arrives in cycle `flit.at`: the current cycle or,
  /// for a sink that always has room, a future one.
  virtual void flit_comes(unsigned port, const Flit& flit) = 0;
  /// Prefetches the memory that flit_comes() for that port and virtual channel will touch.
  virtual void fetch(unsigned, unsigned) const {}
  /// Returns a router's number in its network.
  [[nodiscard]] virtual unsigned number() const { return ~0u; }
  /// Null: there is no hop journal.
  [[nodiscard]] virtual JournalEnd* journal_end() { return nullptr; }
};

}  // namespace gf::hw::router
