// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/judge.h"

namespace gf::papers::micro17 {

void rates(Judge& judge);
void bound(Judge& judge);
void asymmetry(Judge& judge);
void sample_times(Judge& judge);
void placed(Judge& judge);              ///< Gains with data where the workloads put it.
void sample_times_whole(Judge& judge);  ///< All members of the suite.
void sample_times_large(Judge& judge);  ///< All members, at their large size.
void switch_times(Judge& judge);
void switch_times_whole(Judge& judge);
void scaling(Judge& judge);
void scaling_large(Judge& judge);  ///< At the large size.
void copies_for_readers(Judge& judge);
void better_policies(Judge& judge);
void better_policies_whole(Judge& judge);
void energy(Judge& judge);

}  // namespace gf::papers::micro17
