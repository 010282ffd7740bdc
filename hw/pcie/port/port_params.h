// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/units.h"
#include "core/param/param.h"
#include "hw/link/link_params.h"
#include "hw/pcie/port/dllp_params.h"
#include "tlm_models/link/credits.h"

namespace gf::hw::pcie {

/// Packets of the link between two root complexes. A TLP crosses it as packets of the link's own
/// protocol, each with a part of the payload. A request without data is one packet that consists of
/// overhead only.
struct SocketParams : core::ParamGroup {
  core::Param<core::Bytes> packet_payload =
      param("packet_payload", core::Bytes(64), "maximum payload of a packet of the socket link",
            "assumed: a cache line, the unit of coherent links",
            core::power_of_two(core::Bytes(16), core::Bytes(4096)));
  core::Param<core::Bytes> packet_overhead =
      param("packet_overhead", core::Bytes(8), "overhead of each packet of the socket link",
            "assumed: one header flit of 8 B before the eight of a cache line",
            core::between(core::Bytes(0), core::Bytes(256)),
            core::plausible(core::Bytes(8), core::Bytes(24),
                            "at least a header of one flit, three with an extended address"));

  /// Returns the bytes that a TLP with this payload takes on the link.
  [[nodiscard]] std::uint32_t wire_bytes(std::uint32_t payload) const {
    const auto most = static_cast<std::uint32_t>(packet_payload.count());
    const std::uint32_t packets = payload == 0 ? 1 : (payload + most - 1) / most;
    return payload + packets * static_cast<std::uint32_t>(packet_overhead.count());
  }
};

/// Parameters of one port, for any component.
struct PortParams : core::ParamGroup {
  link::LinkParams link;  ///< The direction that leaves this port.
  core::Param<unsigned> header_credits =
      param("header_credits", 128u, "capacity of the receive buffer in TLPs of each class",
            "assumed", core::between(1u, 1u << 16));
  core::Param<unsigned> data_credits = param("data_credits", 1024u,
                                             "capacity of the receive buffer in units of 16 B, for "
                                             "posted data and for completion data each",
                                             "assumed", core::between(0u, 1u << 20));
  DllpParams dllp;                     ///< Not used on a port to another root complex.
  std::optional<SocketParams> socket;  ///< Set on a root complex's port to another one.
  core::DefaultSources sources;        ///< Of defaults that differ from those above.

  void declare(const core::ParamScope& scope);
  /// Checks each member, and that the buffer can hold one packet of `max_payload`, which would
  /// otherwise wait for credit forever. Throws UserError.
  void validate(const std::string& path, core::Bytes max_payload) const;
  /// Returns the credits that the port advertises. Non-posted requests get the data credits that
  /// the operands of `header_credits` atomics need, so that only headers limit them.
  [[nodiscard]] model::CreditLimitTable credit_limits() const;
};

/// Returns the defaults of a root complex's port to another one.
PortParams socket_port();

}  // namespace gf::hw::pcie
