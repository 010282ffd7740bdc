// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/plan/machine_bounds.h"

#include <sstream>

#include "platforms/cluster/plan/plan_graph.h"
#include "tests/support/matchers.h"
#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/machine_reader.h"

namespace gf::platforms::cluster::machine_bounds_test {
namespace {

std::string bounds(const std::string& all_to_all, const std::string& bisection) {
  return "\nupper bounds (incl. headers): all-to-all " + all_to_all + " per GPU; bisection " +
         bisection;
}
std::string title(const std::string& machine) {
  return graph_of(model::make_machine(machine)).title;
}
std::string title_of(const std::string& text) {
  std::istringstream in(text);
  return graph_of(model::read_machine(in, "m.ini")).title;
}

/// PCIe alone: an all-to-all has `pairs` over the narrowest direction, and 7 shares from a GPU.
TEST(MachineBounds, TreesAndSocketsCount) {
  // gen3 x16 has 15.754 GB/s. T1: the port of a board, 2 GPUs here and 6 there: 12 pairs.
  EXPECT_THAT(title("t1"), HasSubstr(bounds("9.19 GB/s", "31.51 GB/s")));  // 15.754 x 7/12; x 2
  // T2: the link of a switch, 4 and 4 GPUs: 16 pairs.
  EXPECT_THAT(title("t2"), HasSubstr(bounds("6.892 GB/s", "15.75 GB/s")));  // 15.754 x 7/16
  // The socket link of 19.2 GB/s, 16 pairs; a switch's link has 12 at 15.754.
  EXPECT_THAT(title("two_socket"), HasSubstr(bounds("8.4 GB/s", "19.2 GB/s")));
}

TEST(MachineBounds, NvlinkCountsWherePairsTakeIt) {
  // 18 links of 25 GB/s a GPU, and no pair takes PCIe.
  EXPECT_THAT(title("dgx_h100"), HasSubstr(bounds("450 GB/s", "1.8 TB/s")));
  EXPECT_THAT(title("nvl72"), HasSubstr(bounds("900 GB/s", "32.4 TB/s")));
  EXPECT_THAT(title("hgx_16"), HasSubstr(bounds("150 GB/s", "1.2 TB/s")));
  // 12 of the 16 pairs across take the socket link, 4 NVLink: six links of 25 GB/s.
  EXPECT_THAT(title("dgx1_v100"), HasSubstr(bounds("11.2 GB/s", "169.2 GB/s")));
}

TEST(MachineBounds, PairsOfNvlinkOnTwoSockets) {
  const std::string text =
      "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..3] pcie gen4 x16\n[rc0]\n"
      "links = rc1 socket 20 GB/s 25 ns\n[gpu0]\nlinks = gpu1 nvlink3 x4\n[gpu2]\n"
      "links = gpu3 nvlink3 x4\n[gpu[0..3]]\npreset = v100\n";
  // Four pairs cross the socket link; none of NVLink does.
  EXPECT_THAT(title_of(text), HasSubstr(bounds("15 GB/s", "20 GB/s")));
}

TEST(MachineBounds, OneGpuHasNone) {
  EXPECT_EQ(title_of("about = one\n[s]\nchildren = gpu0\n"), "one");
}

}  // namespace
}  // namespace gf::platforms::cluster::machine_bounds_test
