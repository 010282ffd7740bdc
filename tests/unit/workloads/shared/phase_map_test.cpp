// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/shared/spans.h workloads/shared/cta_writes.h
#include "workloads/shared/phase_map.h"

#include "hw/gpu/dispatch/kernel_run.h"
#include "tests/support/matchers.h"
#include "tests/support/proact_app.h"

namespace gf::test::phase_map_test {
namespace {

using model::proact::PhaseMap;

std::vector<std::uint32_t> of_cta(const PhaseMap& map, unsigned cta) {
  const PhaseMap::Indices indices = map.of_cta(cta);
  return {indices.begin(), indices.end()};
}

TEST(PhaseMap, CountsTheWritersOfEachChunk) {
  const ShiftApp app(8, 1);
  const PhaseMap map(app, 0, 4 * ShiftApp::kBlock, 1);
  ASSERT_EQ(map.parts(0).size(), 2u);
  EXPECT_EQ(map.parts(0)[0].writers, 4u);
  EXPECT_EQ(map.parts(0)[1].writers, 4u);
  EXPECT_EQ(map.bytes(0), 8 * ShiftApp::kBlock);
  EXPECT_THAT(of_cta(map, 3), ElementsAre(0));
  EXPECT_THAT(of_cta(map, 4), ElementsAre(1));
}

TEST(PhaseMap, AChunkOfTwoGpusIsAPartAtEach) {
  const ShiftApp app(8, 1);
  const PhaseMap map(app, 0, 16 * ShiftApp::kBlock, 2);
  for (unsigned gpu = 0; gpu < 2; ++gpu) {
    ASSERT_EQ(map.parts(gpu).size(), 1u);
    EXPECT_EQ(map.parts(gpu)[0].chunk, 0u);
    EXPECT_EQ(map.parts(gpu)[0].writers, 4u);
    ASSERT_EQ(map.parts(gpu)[0].spans.size(), 1u);  // joined
    EXPECT_EQ(map.parts(gpu)[0].spans[0].begin, gpu * 4 * ShiftApp::kBlock);
    EXPECT_EQ(map.parts(gpu)[0].bytes, 4 * ShiftApp::kBlock);
  }
}

TEST(PhaseMap, ACtaOfSeveralChunksCountsOnceInEach) {
  const ShiftApp app(4, 2);
  const PhaseMap map(app, 1, ShiftApp::kBlock / 4, 1);
  EXPECT_EQ(map.parts(0).size(), 16u);
  for (const auto& part : map.parts(0)) EXPECT_EQ(part.writers, 1u);
  EXPECT_THAT(of_cta(map, 1), ElementsAre(4, 5, 6, 7));
  EXPECT_EQ(map.parts(0)[0].chunk, 16u);  // the second half
}

TEST(PhaseMap, KnowsWhomAMapHasInVain) {
  const ShiftApp app(8, 1);
  // CTAs 0 ... 3 write chunk 0, the others chunk 1; CTA 7 has no line.
  const auto map_of_user = [](unsigned cta, std::vector<model::proact::Span>& spans) {
    if (cta < 7) spans.push_back({0, 128});
    if (cta == 1) spans.push_back({5 * ShiftApp::kBlock, 6 * ShiftApp::kBlock});
  };
  const PhaseMap map(app, 0, 4 * ShiftApp::kBlock, 1, map_of_user);
  ASSERT_EQ(map.parts(0).size(), 2u);
  EXPECT_EQ(map.parts(0)[0].writers, 7u);
  EXPECT_THAT(map.parts(0)[0].absent, ElementsAre(4, 5, 6));
  EXPECT_EQ(map.parts(0)[1].writers, 1u);
  EXPECT_THAT(map.parts(0)[1].absent, ElementsAre(1));
  const PhaseMap own(app, 0, 4 * ShiftApp::kBlock, 1);
  EXPECT_THAT(own.parts(0)[0].absent, ElementsAre());
}

TEST(PhaseMap, KnowsTheGpuOfACta) {
  for (const unsigned ctas : {1u, 3u, 16u, 17u, 1001u}) {
    for (const unsigned gpus : {1u, 2u, 3u, 4u, 16u}) {
      model::Kernel kernel;
      kernel.ctas = ctas;
      for (unsigned gpu = 0; gpu < gpus; ++gpu) {
        const hw::gpu::CtaBlock block = hw::gpu::block_of(kernel, gpu, gpus);
        for (unsigned cta = block.next; cta < block.end; ++cta)
          EXPECT_EQ(model::proact::gpu_of(kernel, cta, gpus), gpu) << ctas << " " << cta;
      }
    }
  }
}

}  // namespace
}  // namespace gf::test::phase_map_test
