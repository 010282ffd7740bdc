// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "core/params.h"

namespace gf::hw::nvlink {

/// A GPU's port. Field = meaning, unit, [assumed].
struct PortParams {
  sc_core::sc_time send_latency{10, sc_core::SC_NS};     ///< Access to first bit [assumed]
  sc_core::sc_time receive_latency{10, sc_core::SC_NS};  ///< Last bit to memory or GPU [assumed]
  sc_core::sc_time write_answer_latency{50, sc_core::SC_NS};  ///< Written to known there [assumed]
  unsigned request_queue = 64;      ///< Request packets that wait, by link [assumed]
  unsigned reads_at_memory = 1024;  ///< Peers' reads taken, response not sent [assumed]
  unsigned outstanding = 2048;      ///< The GPU's accesses, request to response [assumed]

  void declare(const core::ParamScope& scope);
};

}  // namespace gf::hw::nvlink
