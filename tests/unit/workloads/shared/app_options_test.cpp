// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/app_options.h"

#include "core/base/error.h"
#include "tests/support/app_checks.h"
#include "tests/support/matchers.h"
#include "tests/support/matrix_files.h"

namespace gf::model::proact::app_options_test {
namespace {

using namespace matrix_files;  // NOLINT: what these tests share
using test::app_context;

TEST(ProactRegistry, RefusesUnknownNamesWithTheNearest) {
  EXPECT_THAT(refusal("jacoby", app_context(), core::ExitCode::kUsage),
              AllOf(HasSubstr("jacoby"), HasSubstr("nearest: jacobi")));
}

TEST(ProactRegistry, RefusesValuesOutOfRange) {
  const auto refused = [](void (*change)(AppContext&)) {
    AppContext context = app_context();
    change(context);
    return refusal("jacobi", context, core::ExitCode::kUsage);
  };
  EXPECT_THAT(refused([](AppContext& c) { c.gpus = 0; }), HasSubstr("1 ... 64"));
  EXPECT_THAT(refused([](AppContext& c) { c.gpus = 65; }), HasSubstr("1 ... 64"));
  EXPECT_THAT(refused([](AppContext& c) { c.iterations = 65; }), HasSubstr("0 ... 64"));
  EXPECT_THAT(refused([](AppContext& c) { c.lanes = 0; }), HasSubstr("lanes"));
  EXPECT_THAT(refused([](AppContext& c) { c.bytes = core::Bytes(1000); }),
              HasSubstr("64 KiB ... 4 GiB"));
  EXPECT_THAT(refused([](AppContext& c) { c.cta_cycles = 100'000'001; }), HasSubstr("cta_cycles"));
  AppContext both = with_matrix(kMatrices + "band_400.mtx");
  both.bytes = core::Bytes(1 << 20);
  EXPECT_THAT(refusal("jacobi", both, core::ExitCode::kUsage), HasSubstr("matrix file"));
}

}  // namespace
}  // namespace gf::model::proact::app_options_test
