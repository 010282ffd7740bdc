// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace gf::model {

/// A link between two root complexes, each a number from 0, and the ports at its ends.
struct RootLink {
  unsigned a, a_port;
  unsigned b, b_port;
};

/// Ways between root complexes that socket links join in any connected graph. A way depends only on
/// the place and the destination. Each is a shortest one; of several, the one over the port with
/// the lowest number. If the channels of these ways waited for each other in a circle (a ring of
/// five sockets), all ways first go towards root complex 0 and then away from it: such ways have no
/// circle, but some are longer.
class RootRoutes {
 public:
  /// Precondition: `links` connect all `roots`.
  RootRoutes(unsigned roots, const std::vector<RootLink>& links);

  /// Returns the port by which the way from `from` to `to` leaves. Precondition: from != to.
  [[nodiscard]] unsigned port(unsigned from, unsigned to) const { return at(from, to).port; }
  /// Returns the next root complex on that way, and the port at which the way arrives there.
  [[nodiscard]] unsigned next(unsigned from, unsigned to) const { return at(from, to).next; }
  [[nodiscard]] unsigned next_port(unsigned from, unsigned to) const {
    return at(from, to).next_port;
  }
  [[nodiscard]] bool all_shortest() const { return all_shortest_; }

 private:
  struct Step {
    unsigned port = 0, next = 0, next_port = 0;
  };
  using Steps = std::vector<std::vector<Step>>;  ///< By place and by destination.
  [[nodiscard]] const Step& at(unsigned from, unsigned to) const { return steps_[from][to]; }
  [[nodiscard]] Steps shortest() const;
  [[nodiscard]] Steps up_and_down() const;
  [[nodiscard]] bool has_circle(const Steps& steps) const;
  /// Returns the distance of each root complex to `to`; ~0 if no way is allowed. `only_down`: all
  /// links lead away from root complex 0.
  [[nodiscard]] std::vector<unsigned> distances(unsigned to, bool only_down) const;

  std::vector<std::vector<Step>> neighbours_;  ///< By root complex, in the order of its ports.
  std::vector<unsigned> level_;  ///< Order of the root complexes by their distance to number 0.
  Steps steps_;
  bool all_shortest_ = true;
};

}  // namespace gf::model
