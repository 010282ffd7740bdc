// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <vector>

#include "hw/nvlink/end/nvlink_port.h"
#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/nvlink_bench.h"

namespace gf::hw::nvlink::nvlink_accesses {

using Bytes = std::vector<std::uint8_t>;

inline NvlinkParams still() {
  NvlinkParams params;
  params.policy = "static";
  return params;
}

inline Bytes counting(std::size_t count, unsigned first = 1) {
  Bytes bytes(count);
  std::iota(bytes.begin(), bytes.end(), static_cast<std::uint8_t>(first));
  return bytes;
}

/// A foreign initiator at GPU 0, a foreign target at GPU 1, checkers at both.
struct Foreign {
  explicit Foreign(test::AtTarget::Style style, test::AtInitiator::Answer answer,
                   const NvlinkPortParams& params = {})
      : a("a", params, still(), 1, 0, 1, pool),
        b("b", params, still(), 1, 1, 1, pool),
        initiator("initiator", answer),
        target("target", style),
        from("from"),
        to("to") {
    connect(a.link(), b.link());
    a.route(1, 0);
    initiator.socket.bind(from.in);
    from.out.bind(a.from_gpu);
    b.to_memory.bind(to.in);
    to.out.bind(target.socket);
  }
  NvlinkPool pool;
  NvlinkPort a;
  NvlinkPort b;
  test::AtInitiator initiator;
  test::AtTarget target;
  test::BaseProtocolChecker from;
  test::BaseProtocolChecker to;
};

using Style = test::AtTarget::Style;
using Answer = test::AtInitiator::Answer;

}  // namespace gf::hw::nvlink::nvlink_accesses
