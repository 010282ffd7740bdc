// SPDX-License-Identifier: Apache-2.0
#include "papers/report/chart.h"
#include "tests/support/byte_curve.h"
#include "tests/support/matchers.h"

namespace gf::papers::report::step_diagram_test {
namespace {

TEST(StepDiagram, IsOnePictureAStep) {
  StepDiagram diagram;
  diagram.nodes = two_rows_of_four();
  diagram.steps = {{"Step 1", {{0, 1}}}, {"Step 2", {{1, 2}, {0, 3, true}}}};
  const std::string drawn = draw_step_diagram(diagram, "rings");
  EXPECT_THAT(drawn, HasSubstr("aria-label=\"rings: Step 1\""));
  EXPECT_THAT(drawn, HasSubstr("aria-label=\"rings: Step 2\""));
}

}  // namespace
}  // namespace gf::papers::report::step_diagram_test
