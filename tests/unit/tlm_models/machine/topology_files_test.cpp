// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/topology_files.h"

#include <gmock/gmock.h>
#include <sstream>

#include "core/base/error.h"
#include "core/system/scratch_directory.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_graph_file.h"
#include "tlm_models/topology/pcie/pcie_tree_io.h"

namespace gf::model::topology_files_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const NvlinkLanes kLanes = nvlink_generation("nvlink2").link;

/// Files of one test.
class TopologyFiles : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    test::write_file(scratch_ / name, text);
    return scratch_ / name;
  }
  PcieTree tree(const std::string& text) { return named_pcie_tree(file("m.ini", text)); }
  std::string graph(const std::string& text) {
    std::ostringstream out;
    write_nvlink_graph(out, read_nvlink_graph_or_machine(file("m.nvlink", text), kLanes));
    return out.str();
  }

 private:
  const core::ScratchDirectory scratch_;
};

std::string written(const PcieTree& tree) {
  std::ostringstream out;
  write_pcie_tree_ini(out, tree);
  for (unsigned d = 0; d < tree.device_count(); ++d) out << tree.node(tree.device_node(d)).name;
  return out.str();
}

constexpr const char* kOldTree =
    "[rc]\nkind = root_complex\nchildren = plx0, plx1\n[plx0]\nchildren = gpu0, gpu1\n"
    "[plx1]\nchildren = gpu2, gpu3\n";

TEST_F(TopologyFiles, AMachineIsReadAsItsTree) {
  const PcieTree old = tree(kOldTree);
  const PcieTree machine = tree(
      "about = four GPUs\n[rc]\nkind = root_complex\nchildren = plx[0..1] pcie gen3 x16\n"
      "[plx[0..1]]\nchildren = gpu[0..3]\nlanes = 48\n[gpu[0..3]]\npcie = gen3 x16\n");
  EXPECT_EQ(written(machine), written(old));
  EXPECT_EQ(machine.name(), old.name()) << "called by its file";
  EXPECT_EQ(written(tree("ranks = gpu1, gpu0\n[sw]\nchildren = gpu[0..1]\n")),
            "[sw]\nkind = switch\nchildren = gpu0, gpu1\ngpu1gpu0");
  EXPECT_TRUE(tree("[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..1]\n[rc0]\n"
                   "links = rc1 socket\n")
                  .is_socket(2));
}

TEST_F(TopologyFiles, OlderFormsOfTreesAreReadAsTheyWere) {
  // As a machine, rc1 would hang behind gpu0, and b1 be GPU 1.
  const std::string text =
      "[rc0]\nkind = root_complex\nchildren = rc1, gpu0\n"
      "[rc1]\nkind = root_complex\nchildren = b1, b0\n";
  std::istringstream in(text);
  EXPECT_EQ(written(tree(text)), written(read_pcie_tree_ini(in, "m.ini")));
  EXPECT_EQ(tree("[network]\nchildren = gpu0, gpu1\n").node(0).name, "network");
  EXPECT_EQ(named_pcie_tree(file("a.dot", "digraph { s -> { a b } }")).device_count(), 2u);
  EXPECT_EQ(named_pcie_tree("t2").device_count(), 8u);
  EXPECT_FALSE(is_machine_tree(file("m.ini", kOldTree)));
  EXPECT_TRUE(is_machine_tree(file("m.ini", "[sw]\nchildren = gpu[0..1]\n")));
}

TEST_F(TopologyFiles, WhatATreeCannotHaveIsRefused) {
  const std::string start = "[sw]\nchildren = gpu[0..1]\n";
  struct Case {
    const char *text, *cause, *expected;
  };
  for (const Case& wrong : {
           Case{"[parameters]\nsw.hop_latency = 1 ns\n", "m.ini:4: a section [parameters]",
                "run cluster --machine FILE"},
           Case{"[gpu1]\npreset = v100\n", "gpu1 has the preset v100", "a file that includes"},
           Case{"[sw2]\nchildren = n\n[n]\nkind = nic\n", "n has the kind nic", "gpu, switch"},
           Case{"[gpu0]\nlinks = gpu1 nvlink2 x2\n", "m.ini:4: the link gpu0 - gpu1 is nvlink2 x2",
                "pcie gen3 x16 or socket"},
           Case{"[sw2]\nchildren = g2 pcie gen4 x16\n", "m.ini:4: the link sw2 - g2",
                "pcie gen3 x16"},
           Case{"[sw2]\nchildren = g2 12 GB/s 100 ns\n", "is 12 GB/s 100 ns", "pcie gen3 x16"},
           Case{"[sw2]\nchildren = g2\n", "m.ini:4: sw2 is not in the tree of sw", "one tree"},
       })
    EXPECT_THAT(test::error_of([&] { tree(start + wrong.text); }),
                AllOf(HasSubstr(wrong.cause), HasSubstr(wrong.expected)))
        << wrong.text;
  EXPECT_THAT(test::error_of([&] { tree("[gpu[0..1]]\nkind = gpu\n"); }),
              HasSubstr("not in the tree of a switch or root complex"));
}

TEST_F(TopologyFiles, AMachineIsReadAsItsGraph) {
  EXPECT_EQ(graph("# square\nrelays = nearest\n[gpu0]\nlinks = gpu1 nvlink2 x2\n"
                  "[gpu1]\nlinks = gpu2 nvlink2\n[gpu2]\nlinks = gpu3 nvlink2\n"
                  "[gpu3]\nlinks = gpu0 nvlink2\n"),
            graph("gpus 4\nlink gpu_0 gpu_1 x2\nlink gpu_1 gpu_2\nlink gpu_2 gpu_3\n"
                  "link gpu_3 gpu_0\nrelays nearest\n"));
  EXPECT_EQ(graph("[gpu[0..1]]\nlinks = sw[0..1] nvlink4 x2\n[sw[0..1]]\nkind = nvswitch\n"),
            graph("gpus 2\nswitch sw0\nswitch sw1\nlink gpu_0 sw0 x2 nvlink4\n"
                  "link gpu_0 sw1 x2 nvlink4\nlink gpu_1 sw0 x2 nvlink4\n"
                  "link gpu_1 sw1 x2 nvlink4\n"));
}

TEST_F(TopologyFiles, WhatAGraphCannotHaveIsRefused) {
  const std::string start = "[gpu0]\nlinks = gpu1 nvlink2\n[gpu1]\n";
  EXPECT_THAT(
      test::error_of([&] { graph(start + "preset = v100\n"); }),
      AllOf(HasSubstr("m.nvlink:"), HasSubstr("gpu1 has the preset v100, which an NVLink")));
  EXPECT_THAT(test::error_of([&] { graph(start + "kind = gpu\n[sw]\nchildren = gpu0, gpu1\n"); }),
              AllOf(HasSubstr("sw has the kind switch"), HasSubstr("gpu, nvswitch; `gpufabric")));
  EXPECT_THAT(test::error_of([&] { graph("[gpu0]\nkind = gpu\n"); }), HasSubstr("no NVLink links"));
  EXPECT_THAT(test::error_of([&] { graph(""); }), HasSubstr("a line 'gpus N'"));
  EXPECT_THAT(test::error_of([&] { graph("link gpu_0 gpu_1\n"); }), HasSubstr("'gpus N' before"));
}

}  // namespace
}  // namespace gf::model::topology_files_test
