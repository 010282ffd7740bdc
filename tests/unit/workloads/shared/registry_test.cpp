// SPDX-License-Identifier: Apache-2.0
#include "tests/support/app_checks.h"
#include "tests/support/matchers.h"
#include "tests/support/matrix_files.h"

namespace gf::model::proact::registry_test {
namespace {

using test::app_context;

TEST(ProactRegistry, HasTheAppsOfThePaperInItsOrder) {
  std::vector<std::string> names;
  for (const AppEntry& entry : shared_apps()) {
    names.push_back(entry.name);
    EXPECT_FALSE(entry.summary.empty());
    EXPECT_THAT(entry.source, HasSubstr("[PROACT21]"));
  }
  EXPECT_THAT(names, testing::ElementsAre("microbenchmark", "xray_ct", "jacobi", "pagerank", "sssp",
                                          "als"));
}

/// What holds for each of them; sizes in between are reached with `bytes`.
TEST(ProactRegistry, EachIsMadeToSizeAndFitsItsInterface) {
  for (const AppEntry& entry : shared_apps()) {
    AppContext context = app_context();
    context.bytes = core::Bytes(256 << 10);
    const auto app = make_shared_app(entry.name, context);
    EXPECT_EQ(app->name(), entry.name);
    EXPECT_FALSE(app->input().empty());
    EXPECT_EQ(app->region_bytes() % (64 << 10), 0u);
    EXPECT_LE(app->region_bytes(), 384u << 10) << entry.name;
    EXPECT_LT(app->error(), 1e-5);
    for (const DataStructure& data : app->private_data())
      EXPECT_LE(data.base + data.bytes.count(), kRegionBase);
    for (unsigned phase = 0; phase < app->phases(); ++phase) {
      EXPECT_EQ(app->kernel(phase).split, entry.name != "microbenchmark");
      EXPECT_GE(app->kernel(phase).warps_per_cta, 4u);
      EXPECT_LE(app->kernel(phase).warps_per_cta, 8u);
    }
  }
}

/// Of the published class; here with fewer rows. Only X-ray CT's is another input then.
TEST(ProactRegistry, PublishedInputsFitTheInterface) {
  for (const std::string name : {"xray_ct", "jacobi", "pagerank", "sssp", "als"}) {
    AppContext context = app_context();
    context.bytes = core::Bytes(128 << 10);
    context.iterations = 1;
    const auto small = make_shared_app(name, context);
    context.published = true;
    const auto app = make_shared_app(name, context);
    EXPECT_EQ(app->input() != small->input(), name == "xray_ct");
    EXPECT_LT(app->error(), 1e-5) << name;
    test::expect_stores_are_writes(*app);
    test::expect_only_writes_change(*app);
    test::expect_private_data_are_local(*app, context.gpus);
  }
}

TEST(ProactRegistry, SeedsDecideTheInputAndNothingElseDoes) {
  for (const AppEntry& entry : shared_apps()) {
    AppContext context = app_context();
    context.bytes = core::Bytes(128 << 10);
    const auto first = make_shared_app(entry.name, context);
    const auto again = make_shared_app(entry.name, context);
    context.seed = 2;
    const auto other = make_shared_app(entry.name, context);
    const int last = static_cast<int>(first->phases()) - 1;
    EXPECT_TRUE(test::image_after(*first, last) == test::image_after(*again, last));
    EXPECT_EQ(test::image_after(*first, last) == test::image_after(*other, last),
              entry.name == "xray_ct");  // a phantom, always the same
  }
}

}  // namespace
}  // namespace gf::model::proact::registry_test
