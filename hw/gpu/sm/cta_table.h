// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/gpu/sm/cta_client.h"
#include "hw/gpu/sm/warp_set.h"

namespace gf::hw::gpu {

/// A CTA on an SM, from its start until its last store is visible.
struct ResidentCta {
  CtaLaunch launch;
  WarpSet live = 0;          ///< Warps that have not ended.
  WarpSet at_barrier = 0;    ///< Live warps that wait at the barrier.
  std::uint32_t stores = 0;  ///< Lines issued but not visible yet.
  [[nodiscard]] bool done() const { return live == 0 && stores == 0; }
};

/// The CTAs of one SM, by a number that is not reused before the CTA is done. There are
/// more numbers than resident CTAs, because a CTA whose warps have left may still have
/// stores on their way.
class CtaTable {
 public:
  explicit CtaTable(unsigned most) : ctas_(most) {
    for (unsigned n = most; n > 0; --n) free_.push_back(n - 1);
  }
  ResidentCta& operator[](unsigned cta) { return ctas_[cta]; }
  const ResidentCta& operator[](unsigned cta) const { return ctas_[cta]; }
  unsigned open(const CtaLaunch& launch) {
    const unsigned cta = free_.back();
    free_.pop_back();
    ctas_[cta] = {launch, 0, 0, 0};
    return cta;
  }
  void close(unsigned cta) { free_.push_back(cta); }
  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(ctas_.size()); }
  [[nodiscard]] bool full() const { return free_.empty(); }
  [[nodiscard]] bool empty() const { return free_.size() == ctas_.size(); }

 private:
  std::vector<ResidentCta> ctas_;
  std::vector<unsigned> free_;
};

}  // namespace gf::hw::gpu
