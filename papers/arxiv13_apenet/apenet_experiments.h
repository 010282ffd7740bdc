// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/judge.h"

namespace gf::papers::apenet13 {

/// [APENET13]'s experiments, one judge each; experiments.cpp lists them.
void low_level(Judge& judge);
void bus_timing(Judge& judge);
void prefetch(Judge& judge);
void receiving(Judge& judge);
void bandwidths(Judge& judge);
void against_infiniband(Judge& judge);
void latencies(Judge& judge);
void overheads(Judge& judge);
void spin_glass(Judge& judge);
void breadth_first_search(Judge& judge);
void breadth_first_search_full(Judge& judge);
void scaling(Judge& judge);
void scaling_full(Judge& judge);
void hardware_blocks(Judge& judge);
void firmware_receives(Judge& judge);
void firmware_sends(Judge& judge);
void firmware_registers(Judge& judge);
void firmware_latencies(Judge& judge);
void firmware_bandwidths(Judge& judge);
void firmware_buffers(Judge& judge);
void firmware_better(Judge& judge);
void firmware_clocks(Judge& judge);

}  // namespace gf::papers::apenet13
