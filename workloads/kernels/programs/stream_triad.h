// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct TriadSpec {
  std::uint64_t elements = 1 << 19;  ///< Per array of doubles (there are three); a multiple of 64.
  unsigned repeats = 4;
};
TriadSpec triad_spec(const Context& context);

struct Triad {
  Workload workload;
  /// Array a as the kernels leave it, computed on the host.
  std::function<std::vector<double>()> answer;
};

/// STREAM's a[i] = b[i] + 3 c[i]; the three arrays rotate their roles. Every page is placed where
/// it is first touched, so everything is local and adaptive link lanes gain nothing.
Triad make_stream_triad(const TriadSpec& spec, const Context& context);

}  // namespace gf::model::suite
