// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hw/router/flit.h"

namespace gf::hw::router {

/// Flits and credits that cross to parts of a network in another process, by value. The ends of a
/// channel are named by router number and port.
struct RemoteMessages {
  struct RemoteFlit {
    Flit flit;
    std::uint32_t router;  ///< Destination router,
    std::uint32_t port;    ///< and its input port.
  };
  struct RemoteCredit {
    core::Cycle at;
    std::uint32_t router;  ///< Router whose buffer the flit has left,
    std::uint16_t port;    ///< and the input port; the credit goes to the other end.
    std::uint16_t vc;
  };
  std::vector<RemoteFlit> flits;
  std::vector<RemoteCredit> credits;
  std::string notes;  ///< Messages between devices at the network's edge.

  void clear() {
    flits.clear();
    credits.clear();
    notes.clear();
  }
  /// Replaces the contents of `bytes`.
  void pack(std::string& bytes) const;
  /// Replaces the contents of these letters. A check fails if `bytes` is not the result of pack().
  void unpack(const std::string& bytes);
};

}  // namespace gf::hw::router
