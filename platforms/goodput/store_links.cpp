// SPDX-License-Identifier: Apache-2.0
#include "platforms/goodput/store_links.h"

namespace gf::platforms::goodput {
namespace {

/// Returns the address window of a device.
hw::pcie::AddressWindow window(unsigned device, core::Bytes bar) {
  // Above 4 GiB, so that each request has the longer header of four double words.
  const std::uint64_t first = (1ull << 40) * (device + 1);
  return {first, first + bar.count() - 1};
}

}  // namespace

PcieStoreLink::PcieStoreLink(const hw::pcie::EndpointParams& params, std::uint64_t seed)
    : rate_(params.port.link.rate), a_("a", params, seed, pool_), b_("b", params, seed, pool_) {
  a_.configure(0x100, window(0, params.bar));
  b_.configure(0x200, window(1, params.bar));
  a_.egress.tx.connect(b_.rx);
  b_.egress.tx.connect(a_.rx);
}

NvlinkStoreLink::NvlinkStoreLink(const hw::nvlink::NvlinkPortParams& port,
                                 const hw::nvlink::NvlinkParams& link, std::uint64_t seed)
    : rate_(link.lane_rate * link.first_share(link.lanes)),
      a_("a", port, link, 1, 0, seed, pool_),
      b_("b", port, link, 1, 1, seed, pool_) {
  connect(a_.link(), b_.link());
  a_.route(1, 0);
  b_.route(0, 0);
}

}  // namespace gf::platforms::goodput
