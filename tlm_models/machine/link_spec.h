// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/units.h"

namespace gf::model {

/// Lanes of a PCIe link of which nothing is said: it is as fast as 16 of generation 3.
inline constexpr unsigned kUnsaidPcieLanes = 16;

enum class LinkFamily { kPcie, kNvlink, kSocket, kBare };

/// What a machine file says of a link: "pcie gen4 x16", "nvlink2 x2", "socket", "socket 19.2 GB/s
/// 25 ns", or a bare rate and latency, "12 GB/s 100 ns".
struct LinkSpec {
  LinkFamily family = LinkFamily::kPcie;
  unsigned generation = 0;  ///< PCIe, NVLink; 0: none.
  unsigned width = 0;       ///< Lanes of a PCIe link, links of NVLink side by side; 0: neither.
  std::optional<core::ByteRate> rate = {};       ///< Socket links and bare ones, one direction.
  std::optional<sc_core::sc_time> latency = {};  ///< Socket links and bare ones.

  /// Raw rate of one direction; nothing: a socket link of the model's own rate.
  [[nodiscard]] std::optional<core::ByteRate> raw_rate() const;
  [[nodiscard]] std::string rate_source() const;  ///< Where that is from.
};
bool operator==(const LinkSpec& a, const LinkSpec& b);
inline bool operator!=(const LinkSpec& a, const LinkSpec& b) { return !(a == b); }

/// As a machine file has it.
std::string to_text(const LinkSpec& spec);

/// What link_spec() takes, for messages.
inline constexpr std::string_view kLinkForms =
    "pcie gen1 ... gen5 x1 ... x32, nvlink1 ... nvlink5 x1 ... x128, socket [RATE [LATENCY]], or "
    "RATE LATENCY, such as pcie gen4 x16, nvlink2 x2, socket, 12 GB/s 100 ns";

/// `text` as a link; nothing: it is none.
std::optional<LinkSpec> link_spec(std::string_view text);

}  // namespace gf::model
