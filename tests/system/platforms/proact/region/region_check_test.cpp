// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/region/region_layout.h platforms/proact/region/region_places.h
#include "platforms/proact/region/region_check.h"

#include <gmock/gmock.h>

#include "platforms/proact/host_program.h"
#include "platforms/proact/mechanisms/bulk_copy.h"
#include "platforms/proact/mechanisms/child_kernels.h"
#include "tests/support/proact_copies.h"

namespace gf::test::region_check_test {
namespace {

using namespace proact_copies;  // NOLINT: what these tests share

using namespace platforms::proact;  // NOLINT: of the subject of this file
namespace gpu = platforms::gpu;

/// What copies the region at the wrong time, or never.
template <class Kind>
MechanismEntry wrong() {
  return {"wrong", "", RegionForm::kAlike, {}, [] { return std::make_unique<Kind>(); }};
}

/// Goes on without having transferred anything.
class Forgetful final : public PlainKernels {};

TEST(RegionCheck, SeesThatNothingWasTransferred) {
  ProactBench bench(wrong<Forgetful>());
  bench.run();
  EXPECT_GT(bench.check->wrong_bytes(), 0u);
  EXPECT_GT(bench.check->stale_reads(), 0u);
}

/// Copies while the kernel still writes.
class Hasty final : public PlainKernels {
 public:
  std::vector<model::Kernel> kernels(unsigned phase) override {
    const MechanismContext& m = context();
    const std::uint64_t half = m.layout.bytes() / 2;
    for (unsigned from = 0; from < m.layout.gpus(); ++from) {
      for (unsigned to = 0; to < m.layout.gpus(); ++to) {
        const std::uint64_t at = phase % 2 * half + from * half / m.layout.gpus();
        if (from != to) {
          m.node.gpu(from).memory.copy_engine().submit({RegionLayout::physical(from, at),
                                                        RegionLayout::physical(to, at),
                                                        half / m.layout.gpus(), nullptr});
        }
      }
    }
    return PlainKernels::kernels(phase);
  }
};

TEST(RegionCheck, SeesACopyThatWasMadeTooEarly) {
  Variation variation;
  variation.compute = 20'000;  // The copies are done before the stores.
  ProactBench bench(wrong<Hasty>(), "4x_volta", 64, 3, variation);
  bench.run();
  EXPECT_GT(bench.check->wrong_bytes(), 0u);
  EXPECT_GT(bench.check->stale_reads(), 0u);
}

}  // namespace
}  // namespace gf::test::region_check_test
