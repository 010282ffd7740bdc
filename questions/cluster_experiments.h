// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/judge.h"

namespace gf::papers::cluster {

/// Unpublished questions about clusters; experiments.cpp lists them.
void adversary(Judge& judge);
void levels(Judge& judge);
void networks(Judge& judge);
void nic_tree(Judge& judge);
void p2p_busy(Judge& judge);
void lanes_proact(Judge& judge);
void lanes_proact_many(Judge& judge);
void proact_pcie(Judge& judge);
void proact_network(Judge& judge);
void reality(Judge& judge);

}  // namespace gf::papers::cluster
