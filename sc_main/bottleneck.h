// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "platforms/platform.h"

namespace gf::app {

/// What held a run up, from the statistics of its links: "bottleneck: plx_b -> k80_2, busy 98 %;
/// waits there: 71 % arbitration_lost". The link is the one that carried packets for the largest
/// share of the run's time, the first by path of several; one below 50 % is not called the
/// bottleneck. Of what packets waited for that were the first of their queues there, it names the
/// cause that has most. Empty: the platform has no links, or nothing was sent. After the run.
std::string bottleneck_line(const platforms::Platform& platform);

}  // namespace gf::app
