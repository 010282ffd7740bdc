// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/machine_scribe.h"

#include "tests/support/errors.h"
#include "tests/support/import_texts.h"
#include "tests/support/matchers.h"
#include "tlm_models/import/readers/xml_tree.h"

namespace gf::model::machine_scribe_test {
namespace {

using import_texts::kNccl;
using import_texts::replaced;

std::string refusal(const std::vector<ImportFile>& files) {
  return test::error_of([&] { import_machine(files); });
}

TEST(MachineScribe, RingsOrderTheRanks) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const std::string graph =
      "<graphs version=\"1\"><graph id=\"0\" pattern=\"4\"><channel><gpu dev=\"1\"/>\n"
      "<gpu dev=\"0\"/></channel></graph></graphs>";
  EXPECT_THAT(import_machine({{"n", kNccl}, {"g", graph}}).text, HasSubstr("ranks = gpu1, gpu0 "));
  EXPECT_THAT(import_machine({{"n", replaced(kNccl, "<gpu dev=\"0\"", "<gpu")}, {"g", graph}}).text,
              HasSubstr("ranks = gpu1, gpu0 "))
      << "the GPU without a number gets the one that is left";
  EXPECT_THAT(refusal({{"n", kNccl}, {"g", replaced(graph, "dev=\"0\"", "dev=\"5\"")}}),
              HasSubstr("g:1: the ring has GPU 5"));
  EXPECT_THAT(refusal({{"n", kNccl}, {"g", replaced(graph, "<gpu dev=\"0\"/>", "")}}),
              HasSubstr("g:1: the ring has 1 GPUs, the machine 2"));
}

}  // namespace
}  // namespace gf::model::machine_scribe_test
