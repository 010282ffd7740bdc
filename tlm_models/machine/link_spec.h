// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/units.h"
#include "tlm_models/topology/nvlink/nvlink_graph.h"

namespace gf::model {

/// Lanes of a PCIe link without a declared width or generation: as fast as x16 of generation 3.
inline constexpr unsigned kDefaultPcieLanes = 16;

enum class LinkFamily { kPcie, kNvlink, kSocket, kBare };

/// A link as declared in a machine file: "pcie gen4 x16", "nvlink2 x2", "xgmi3 x1", "nvlink4 x18
/// 20 GB/s 300 ns", "socket", "socket 19.2 GB/s 25 ns", or a bare rate and latency, "12 GB/s
/// 100 ns".
struct LinkSpec {
  LinkFamily family = LinkFamily::kPcie;
  unsigned generation = 0;  ///< PCIe; NVLink and xGMI: place in gpu_link_kinds(), from 1; 0: none.
  unsigned width = 0;       ///< Lanes of a PCIe link, or parallel links of NVLink; 0: neither.
  /// One direction of socket links, bare ones, and each of the parallel links of NVLink.
  std::optional<core::ByteRate> rate = {};
  std::optional<sc_core::sc_time> latency = {};  ///< The same links.

  /// Whether it is AMD's xGMI, which this model treats as a kind of NVLink.
  [[nodiscard]] bool is_xgmi() const;
  /// Lanes of each parallel NVLink or xGMI link. Precondition: `family` is kNvlink.
  [[nodiscard]] NvlinkLanes nvlink_lanes() const;

  /// Raw rate of one direction; nothing: a socket link at the model's default rate.
  [[nodiscard]] std::optional<core::ByteRate> raw_rate() const;
  [[nodiscard]] std::string rate_source() const;  ///< Source of that rate.
};
bool operator==(const LinkSpec& a, const LinkSpec& b);
inline bool operator!=(const LinkSpec& a, const LinkSpec& b) { return !(a == b); }

/// Text form in machine files.
std::string to_text(const LinkSpec& spec);

/// Forms that link_spec() accepts, for messages.
inline constexpr std::string_view kLinkForms =
    "pcie gen1 ... gen5 x1 ... x32, nvlink1 ... nvlink5 or xgmi1 ... xgmi3 x1 ... x128 "
    "[RATE [LATENCY]], socket [RATE [LATENCY]], or RATE LATENCY, such as pcie gen4 x16, "
    "nvlink2 x2, socket, 12 GB/s 100 ns";

/// Parses `text` as a link; returns nothing if it is none.
std::optional<LinkSpec> link_spec(std::string_view text);

}  // namespace gf::model
