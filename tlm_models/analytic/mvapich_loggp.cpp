// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/mvapich_loggp.h"

#include <algorithm>

namespace gf::model {
namespace {

double wire_time(const MvapichParams& p, std::uint64_t bytes) {
  return bytes == 0 ? 0 : static_cast<double>(bytes - 1) / p.rate;
}

/// Time of the pipeline's slowest stage for one chunk.
double chunk_time(const MvapichParams& p, std::uint64_t bytes) {
  const double copy = p.chunk_cost + static_cast<double>(bytes) / p.copy_rate;
  return std::max(copy, wire_time(p, bytes));
}

}  // namespace

MvapichParams MvapichParams::x4() {
  MvapichParams params;
  params.rate = 1.6e9;  // PCIe gen2 x4: 2 GB/s raw, a fifth of it packet overhead
  return params;
}

double mvapich_latency(const MvapichParams& p, std::uint64_t bytes, bool gpu) {
  const double network = 2 * p.overhead + p.latency;
  if (!gpu) return network + wire_time(p, bytes);
  if (bytes <= p.threshold) {
    const double copies = p.copy_out + p.copy_in + 2 * static_cast<double>(bytes) / p.copy_rate;
    return network + 3 * p.query + wire_time(p, bytes) + copies;
  }
  const std::uint64_t first = std::min(bytes, p.chunk);
  const double chunks = static_cast<double>(bytes) / static_cast<double>(first);
  const double fill = 2 * (p.chunk_cost + static_cast<double>(first) / p.copy_rate);
  return network + p.query + fill + wire_time(p, first) + (chunks - 1) * chunk_time(p, first);
}

double mvapich_bandwidth(const MvapichParams& p, std::uint64_t bytes, bool gpu) {
  const auto k = static_cast<double>(bytes);
  if (!gpu) return k / std::max(p.overhead, wire_time(p, bytes));
  if (bytes <= p.threshold) return k / (2 * p.query + p.copy_out + k / p.copy_rate + p.overhead);
  const std::uint64_t first = std::min(bytes, p.chunk);
  return static_cast<double>(first) / chunk_time(p, first);
}

}  // namespace gf::model
