// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/judge.h"

namespace gf::papers::sc16 {

/// [SC16]'s experiments, one judge each; experiments.cpp lists them.
void example1(Judge& judge);
void example2(Judge& judge);
void example3(Judge& judge);
void bandwidth(Judge& judge);
void efficiency(Judge& judge);
void dllps(Judge& judge);
void table1(Judge& judge);
void table2(Judge& judge);
void fig3(Judge& judge);
void fcfs(Judge& judge);
void fig6_t1(Judge& judge);
void fig6_t2(Judge& judge);
void fig9(Judge& judge);
void halo_3d(Judge& judge);

}  // namespace gf::papers::sc16
