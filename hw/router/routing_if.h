// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/router/flit.h"

namespace gf::hw::router {

/// The output port and virtual channel by which a packet leaves a router.
struct Hop {
  unsigned port = 0;
  unsigned vc = 0;
};

/// State that an adaptive routing may read. A real router knows only its own outputs. `router` is a
/// parameter for idealised routings, which document that they use it.
class CongestionIf {
 public:
  virtual ~CongestionIf() = default;
  /// Returns the flits that occupy space behind an output port (credits in use): for all virtual
  /// channels or one.
  [[nodiscard]] virtual unsigned queue(unsigned router, unsigned port) const = 0;
  [[nodiscard]] virtual unsigned queue(unsigned router, unsigned port, unsigned vc) const = 0;
  /// Returns the flits that wait in the router's own buffers for an output port: for all of its
  /// virtual channels or one. This counts heads that wait for the port and all flits behind them.
  [[nodiscard]] virtual unsigned waiting(unsigned router, unsigned port) const = 0;
  [[nodiscard]] virtual unsigned waiting(unsigned router, unsigned port, unsigned vc) const = 0;
  /// Returns how many cycles late the latest credit of a router's port, or of one of its virtual
  /// channels, was. 0 if routers keep no round trips.
  [[nodiscard]] virtual unsigned late(unsigned, unsigned) const { return 0; }
  [[nodiscard]] virtual unsigned late(unsigned, unsigned, unsigned) const { return 0; }
  /// Returns queue() plus waiting(): the content an output queue would have. With Reach::kGroup it
  /// is the value at the beginning of the cycle.
  [[nodiscard]] virtual unsigned backlog(unsigned router, unsigned port) const = 0;
  /// Returns whether the channel behind an output of the asking router is dead by now. Routers do
  /// not learn about channels farther away.
  [[nodiscard]] virtual bool dead(unsigned /*router*/, unsigned /*port*/) const { return false; }
};

/// Routers whose queues a routing compares: none, only the asking router, or all routers of its
/// group. A group's queues are seen as they were when the cycle began.
enum class Reach { kNothing, kRouter, kGroup };

/// A routing. One object serves all routers of a network; per-packet state is in the flit.
class RoutingIf {
 public:
  virtual ~RoutingIf() = default;
  /// Returns the number of virtual channels it needs to be free of deadlock.
  [[nodiscard]] virtual unsigned vcs() const = 0;
  /// Returns whether decide() is called at each router; otherwise only at the source router. Each
  /// router reads it once, when it is constructed.
  [[nodiscard]] virtual bool decides_everywhere() const { return false; }
  /// Returns which queues decide() compares. Each router reads it once, when it is constructed, and
  /// counts waiting flits only if queues are compared.
  [[nodiscard]] virtual Reach reach() const { return Reach::kRouter; }
  /// Chooses the path of a packet, or its next step. Called at most once per router, when the head
  /// flit reaches the front of its queue. Random draws of a router must not depend on other
  /// routers: use a stream per router (routing/router_streams.h).
  virtual void decide(Flit& head, unsigned router, const CongestionIf& congestion) = 0;
  /// Called after decide(), and also at later routers, if the router has an output that dies. A
  /// routing that has a choice picks a path whose next channel is alive. It may read only the
  /// router's own state.
  virtual void avoid_dead(Flit& /*head*/, unsigned /*router*/, const CongestionIf& /*congestion*/) {
  }
  /// Returns where a head flit leaves `router`. May update the routing state in the flit.
  [[nodiscard]] virtual Hop next(Flit& head, unsigned router) const = 0;
};

}  // namespace gf::hw::router
