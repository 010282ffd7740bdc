// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/shared/cta_writes.h
#include "hw/proact/chunk_map.h"

#include <fstream>

#include "core/base/error.h"
#include "core/system/scratch_directory.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::hw::proact::chunk_map_test {
namespace {

using core::Bytes;
using core::kibibytes;
using model::proact::of_app;
using model::proact::one_to_one;
using model::proact::read_cta_writes;
using model::proact::stencil;
using model::proact::stride;
using test::error_of;

Region region(std::uint64_t bytes) {
  Region r;
  r.name = "x";
  r.bytes = Bytes(bytes);
  r.chunk = kibibytes(4);
  r.base_by_gpu = {0, 0};
  return r;
}

std::vector<unsigned> writers(const ChunkMap& map) {
  std::vector<unsigned> all;
  for (unsigned i = 0; i < map.chunks(); ++i) all.push_back(map.writers(i));
  return all;
}

TEST(ChunkMap, OneToOneCountsTheCtasOfAChunk) {
  const Region r = region(16384);
  const ChunkMap map(r, {0, 16}, one_to_one(r.bytes, kibibytes(1)));
  EXPECT_THAT(writers(map), ElementsAre(4, 4, 4, 4));
  EXPECT_EQ(map.bytes(), 16384u);
  EXPECT_EQ(map.segments(), 4u) << "neighbours are one segment";
}

TEST(ChunkMap, AGpuSendsWhatItsOwnCtasWrite) {
  const Region r = region(16384);
  const ChunkMap map(r, {6, 16}, one_to_one(r.bytes, kibibytes(1)));
  EXPECT_THAT(writers(map), ElementsAre(0, 2, 4, 4));
  EXPECT_EQ(map.tracked(), 3u);
  ASSERT_EQ(map.segments(1).size(), 1u);
  EXPECT_EQ(map.segments(1)[0].begin, 6144u) << "not what CTAs 4 and 5 of another GPU write";
}

TEST(ChunkMap, ACtaThatWritesAChunkTwiceIsOneWriter) {
  const Region r = region(8192);
  const ChunkMap map(r, {0, 1}, [](unsigned, std::vector<Span>& spans) {
    spans = {{4000, 4200}, {0, 100}, {200, 300}, {5000, 6000}};
  });
  EXPECT_THAT(writers(map), ElementsAre(1, 1));
  EXPECT_EQ(map.segments(0).size(), 3u);
}

TEST(ChunkMap, StrideAndStencil) {
  const Region r = region(16384);
  const ChunkMap rows(r, {0, 4}, stride(r.bytes, kibibytes(1), 4));
  EXPECT_THAT(writers(rows), ElementsAre(4, 4, 4, 4));
  const ChunkMap halos(r, {0, 4}, stencil(r.bytes, kibibytes(4), Bytes(64)));
  EXPECT_THAT(writers(halos), ElementsAre(2, 3, 3, 2));
  EXPECT_EQ(halos.bytes(), 16384u);
  EXPECT_THAT(error_of([&] { stride(r.bytes, kibibytes(1), 0); }), HasSubstr("step"));
}

TEST(ChunkMap, AMapThatMissesAChunkNamesIt) {
  const Region r = region(16384);
  const ChunkMap map(r, {0, 13}, one_to_one(r.bytes, kibibytes(1)));
  EXPECT_NO_THROW(map.check_covers({0, 13312}));
  EXPECT_THAT(error_of([&] {
                map.check_covers({0, 13313});
              }),
              AllOf(HasSubstr("region x.chunk 3"), HasSubstr("byte 13312")));
}

TEST(ChunkMap, BytesBeyondTheRegionNameTheCta) {
  const Region r = region(8192);
  EXPECT_THAT(error_of([&] {
                ChunkMap(r, {0, 3}, one_to_one(Bytes(10000), kibibytes(4)));
              }),
              AllOf(HasSubstr("CTA 2"), HasSubstr("byte 10000")));
}

/// In phase p CTA n writes p + 1 bytes of chunk n.
class OneByteApp final : public model::proact::SharedApp {
 public:
  [[nodiscard]] const std::string& name() const override { return text_; }
  [[nodiscard]] std::string input() const override { return text_; }
  [[nodiscard]] const std::vector<model::DataStructure>& private_data() const override {
    return data_;
  }
  [[nodiscard]] std::uint64_t region_bytes() const override { return 16384; }
  [[nodiscard]] unsigned phases() const override { return 2; }
  [[nodiscard]] const model::Kernel& kernel(unsigned) const override { return kernel_; }
  void writes(unsigned phase, unsigned cta, std::vector<Span>& spans) const override {
    spans.push_back({cta * 4096u, cta * 4096u + phase + 1});
  }
  void initial(Span, std::uint8_t*) const override {}
  void contents(unsigned, Span, std::uint8_t*) const override {}
  [[nodiscard]] double error() const override { return 0; }

 private:
  std::string text_ = "one_byte";
  std::vector<model::DataStructure> data_;
  model::Kernel kernel_;
};

TEST(ChunkMap, AnApplicationSaysWhatItsPhasesWrite) {
  const OneByteApp app;
  const Region r = region(app.region_bytes());
  EXPECT_EQ(ChunkMap(r, {0, 4}, of_app(app, 0)).bytes(), 4u);
  const ChunkMap map(r, {1, 3}, of_app(app, 1));
  EXPECT_THAT(writers(map), ElementsAre(0, 1, 1, 0));
  EXPECT_EQ(map.bytes(), 4u);
}

TEST(ChunkMap, ATableOfTheUsers) {
  const core::ScratchDirectory directory;
  const std::string file = (directory / "map.txt").string();
  std::ofstream(file) << "# cta begin end\n1 0 4096\n\n0 4096 8192 # the second\n1 8000 8192\n";
  const Region r = region(8192);
  const auto read = [&] { return read_cta_writes(file, {2, r.bytes}); };
  const ChunkMap map(r, {0, 2}, read());
  EXPECT_THAT(writers(map), ElementsAre(1, 2));
  for (const char* bad :
       {"1 5", "1 5 5", "x 1 2", "-1 0 4", "1 0 4 5", "99999999999999999999 0 4"}) {
    std::ofstream(file) << "0 0 1\n" << bad << "\n";
    EXPECT_THAT(error_of(read), HasSubstr("map.txt:2: \"" + std::string(bad))) << bad;
  }
  EXPECT_THAT(error_of([&] {
                read_cta_writes(file + "x", {2, r.bytes});
              }),
              HasSubstr("no such file"));
}

TEST(ChunkMap, ATableOfTheUsersIsOfTheKernelAndTheRegion) {
  const core::ScratchDirectory directory;
  const std::string file = (directory / "map.txt").string();
  const auto read = [&](const std::string& line) {
    std::ofstream(file) << "# cta begin end\n" << line << "\n";
    read_cta_writes(file, {2, Bytes(8192)});
  };
  EXPECT_NO_THROW(read("1 0 8192"));
  EXPECT_THAT(error_of([&] { read("2 0 8192"); }),
              HasSubstr("map.txt:2: CTA 2; expected 0 ... 1, "));
  EXPECT_THAT(error_of([&] { read("1 0 8193"); }),
              HasSubstr("map.txt:2: end 8193 of CTA 1; expected up to 8192, "));
}

}  // namespace
}  // namespace gf::hw::proact::chunk_map_test
