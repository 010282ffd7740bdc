// SPDX-License-Identifier: Apache-2.0
// Which figures of [SC16] are experiments, and that docs/fidelity.md speaks of each of them.
#include <gmock/gmock.h>

#include "papers/registry.h"
#include "tests/support/captured.h"

namespace gf::papers::sc16_registry_test {
namespace {

using testing::HasSubstr;

TEST(Sc16Registry, FigureTenIsNotModelled) {  // PCIE-11
  for (const Experiment& experiment : all_experiments())
    EXPECT_THAT(experiment.source, testing::Not(HasSubstr("[SC16], Fig. 10")));
}

TEST(Sc16Registry, FidelityPageNamesEveryExperiment) {
  const std::string page = test::read_file(GF_SOURCE_DIR "/docs/fidelity.md");
  for (const Experiment& experiment : all_experiments())
    EXPECT_THAT(page, HasSubstr("`" + experiment.id + "`"));
}

}  // namespace
}  // namespace gf::papers::sc16_registry_test
