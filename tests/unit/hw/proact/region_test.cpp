// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/region.h"

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::hw::proact::region_test {
namespace {

constexpr std::uint64_t kMemory = 1ull << 30;

Region region(std::uint64_t bytes, std::uint64_t chunk) {
  Region r;
  r.name = "x";
  r.bytes = core::Bytes(bytes);
  r.chunk = core::Bytes(chunk);
  r.base_by_gpu = {0, 4096, 8192};
  return r;
}

std::string error_of(const Region& r) {
  return test::refusal_of([&] { r.validate("gpu_0.proact", kMemory); });
}

TEST(ProactRegion, HasChunksOfWhichTheLastMayBeShort) {
  const Region r = region(10000, 4096);
  EXPECT_EQ(error_of(r), "");
  EXPECT_EQ(r.chunks(), 3u);
  EXPECT_EQ(r.span_of(1).begin, 4096u);
  EXPECT_EQ(r.span_of(2).end, 10000u);
  EXPECT_EQ(r.chunk_of(8191), 1u);
  EXPECT_EQ(r.chunk_of(8192), 2u);
  EXPECT_EQ(r.physical(2, 5), (2ull << 40) + 8192 + 5);
}

TEST(ProactRegion, SendsToItsDestinationsButNeverToItself) {
  Region r = region(8192, 4096);
  EXPECT_THAT(r.destinations_of(1), ElementsAre(0, 2));
  r.destinations = {1, 2};
  EXPECT_THAT(r.destinations_of(1), ElementsAre(2));
  EXPECT_THAT(r.destinations_of(0), ElementsAre(1, 2));
  r.base_by_gpu[2] = Region::kNoCopy;
  EXPECT_THAT(r.destinations_of(0), ElementsAre(1));
}

TEST(ProactRegion, ChunksHaveALegalSize) {
  EXPECT_EQ(error_of(region(1 << 20, 4096)), "");
  EXPECT_EQ(error_of(region(64 << 20, 16 << 20)), "");
  for (std::uint64_t chunk : {0, 2048, 4097, 12288, 32 << 20})
    EXPECT_THAT(error_of(region(64 << 20, chunk)),
                AllOf(HasSubstr("gpu_0.proact.x.chunk"), HasSubstr("4 KiB ... 16 MiB")))
        << chunk;
}

TEST(ProactRegion, NoChunkIsLargerThanItsRegion) {
  EXPECT_EQ(error_of(region(8192, 8192)), "");
  EXPECT_THAT(error_of(region(8191, 8192)), HasSubstr("not larger than the region"));
}

TEST(ProactRegion, ItsCopiesLieWithinTheMemories) {
  Region r = region(8192, 4096);
  r.base_by_gpu[1] = kMemory - 8192;
  EXPECT_EQ(error_of(r), "");
  r.base_by_gpu[1] += 256;
  EXPECT_THAT(error_of(r), HasSubstr("base_by_gpu[1]"));
  r.base_by_gpu[1] = 128;
  EXPECT_THAT(error_of(r), HasSubstr("a multiple of 256"));
  r.base_by_gpu.clear();
  EXPECT_THAT(error_of(r), HasSubstr("0 copies"));
}

TEST(ProactRegion, RegionsAreApartInEachMemory) {
  Region a = region(8192, 4096);
  Region b = a;
  a.base_by_gpu = {0, 65536};
  b.base_by_gpu = {8192, 65536 - 8192};
  b.name = "y";
  EXPECT_NO_THROW(a.check_apart("p", b));
  b.base_by_gpu[1] += 256;
  EXPECT_THAT(test::error_of([&] { a.check_apart("p", b); }),
              AllOf(HasSubstr("p.x.base_by_gpu[1]"), HasSubstr("region y")));
}

}  // namespace
}  // namespace gf::hw::proact::region_test
