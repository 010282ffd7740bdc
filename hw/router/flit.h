// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/clock_domain.h"

namespace gf::hw::router {

/// A flow control digit. Owned by whoever holds it; from a pool, never allocated on a warm path.
struct Flit {
  Flit* next = nullptr;          ///< Link of the one queue that holds it.
  core::Cycle birth = 0;         ///< When its packet was generated.
  std::uint32_t src = 0;         ///< Node.
  std::uint32_t dst = 0;         ///< Node.
  std::uint32_t via = 0;         ///< Non-minimal packets: intermediate group.
  std::uint8_t vc = 0;           ///< Virtual channel of the channel that it crossed last.
  bool head = true;              ///< First flit of its packet: it is the one that is routed.
  bool tail = true;              ///< Last flit of its packet.
  bool decided = false;          ///< The source router has chosen a way.
  bool minimal = true;           ///< That way is minimal.
  bool past_via = false;         ///< It has been in the intermediate group.
  bool measured = false;         ///< Its packet counts for the statistics of the run.
  std::uint8_t first_vc = 0;     ///< VC before the first global channel.
  std::uint8_t hops_local = 0;   ///< Local channels crossed.
  std::uint8_t hops_global = 0;  ///< Global channels crossed.
};

/// Receives flits: a router's input port, a node.
class FlitSink {
 public:
  virtual ~FlitSink() = default;
  /// The flit is the sink's from now on; its last bit is there in cycle `at`, which lies ahead.
  virtual void flit_comes(unsigned port, Flit& flit, core::Cycle at) = 0;
};

/// Receives credits: a router's output port, a node.
class CreditSink {
 public:
  virtual ~CreditSink() = default;
  /// One place of the virtual channel is free again; known from cycle `at` on, which lies ahead.
  virtual void credit_comes(unsigned port, unsigned vc, core::Cycle at) = 0;
};

}  // namespace gf::hw::router
