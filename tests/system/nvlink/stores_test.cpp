// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/lanes/nvlink_packet.* hw/nvlink/end/nvlink_requester_packets.cpp
// Holds: hw/gpu/memory/peer_port.*
// What stores of part of a line cost from an SM's request to the wire of a link.
#include <gmock/gmock.h>

#include "tests/support/gpu_memory_bench.h"
#include "tests/support/nvlink_bench.h"
#include "tests/support/nvlink_links.h"
#include "tlm_models/analytic/store_goodput.h"

namespace gf::test::stores_test {
namespace {

using model::StoreFormat;
constexpr unsigned kLine = hw::gpu::kLineBytes;

hw::nvlink::NvlinkParams still() {
  hw::nvlink::NvlinkParams params;
  params.policy = "static";
  return params;
}

/// An SM's stores to a peer's memory over one link.
struct Stores : GpuMemoryBench {
  Stores() : GpuMemoryBench({}, 2, 1) {
    connect(a.link(), b.link());
    a.route(1, 0);
    b.route(0, 0);
    memories[0]->to_peers.bind(a.from_gpu);
    memories[1]->to_peers.bind(b.from_gpu);
    a.to_memory.bind(memories[0]->from_peers);
    b.to_memory.bind(memories[1]->from_peers);
  }
  /// Bytes on the wire of a store of the first `bytes` of a line.
  std::uint64_t wire_of(unsigned bytes) {
    const std::uint64_t before = a.link().tx.stats().wire_bytes.value();
    const unsigned last = (bytes - 1) / hw::gpu::kSectorBytes;
    auto& store = sms[0]->write(base(1) + std::uint64_t{bytes} * kLine, (2u << last) - 1);
    store.whole = bytes % hw::gpu::kSectorBytes == 0;
    store.bytes = static_cast<std::uint16_t>(bytes);
    store.first = 0;
    sc_core::sc_start();
    return a.link().tx.stats().wire_bytes.value() - before;
  }
  const hw::nvlink::NvlinkParams params = still();
  hw::nvlink::NvlinkPool pool;
  hw::nvlink::NvlinkPort a{"a", {}, params, 1, 0, 1, pool};
  hw::nvlink::NvlinkPort b{"b", {}, params, 1, 1, 1, pool};
};

TEST(NvlinkStores, ACloseRunOfBytesCostsWhatItsFormatSays) {
  Stores bench;
  double best = 0;
  for (unsigned bytes = 1; bytes <= kLine; ++bytes) {
    const std::uint64_t wire = bench.wire_of(bytes);
    EXPECT_EQ(wire, model::store_wire_bytes(StoreFormat::kNvlink, bytes)) << bytes;
    // A flit that is not whole costs one of byte enables: goodput grows from one whole flit to the
    // next.
    if (bytes % hw::nvlink::kFlitBytes != 0) continue;
    const double goodput = static_cast<double>(bytes) / static_cast<double>(wire);
    EXPECT_GT(goodput, best) << bytes;
    best = goodput;
  }
}

}  // namespace
}  // namespace gf::test::stores_test
