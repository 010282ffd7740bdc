// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/shared/region_history.h workloads/shared/shared_app.h
#include "workloads/shared/app_base.h"

#include <fstream>
#include <set>

#include "core/base/error.h"
#include "tests/support/app_checks.h"
#include "tests/support/matchers.h"
#include "tests/support/matrix_files.h"

namespace gf::model::proact::app_base_test {
namespace {

using namespace matrix_files;  // NOLINT: what these tests share
using test::app_context;
constexpr const char* kWithMatrix[] = {"jacobi", "pagerank", "sssp", "als"};

/// A file of this text in the test's own folder.
std::string file_of(const std::string& text) {
  const std::string path =
      testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + ".mtx";
  std::ofstream(path) << text;
  return path;
}

TEST(ProactRegistry, IterationsAndLanesAreAsAskedFor) {
  for (const AppEntry& entry : shared_apps()) {
    AppContext context = app_context();
    context.bytes = core::Bytes(128 << 10);
    context.iterations = 1;
    const auto one = make_shared_app(entry.name, context);
    context.iterations = 3;
    const auto three = make_shared_app(entry.name, context);
    EXPECT_EQ(three->phases(), 3 * one->phases());
    EXPECT_LT(three->error(), 1e-5) << entry.name;
    context.lanes = 32;
    const auto half = make_shared_app(entry.name, context);
    const auto cycles = static_cast<double>(test::count_app(*three).compute_cycles);
    // The microbenchmark's cycles are what they are.
    const double times = entry.name == "microbenchmark" ? 1 : 2;
    EXPECT_NEAR(static_cast<double>(test::count_app(*half).compute_cycles), times * cycles,
                0.02 * cycles)
        << entry.name;
  }
}

TEST(ProactRegistry, ShippedMatricesRun) {
  for (const std::string name : kWithMatrix) {
    const bool graph = name == "pagerank";
    const auto app =
        make_shared_app(name, with_matrix(kMatrices + (graph ? "graph_512.mtx" : "band_400.mtx")));
    EXPECT_LT(app->error(), 1e-5) << name;
    EXPECT_THAT(app->input(), HasSubstr(graph ? "of 512 " : "of 400 "));
    test::expect_stores_are_writes(*app);
    test::expect_private_data_are_local(*app, 4);
  }
}

/// An empty row, a row of all columns, numbers that no block divides.
TEST(ProactRegistry, OddMatricesRun) {
  std::string text = "%%MatrixMarket matrix coordinate real general\n37 37 73\n";
  for (int i = 1; i <= 37; ++i) text += "5 " + std::to_string(i) + " -0.5\n";
  for (int i = 1; i <= 37; ++i)
    if (i != 5) text += std::to_string(i) + " " + std::to_string(i) + " 3\n";
  const std::string file = file_of(text);
  for (const unsigned gpus : {1u, 4u, 16u})
    for (const std::string name : kWithMatrix) {
      AppContext context = with_matrix(file);
      context.gpus = gpus;
      const auto app = make_shared_app(name, context);
      EXPECT_LT(app->error(), 1e-5) << name;
      test::expect_stores_are_writes(*app);
    }
}

/// Bytes of an element, and elements a row of the published matrix.
struct PublishedRows {
  const char* name;
  double bytes, degree;
};

/// Of a generated matrix; PageRank draws 13 edges a vertex, of which a few are double or loops.
TEST(ProactRegistry, RowsStreamAsManyElementsAsThoseOfThePublishedMatrix) {
  for (const PublishedRows& published :
       {PublishedRows{"jacobi", 8, 140.3}, PublishedRows{"pagerank", 4, 12.9},
        PublishedRows{"sssp", 8, 140.3}, PublishedRows{"als", 8, 140.3}}) {
    AppContext context = app_context();
    context.bytes = core::Bytes(256 << 10);
    const auto app = make_shared_app(published.name, context);
    const double rows = (256 << 10) / (published.name == std::string("als") ? 64.0 : 16.0);
    const double bytes = app->phases() * rows * published.degree * published.bytes;
    EXPECT_NEAR(static_cast<double>(test::count_app(*app).stream_bytes), bytes, 0.02 * bytes)
        << published.name;
    test::expect_private_data_are_local(*app, context.gpus);
    EXPECT_LT(app->error(), 1e-5) << published.name;
  }
}

/// A user's matrix has the elements that it has: band_400.mtx 2273, 8 B or (PageRank) 4 B each; a
/// CTA's are rounded up to whole lanes.
TEST(ProactRegistry, RowsOfAFileStreamTheElementsOfTheFile) {
  for (const char* const name : kWithMatrix) {
    const auto app = make_shared_app(name, with_matrix(kMatrices + "band_400.mtx"));
    const double bytes = app->phases() * 2273 * (name == std::string("pagerank") ? 4.0 : 8.0);
    const auto all = static_cast<double>(test::count_app(*app).stream_bytes);
    EXPECT_GE(all, bytes) << name;
    EXPECT_LT(all, 1.1 * bytes) << name;
  }
}

TEST(ProactRegistry, ElementsAreComputedByTheLanes) {
  for (const char* const name : kWithMatrix) {
    AppContext context = app_context();
    context.bytes = core::Bytes(128 << 10);
    context.iterations = 1;
    const auto cycles =
        static_cast<double>(test::count_app(*make_shared_app(name, context)).compute_cycles);
    context.lanes = 32;
    const auto half =
        static_cast<double>(test::count_app(*make_shared_app(name, context)).compute_cycles);
    EXPECT_NEAR(half, 2 * cycles, 0.02 * cycles) << name;
  }
}

/// A row of the published matrix names its whole neighbourhood, whatever is generated of it.
TEST(ProactRegistry, RowsOfABandLoadTheirNeighbourhoodOnceACta) {
  for (const char* const name : {"jacobi", "sssp", "als"}) {
    AppContext context = app_context();
    context.bytes = core::Bytes(256 << 10);
    context.iterations = 1;
    const auto app = make_shared_app(name, context);
    const model::Kernel& kernel = app->kernel(0);
    const unsigned middle = kernel.ctas / 2;
    std::vector<Span> writes;
    app->writes(0, middle, writes);
    const std::uint64_t row = name == std::string("als") ? 32 : 8;
    const std::uint64_t rows = (writes.back().end - writes.front().begin) / row;
    std::set<std::uint64_t> loaded;
    std::uint64_t lanes = 0;
    test::for_each_instruction(kernel, [&](unsigned cta, const auto& program, const auto& i) {
      if (cta != middle || i.op != WarpOp::kLoad) return;
      for (unsigned lane = 0; lane < kWarpLanes; ++lane)
        if ((i.lanes >> lane & 1u) != 0 && program.address(i, lane) >= kRegionBase) {
          loaded.insert(program.address(i, lane));
          ++lanes;
        }
    });
    EXPECT_EQ(loaded.size(), lanes) << name << ": each 16 B once";
    // 70 rows on each side of those that it writes, and these; sssp and als load their own, too.
    EXPECT_GE(lanes * 16, (rows + 140) * row) << name;
    EXPECT_LE(lanes * 16, (2 * rows + 140 + 4) * row) << name;
  }
}

TEST(ProactRegistry, BadMatrixFilesAreNamedWithTheirLines) {
  const std::string bad =
      file_of("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n1 7 1\n");
  for (const char* name : kWithMatrix) {
    EXPECT_THAT(refusal(name, with_matrix(bad), core::ExitCode::kBadInput), HasSubstr(bad + ":4:"));
    EXPECT_THAT(refusal(name, with_matrix("/proc/no/such.mtx"), core::ExitCode::kUsage),
                HasSubstr("/proc/no/such.mtx"));
  }
}

TEST(ProactRegistry, MatricesMustBeSquareAndFit) {
  const std::string wide = file_of("%%MatrixMarket matrix coordinate real general\n2 3 1\n1 3 1\n");
  for (const char* name : kWithMatrix)
    EXPECT_THAT(refusal(name, with_matrix(wide), core::ExitCode::kBadInput),
                AllOf(HasSubstr("2 x 3"), HasSubstr("square")));
  const std::string hollow =
      file_of("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 1 1\n");
  EXPECT_THAT(refusal("jacobi", with_matrix(hollow), core::ExitCode::kBadInput),
              HasSubstr("row 2 has no diagonal element"));
  EXPECT_LT(make_shared_app("sssp", with_matrix(hollow))->error(), 1e-6);
  for (const char* name : {"microbenchmark", "xray_ct"})
    EXPECT_THAT(refusal(name, with_matrix(hollow), core::ExitCode::kUsage), HasSubstr("matrix"));
}

}  // namespace
}  // namespace gf::model::proact::app_base_test
