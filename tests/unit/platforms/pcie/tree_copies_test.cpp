// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/tree_copies.h"

#include <gmock/gmock.h>

#include "core/base/error.h"
#include "platforms/schedule/schedule_runner.h"
#include "tests/support/copy_task.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/runner_work.h"

namespace gf::platforms::schedule::tree_copies_test {
namespace {

using test::copy_task;

TEST(Runner, ACopyByAnythingButDmaIsRefused) {
  test::PcieBench bench("T2");
  pcie::TreeCopies copies(bench.machine());
  model::Task copy = copy_task(0, 4, 8);
  copy.engine = model::CopyMeans::kStores;
  EXPECT_THROW(Runner("host", {}, copies, {{"s", {copy}}}), core::UserError);
}

}  // namespace
}  // namespace gf::platforms::schedule::tree_copies_test
