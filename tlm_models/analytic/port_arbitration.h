// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace gf::model {

/// A communication at one port of a switch, as in [SC16], section V.
struct PortFlow {
  unsigned input = 0;         ///< Port of entry; flows of one input form a super communication.
  double factor = 1;          ///< rho on entering; replaced by rho' on leaving.
  bool crosses_root = false;  ///< Its route goes through the root complex.
};

/// Upstream port (V-B): all flows leave by it. If the incoming factors exceed 1 in sum, (5) gives
/// each super communication its share of that sum, and (6) scales its members alike.
void arbitrate_upstream(std::vector<PortFlow>& flows);

/// Properties of a downstream port in (7).
struct DownstreamPort {
  double tau = 0;                ///< Loss of the root complex.
  bool of_root_complex = false;  ///< The port belongs to the root complex itself.
  double least_share = 0;        ///< See PcieModelOptions.
};

/// Downstream port (V-C): n super communications get at most 1/n each. If some of n >= 2 cross the
/// root complex, these get tau less and the others tau more, but for n >= 3 no more than was freed,
/// so that (4) holds. A port of the root complex with a single input passes 1 - tau in all. Members
/// are scaled alike (7).
void arbitrate_downstream(std::vector<PortFlow>& flows, const DownstreamPort& port);

/// A communication on one link into a switch, for head-of-line blocking (V-D).
struct HolFlow {
  double factor = 1;           ///< Smallest rho' on the link and after it; replaced by (8)'s.
  bool lowered_later = false;  ///< A port after the link lowered it, so it holds up the link.
  bool blocked = false;        ///< Result: it falls to the factor of another flow.
};

/// (8): every flow on the link falls to the smallest factor among the flows lowered later.
void block_head_of_line(std::vector<HolFlow>& flows);

/// A communication at a port in (9).
struct RaiseFlow {
  double factor = 1;     ///< rho' at the port; replaced by rho''.
  bool blocked = false;  ///< Subject to head-of-line blocking ...
  double limit = 1;      ///< ... with this factor.
};

/// (9): the share that blocked flows leave unused at the port goes to the others in equal parts.
void raise_unblocked(std::vector<RaiseFlow>& flows);

}  // namespace gf::model
