// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/params.h"
#include "core/units.h"
#include "hw/link/link_params.h"
#include "tlm_models/link/credits.h"

namespace gf::hw::pcie {

/// What one port has, whatever component it belongs to.
struct PortParams {
  link::LinkParams link;          ///< Of the direction that leaves this port.
  unsigned header_credits = 128;  ///< Receive buffer, TLPs of each class [assumed]
  unsigned data_credits = 1024;   ///< Receive buffer, 16 B units of posted data; also of
                                  ///< completion data [assumed]

  void declare(const core::ParamScope& scope);
  /// Throws UserError when the buffer cannot hold one packet of `max_payload`.
  void validate(const std::string& path, core::Bytes max_payload) const;
  /// Non-posted data credits: what the operands of `header_credits` atomics need.
  [[nodiscard]] model::CreditLimitTable credit_limits() const;
};

}  // namespace gf::hw::pcie
