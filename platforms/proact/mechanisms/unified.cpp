// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/unified.h"

#include <memory>
#include <numeric>

namespace gf::platforms::proact {
namespace {

/// Sets the state after a prefetch of each share to its GPU, with the advice accessed_by for all.
void populate(model::DataStructure& managed, unsigned gpus) {
  managed.homes.resize(gpus);
  std::iota(managed.homes.begin(), managed.homes.end(), std::uint8_t{0});
  managed.advice.accessed_by = gpus < 64 ? (std::uint64_t{1} << gpus) - 1 : ~std::uint64_t{0};
}

}  // namespace

std::vector<model::DataStructure> UnifiedMemory::region(const RegionLayout& layout,
                                                        const HostParams& host) const {
  model::DataStructure managed{
      "region", layout.copy(0), core::Bytes(layout.bytes()), model::Placement::kManaged, {0}};
  managed.advice.read_mostly = host.um_read_mostly;
  if (host.um_populate) populate(managed, layout.gpus());
  return {managed};
}

std::vector<model::Kernel> UnifiedMemory::kernels(unsigned phase) {
  return {context().app.kernel(phase)};
}

void UnifiedMemory::host_transfer(unsigned phase, const Done& done) {
  hw::gpu::UmDriver* const um = context().node.um();
  const unsigned gpus = context().node.gpus();
  const bool moves = um != nullptr && um->moves_pages();
  if (!context().host.um_prefetch || !moves || gpus == 1) return done();
  // Starts at one, which is taken back at the end: a prefetch that ends at once must not end the
  // phase while others are still being requested.
  const auto open = std::make_shared<unsigned>(1);
  const auto one_less = [open, done] {
    if (--*open == 0) done();
  };
  each_span(context(), phase, [&](unsigned gpu, const model::proact::Span& span) {
    for (unsigned n = 1; n < gpus; ++n) {
      ++*open;
      um->prefetch(context().layout.copy(0) + span.begin, span.bytes(), (gpu + n) % gpus, one_less);
    }
  });
  one_less();
}

}  // namespace gf::platforms::proact
