// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/gpu_choice.h"

#include "tests/support/import_texts.h"
#include "tests/support/matchers.h"
#include "tlm_models/import/readers/xml_tree.h"

namespace gf::model::gpu_choice_test {
namespace {

using import_texts::guessed;
using import_texts::imported;
using import_texts::kNccl;
using import_texts::replaced;

TEST(GpuChoice, UnknownGpusAreTheNearestOnes) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const ImportedMachine near = imported(replaced(kNccl, "0x20b0", "0x20f3"));
  EXPECT_THAT(near.text, AllOf(HasSubstr("preset = a100"),
                               HasSubstr("guessed: no preset of A800 SXM4 (from f:5)")));
  const ImportedMachine unknown = imported(replaced(kNccl, "0x20b0", "0xbeef"));
  EXPECT_THAT(unknown.text, HasSubstr("guessed: 'sm:80' from f:5 is that of A100 SXM4 40 GB"));
  EXPECT_THAT(guessed(unknown).front(), StartsWith("GPUs: preset"));
  const ImportedMachine none =
      imported(replaced(replaced(kNccl, "0x20b0", "0xbeef"), "sm=\"80\"", ""));
  EXPECT_THAT(none.text,
              HasSubstr("guessed: '10de:beef' is not known; 4 NVLink links are those of P100"));
}

}  // namespace
}  // namespace gf::model::gpu_choice_test
