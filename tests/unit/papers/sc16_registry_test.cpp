// SPDX-License-Identifier: Apache-2.0
// Holds: docs/fidelity.md
// Holds: papers/arxiv13_apenet/experiments.cpp
// Holds: papers/isca08_dragonfly/experiments.cpp
// Which figures of [SC16] are experiments, and that docs/fidelity.md speaks of each of them.
#include "papers/experiment_registry.h"
#include "tests/support/captured.h"
#include "tests/support/matchers.h"

namespace gf::papers::sc16_registry_test {
namespace {

TEST(Sc16Registry, FigureTenIsNotModelled) {  // PCIE-11
  for (const Experiment& experiment : all_experiments())
    EXPECT_THAT(experiment.source, testing::Not(HasSubstr("[SC16], Fig. 10")));
}

TEST(Sc16Registry, FidelityPageNamesEveryExperiment) {
  const std::string page = test::read_file(GF_SOURCE_DIR "/docs/fidelity.md");
  for (const Experiment& experiment : all_experiments()) {
    // One of the full set is the quick one at the published size, unless the page tells of it too.
    std::string at_any_size = experiment.id;
    if (const std::size_t full = at_any_size.find(".full."); full != std::string::npos)
      at_any_size.erase(full, 5);
    // A machine of the field is data: its own page has a row for each of its quantities.
    if (at_any_size.rfind("field.", 0) == 0) at_any_size = "field.*";
    EXPECT_THAT(page, testing::AnyOf(HasSubstr("`" + experiment.id + "`"),
                                     HasSubstr("`" + at_any_size + "`")));
  }
}

}  // namespace
}  // namespace gf::papers::sc16_registry_test
