// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hw/router/flit.h"

namespace gf::hw::router {

/// Flits and credits that cross to parts of a network that another process simulates, by value: an
/// end of a channel is named by its router and the port there.
struct Letters {
  struct OfFlit {
    Flit flit;
    std::uint32_t router;  ///< Where it comes,
    std::uint32_t port;    ///< and by which input port.
  };
  struct OfCredit {
    core::Cycle at;
    std::uint32_t router;  ///< Where a flit has left its buffer,
    std::uint16_t port;    ///< of which input port: the credit goes to the channel's other end.
    std::uint16_t vc;
  };
  std::vector<OfFlit> flits;
  std::vector<OfCredit> credits;
  std::string notes;  ///< What devices behind the network tell each other.

  void clear() {
    flits.clear();
    credits.clear();
    notes.clear();
  }
  /// Over what `bytes` held.
  void pack(std::string& bytes) const;
  /// Over what they held. A check fails for bytes that are not those of pack().
  void unpack(const std::string& bytes);
};

}  // namespace gf::hw::router
