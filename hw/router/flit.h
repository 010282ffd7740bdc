// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/time/clock_domain.h"

namespace gf::hw::router {

/// A flow control digit: half a cache line that is copied from buffer to buffer, so that a buffer
/// is one block of memory and looking at its front is one access.
struct Flit {
  core::Cycle birth = 0;         ///< When its packet was generated.
  core::Cycle at = 0;            ///< When its last bit is, or was, where it is held.
  std::uint32_t src = 0;         ///< Node.
  std::uint32_t dst = 0;         ///< Node.
  std::uint16_t via = 0;         ///< Non-minimal packets: intermediate group.
  std::uint8_t vc = 0;           ///< Virtual channel of the channel that it crossed last.
  std::uint8_t first_vc = 0;     ///< VC before the first global channel.
  std::uint8_t hops_local = 0;   ///< Local channels crossed.
  std::uint8_t hops_global = 0;  ///< Global channels crossed.
  std::uint8_t tag = 0;          ///< Of its packet: the sender's, brought as it was given.
  bool head : 1;                 ///< First flit of its packet: it is the one that is routed.
  bool tail : 1;                 ///< Last flit of its packet.
  bool decided : 1;              ///< The source router has chosen a way.
  bool minimal : 1;              ///< That way is minimal.
  bool past_via : 1;             ///< It has been in the intermediate group.
  bool measured : 1;             ///< Its packet counts for the statistics of the run.
  bool reply : 1;                ///< Answers a request, whose birth it carries.

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

/// Receives flits: a router's input port, a node.
class FlitSink {
 public:
  virtual ~FlitSink() = default;
  /// A copy of the flit is the sink's; its last bit is there in cycle `flit.at`: this one, or, for
  /// a sink that always has room, one that lies ahead.
  virtual void flit_comes(unsigned port, const Flit& flit) = 0;
  /// Asks memory for what flit_comes() of that port and virtual channel will touch.
  virtual void fetch(unsigned, unsigned) const {}
  /// Of a router, in its network.
  [[nodiscard]] virtual unsigned number() const { return ~0u; }
  /// Null: nobody keeps a journal of hops.
  [[nodiscard]] virtual JournalEnd* journal_end() { return nullptr; }
};

}  // namespace gf::hw::router
