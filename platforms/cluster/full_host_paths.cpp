// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/full_host_paths.h"

#include <utility>

#include "tlm_models/gpu/page_table.h"

namespace gf::platforms::cluster {

void FullHostPaths::submit(HostLeg leg) {
  const std::uint64_t here = std::uint64_t{leg.gpu} << model::kHomeShift | leg.gpu_address;
  const std::uint64_t there =
      std::uint64_t{node_.memory_home(leg.host)} << model::kHomeShift | leg.host_address;
  leg.flow->submitted = core::now_ticks();
  hw::gpu::MemoryCopy copy;
  copy.source = leg.to_host ? here : there;
  copy.destination = leg.to_host ? there : here;
  copy.bytes = leg.flow->bytes;
  copy.flow = leg.flow;
  copy.done = [flow = leg.flow, done = std::move(leg.done)] {
    flow->deliver(flow->bytes - flow->delivered);
    flow->finished = core::now_ticks();
    done();
  };
  copies_.submit_to_engine(first_ + leg.gpu, std::move(copy));
}

}  // namespace gf::platforms::cluster
