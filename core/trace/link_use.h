// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace gf::core {

class StatRecorder;
class TimelineFile;

inline constexpr std::size_t kMostShownLinks = 64;

/// Writes how busy the links of a machine were during a run, as counters of a timeline: for each of
/// the kMostShownLinks most used links the share of the time, 0 ... 1, in which it held a packet,
/// and the mean of all links. The steps are those of the run's page. Call it after
/// StatRecorder::finish().
void write_link_use(const StatRecorder& recorder, TimelineFile& timeline);

}  // namespace gf::core
