// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::papers::report {

inline Chart byte_curve() {
  Chart chart;
  chart.x = {"message size", "B", Scale::kLog2, {}, {}, {}};
  chart.y = {"bandwidth", "GB/s", {}, {}, {}, {}};
  chart.series = {
      {"a", Role::kSimulated, Mark::kLinePoints, {1024, 4096}, {1.23456789, 11}, "g"},
      {"</script><b>", Role::kAnalytic, Mark::kLine, {1024, 2048, 4096}, {2, 3, 4}, "g"}};
  chart.guides = {{Guide::Along::kX, 2048, "half"}};
  return chart;
}

}  // namespace gf::papers::report
