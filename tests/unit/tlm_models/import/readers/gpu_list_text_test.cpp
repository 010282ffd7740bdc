// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/gpu_list_text.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::model::gpu_list_text_test {
namespace {

FoundMachine read(const std::string& text) { return read_gpu_list(import_lines(text, "l")); }

TEST(GpuListText, NamesAndActiveLinks) {
  const FoundMachine machine = read(
      "GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-1)\n\t Link 0: 25 GB/s\n\t Link 1: <inactive>\n"
      "\t Link 2: 25 GB/s\nGPU 3: NVIDIA A100-SXM4-40GB (UUID: GPU-2)\n");
  ASSERT_EQ(machine.devices.size(), 2u);
  EXPECT_EQ(machine.devices[1].number, 3u);
  EXPECT_EQ(machine.devices[0].part, "NVIDIA A100-SXM4-40GB");
  ASSERT_EQ(machine.links.size(), 1u);
  EXPECT_EQ(machine.links[0].count, 2u);
  EXPECT_DOUBLE_EQ(machine.links[0].rate->bytes_per_second(), 25e9);
}

TEST(GpuListText, OtherTextIsNone) {
  EXPECT_FALSE(is_gpu_list(import_lines("GPU 0: busy\nGPU0\nGPU : A (UUID: B)\n", "l")));
}

TEST(GpuListText, BadListsNameTheLine) {
  const auto refusal = [](const std::string& text) {
    return test::error_of([&] { read("GPU 0: A (UUID: B)\n" + text); });
  };
  EXPECT_THAT(refusal("GPU 0: A (UUID: C)\n"), HasSubstr("l:2: a second GPU 0, first on line 1"));
  EXPECT_THAT(refusal(" Link 0: fast\n"), HasSubstr("l:2: link 0 has the rate 'fast'"));
  EXPECT_THAT(refusal(" Link 0: 25 GB/s\n Link 1: 20 GB/s\n"),
              HasSubstr("l:3: link 1 has 20 GB/s, others of this GPU have 25 GB/s"));
}

}  // namespace
}  // namespace gf::model::gpu_list_text_test
