// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/link/dllp_sender.h"
#include "tests/support/link_bench.h"

namespace gf::test {

/// Both directions of a link, "there" and "back", whose ends answer by DLLPs: `there.rx` and
/// `back.tx` are one port, `back.rx` and `there.tx` the other one.
struct DllpBench {
  /// A port's parameters are those of what leaves it.
  DllpBench(const hw::link::LinkParams& there_link, const hw::link::LinkParams& back_link,
            const model::CreditLimitTable& limits, const hw::link::DllpTiming& timing,
            std::uint64_t seed = 1)
      : there(there_link, back_link, limits, seed, "there", LinkBench::Ends::kApart),
        back(back_link, there_link, limits, seed, "back", LinkBench::Ends::kApart),
        far("far", timing, back.tx, there.rx),
        near("near", timing, there.tx, back.rx) {
    there.tx.connect(there.rx);
    back.tx.connect(back.rx);
  }

  LinkBench there;
  LinkBench back;
  hw::link::DllpSender far;   ///< Answers what goes there, over the way back.
  hw::link::DllpSender near;  ///< Answers what comes back.
};

}  // namespace gf::test
