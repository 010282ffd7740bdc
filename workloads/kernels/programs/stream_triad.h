// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct TriadSpec {
  std::uint64_t elements = 1 << 19;  ///< Of each of three arrays of doubles; a multiple of 64.
  unsigned repeats = 4;
};
TriadSpec triad_spec(const Context& context);

struct Triad {
  Workload workload;
  std::function<std::vector<double>()> answer;  ///< a, as the kernels leave it: runs them here.
};

/// STREAM's a[i] = b[i] + 3 c[i], then b and c take their turns. Every page is where it is first
/// touched, so everything is local: lanes that turn gain nothing.
Triad make_stream_triad(const TriadSpec& spec, const Context& context);

}  // namespace gf::model::suite
