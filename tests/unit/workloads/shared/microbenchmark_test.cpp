// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/microbenchmark.h"

#include "core/base/error.h"
#include "tests/support/app_checks.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::model::proact::microbenchmark_test {
namespace {

using test::app_context;

AppContext of_bytes(std::uint64_t bytes, unsigned iterations = 0) {
  AppContext context = app_context();
  context.bytes = core::Bytes(bytes);
  context.iterations = iterations;
  return context;
}

TEST(ProactMicrobenchmark, DataAreThoseOfTheStream) {
  const Microbenchmark app(of_bytes(256 << 10, 3));
  EXPECT_EQ(app.phases(), 3u);
  EXPECT_EQ(app.error(), 0);
}

TEST(ProactMicrobenchmark, OneWrongBitIsSeen) {
  const Microbenchmark app(of_bytes(256 << 10));
  const double error = app.error_of([&](Span span, std::uint8_t* bytes) {
    app.contents(0, span, bytes);
    if (span.begin == 40960) bytes[77] ^= 4;
  });
  EXPECT_DOUBLE_EQ(error, 1.0 / (256 << 7));
}

TEST(ProactMicrobenchmark, AnyPieceIsThatPieceOfTheWhole) {
  const Microbenchmark app(of_bytes(64 << 10, 2));
  const auto all = test::image_after(app, 1);
  for (const Span span : {Span{0, 1}, Span{3, 21}, Span{4090, 4100}, Span{8191, 65536}}) {
    std::vector<std::uint8_t> bytes(span.bytes());
    app.contents(1, span, bytes.data());
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(),
                           all.begin() + static_cast<std::ptrdiff_t>(span.begin)));
  }
}

TEST(ProactMicrobenchmark, StoresAreTheDeclaredWrites) {
  const Microbenchmark app(of_bytes(1 << 20));
  test::expect_sound(app, 4);
}

TEST(ProactMicrobenchmark, OneGpuWritesWholeLinesAfterItsCycles) {
  AppContext context = of_bytes(1 << 20);
  context.cta_cycles = 1000;
  const Microbenchmark app(context);
  EXPECT_FALSE(app.kernel(0).split);
  EXPECT_EQ(app.kernel(0).gpu, 0u);
  EXPECT_EQ(app.kernel(0).ctas, 256u);
  const test::AppCounts counts = test::count_app(app);
  EXPECT_EQ(counts.whole_line_bytes, 1u << 20);
  EXPECT_EQ(counts.compute_cycles, 256u * Microbenchmark::kWarps * 1000);
  EXPECT_EQ(counts.instructions, 256u * Microbenchmark::kWarps * 2);
}

TEST(ProactMicrobenchmark, SizesAreThePublishedOneAndASmallOne) {
  AppContext context = app_context();
  EXPECT_EQ(Microbenchmark(context).region_bytes(), 8u << 20);
  context.published = true;
  EXPECT_EQ(Microbenchmark(context).region_bytes(), 256u << 20);
}

TEST(ProactMicrobenchmark, RefusesOddSizes) {
  EXPECT_THAT(test::error_of([] { Microbenchmark app(of_bytes((64 << 10) + 8)); }),
              HasSubstr("app.bytes = 65544 B: expected a multiple of 64 KiB"));
}

}  // namespace
}  // namespace gf::model::proact::microbenchmark_test
