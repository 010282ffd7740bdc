// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/param.h"
#include "core/units.h"
#include "hw/link/link_params.h"
#include "tlm_models/link/credits.h"

namespace gf::hw::pcie {

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

  void declare(const core::ParamScope& scope);
  /// Checks each member, and that the buffer can hold one packet of `max_payload`: a larger one
  /// would wait for credit for ever.
  void validate(const std::string& path, core::Bytes max_payload) const;
  /// What the port advertises. Non-posted requests get the data credits that the operands of
  /// `header_credits` atomics need, so that headers alone limit them.
  [[nodiscard]] model::CreditLimitTable credit_limits() const;
};

}  // namespace gf::hw::pcie
