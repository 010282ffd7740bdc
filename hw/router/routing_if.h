// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/router/flit.h"

namespace gf::hw::router {

/// The way out of a router.
struct Hop {
  unsigned port = 0;
  unsigned vc = 0;
};

/// What an adaptive routing may look at. A real router knows its own outputs; `router` is a
/// parameter for ideal routings, which say that they are.
class CongestionIf {
 public:
  virtual ~CongestionIf() = default;
  /// Flits that hold a place behind an output port: credits used, all virtual channels or one.
  [[nodiscard]] virtual unsigned queue(unsigned router, unsigned port) const = 0;
  [[nodiscard]] virtual unsigned queue(unsigned router, unsigned port, unsigned vc) const = 0;
  /// Flits in the router's own buffers behind a head that waits for that port, that head included;
  /// Flits that wait in the router for an output port: for all of its virtual channels, or one.
  [[nodiscard]] virtual unsigned waiting(unsigned router, unsigned port) const = 0;
  [[nodiscard]] virtual unsigned waiting(unsigned router, unsigned port, unsigned vc) const = 0;
  /// Cycles by which the credit of a router's port, or one of its virtual channels, that came last
  /// was late; 0 where routers keep no round trips.
  [[nodiscard]] virtual unsigned late(unsigned, unsigned) const { return 0; }
  [[nodiscard]] virtual unsigned late(unsigned, unsigned, unsigned) const { return 0; }
  /// queue() and waiting() together: what an output queue would hold. With Reach::kGroup as the
  /// cycle began.
  [[nodiscard]] virtual unsigned backlog(unsigned router, unsigned port) const = 0;
  /// Whether the channel behind an output is dead by now. For the router's own outputs: no router
  /// is told of channels farther away.
  [[nodiscard]] virtual bool dead(unsigned /*router*/, unsigned /*port*/) const { return false; }
};

/// Whose queues a routing compares: nobody's; those of the router that asks; or of all routers of
/// its group, which it sees as they were when the cycle began.
enum class Reach { kNothing, kRouter, kGroup };

/// A routing. One object serves all routers of a network; what differs is in the flit.
class RoutingIf {
 public:
  virtual ~RoutingIf() = default;
  /// Virtual channels that keep it free of deadlock.
  [[nodiscard]] virtual unsigned vcs() const = 0;
  /// Whether decide() is asked at each router; else at the source router alone. Asked once, by each
  /// router as it is made.
  [[nodiscard]] virtual bool decides_everywhere() const { return false; }
  /// Of decide(). Asked once, by each router as it is made, which counts what waits only where
  /// somebody compares queues.
  [[nodiscard]] virtual Reach reach() const { return Reach::kRouter; }
  /// Chooses the way of a packet, or of its next step. Called once a router, for the head flit as
  /// it comes to the front of its queue. What a router draws must not depend on others: from a
  /// stream of its own (routing/router_streams.h).
  virtual void decide(Flit& head, unsigned router, const CongestionIf& congestion) = 0;
  /// Asked behind decide(), and at later routers too, of routers that have an output which dies: a
  /// routing that has a choice takes a way whose next channel lives. What it may look at is the
  /// router's own.
  virtual void avoid_dead(Flit& /*head*/, unsigned /*router*/, const CongestionIf& /*congestion*/) {
  }
  /// Where a head flit leaves `router`. May update what the flit knows of its way.
  [[nodiscard]] virtual Hop next(Flit& head, unsigned router) const = 0;
};

}  // namespace gf::hw::router
