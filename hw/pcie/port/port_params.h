// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/units.h"
#include "core/param/param.h"
#include "hw/link/link_params.h"
#include "hw/pcie/port/dllp_params.h"
#include "tlm_models/link/credits.h"

namespace gf::hw::pcie {

/// What the link between two root complexes makes of a TLP: packets of its own protocol, each with
/// a part of the payload. Requests without data are one packet of overhead alone.
struct SocketParams : core::ParamGroup {
  core::Param<core::Bytes> packet_payload =
      param("packet_payload", core::Bytes(64), "most payload of one packet of the socket link",
            "assumed: a cache line, the unit of coherent links",
            core::power_of_two(core::Bytes(16), core::Bytes(4096)));
  core::Param<core::Bytes> packet_overhead =
      param("packet_overhead", core::Bytes(8),
            "bytes of each packet of the socket link beside its payload",
            "assumed: one flit of 8 B as header beside the eight of a cache line",
            core::between(core::Bytes(0), core::Bytes(256)),
            core::plausible(core::Bytes(8), core::Bytes(24),
                            "a header of one flit at least, of three with an extended address"));

  /// Bytes on the link for a TLP of this payload.
  [[nodiscard]] std::uint32_t wire_bytes(std::uint32_t payload) const {
    const auto most = static_cast<std::uint32_t>(packet_payload.count());
    const std::uint32_t packets = payload == 0 ? 1 : (payload + most - 1) / most;
    return payload + packets * static_cast<std::uint32_t>(packet_overhead.count());
  }
};

/// Parameters of one port, whatever component it belongs to.
struct PortParams : core::ParamGroup {
  link::LinkParams link;  ///< The direction that leaves this port.
  core::Param<unsigned> header_credits =
      param("header_credits", 128u, "capacity of the receive buffer in TLPs of each class",
            "assumed", core::between(1u, 1u << 16));
  core::Param<unsigned> data_credits = param("data_credits", 1024u,
                                             "capacity of the receive buffer in units of 16 B, for "
                                             "posted data and for completion data each",
                                             "assumed", core::between(0u, 1u << 20));
  DllpParams dllp;                     ///< Not of a port to another root complex.
  std::optional<SocketParams> socket;  ///< Of a root complex's port to another one.
  /// Where defaults that are not those above are from: name, source.
  std::vector<std::pair<std::string, std::string>> sources;

  void declare(const core::ParamScope& scope);
  /// Checks each member, and that the buffer can hold one packet of `max_payload`: a larger one
  /// would wait for credit for ever.
  void validate(const std::string& path, core::Bytes max_payload) const;
  /// What the port advertises. Non-posted requests get the data credits that the operands of
  /// `header_credits` atomics need, so that headers alone limit them.
  [[nodiscard]] model::CreditLimitTable credit_limits() const;
};

/// A port of a root complex that leads to another one.
PortParams socket_port();

}  // namespace gf::hw::pcie
