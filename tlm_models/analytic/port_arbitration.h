// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace gf::model {

/// A communication at one port of a switch, as [SC16], section V sees it.
struct PortFlow {
  unsigned input = 0;         ///< Port by which it enters: equal inputs form a super communication.
  double factor = 1;          ///< rho on entering; replaced by rho' on leaving.
  bool crosses_root = false;  ///< Its route goes through the root complex.
};

/// Upstream port (V-B): all leave by it. Where the incoming factors exceed 1, (5) gives a super
/// communication its part of their sum and (6) scales each member alike.
void arbitrate_upstream(std::vector<PortFlow>& flows);

/// What (7) needs to know of a downstream port.
struct DownstreamPort {
  double tau = 0;                ///< Loss of the root complex.
  bool of_root_complex = false;  ///< The port belongs to the root complex itself.
  double least_share = 0;        ///< See PcieModelOptions.
};

/// Downstream port (V-C): n super communications get at most 1/n each; when one of n >= 2 crosses
/// the root complex, those that do get tau less and the others tau more, but (n >= 3) no more
/// than was freed, so that (4) holds. A port of the root complex with a single input passes 1 - tau
/// in all. Members are scaled alike (7).
void arbitrate_downstream(std::vector<PortFlow>& flows, const DownstreamPort& port);

/// A communication on one link into a switch, for head-of-line blocking (V-D).
struct HolFlow {
  double factor = 1;           ///< The least rho' on the link and behind it; replaced by (8)'s.
  bool lowered_later = false;  ///< A port behind the link lowered it, so that it holds up the link.
  bool blocked = false;        ///< Result: another one's factor is less than its own.
};

/// (8): all that take the link fall to the least factor among those that were lowered later.
void block_head_of_line(std::vector<HolFlow>& flows);

/// One communication at a port for (9).
struct RaiseFlow {
  double factor = 1;     ///< rho' at the port; replaced by rho''.
  bool blocked = false;  ///< Subject to head-of-line blocking ...
  double limit = 1;      ///< ... with this factor.
};

/// (9): what blocked communications leave unused at the port goes to the others in equal parts.
void raise_unblocked(std::vector<RaiseFlow>& flows);

}  // namespace gf::model
