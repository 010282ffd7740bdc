// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/param.h"
#include "core/units.h"
#include "hw/link/link_params.h"
#include "tlm_models/link/credits.h"

namespace gf::hw::pcie {

/// What one port has, whatever component it belongs to.
struct PortParams : core::ParamGroup {
  link::LinkParams link;  ///< Of the direction that leaves this port.
  core::Param<unsigned> header_credits =
      param("header_credits", 128u, "capacity of the receive buffer in TLPs of each class",
            "assumed", core::between(1u, 1u << 16));
  core::Param<unsigned> data_credits = param("data_credits", 1024u,
                                             "capacity of the receive buffer in units of 16 B, for "
                                             "posted data and for completion data each",
                                             "assumed", core::between(0u, 1u << 20));

  void declare(const core::ParamScope& scope);
  /// Also that the buffer can hold one packet of `max_payload`.
  void validate(const std::string& path, core::Bytes max_payload) const;
  /// Non-posted data credits: what the operands of `header_credits` atomics need.
  [[nodiscard]] model::CreditLimitTable credit_limits() const;
};

}  // namespace gf::hw::pcie
