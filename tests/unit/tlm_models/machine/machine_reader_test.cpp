// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/machine_reader.h"

#include <filesystem>
#include <fstream>

#include "tests/support/errors.h"
#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"

namespace gf::model::machine_reader_test {
namespace {

using namespace machine_reading;  // NOLINT: what these tests share

TEST(MachineReader, IncludedFileIsReplacedKeyByKey) {
  const auto directory = std::filesystem::path(testing::TempDir()) / "machine_reader_test";
  std::filesystem::create_directories(directory);
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(directory / name) << text;
    return (directory / name).string();
  };
  write("base.ini", "[sw]\nchildren = gpu[0..3]\n[gpu[0..3]]\npreset = v100\n");
  const MachinePlan plan = read_machine_file(
      write("more.ini", "include = base.ini\n[gpu2]\npreset = h100\n[sw]\nchildren = gpu[0..2]\n"));
  EXPECT_EQ(plan.devices[plan.find("gpu1")].preset, "v100");
  EXPECT_EQ(plan.devices[plan.find("gpu2")].preset, "h100");
  EXPECT_EQ(plan.links.size(), 3u);
  EXPECT_THAT(test::error_of([&] { read_machine_file(write("self.ini", "include = self.ini\n")); }),
              AllOf(HasSubstr("self.ini:1"), HasSubstr("includes itself")));
  EXPECT_THAT(test::error_of([&] { read_machine_file(write("twice.ini", "include = t1, t1\n")); }),
              HasSubstr("twice.ini:1: 't1' is included twice, first in"));
  EXPECT_THAT(test::error_of([&] {
                read_machine_file(write("b.ini", "include = base.ini\ninclude = ./base.ini\n"));
              }),
              AllOf(HasSubstr("b.ini:2: './base.ini' is included twice"), HasSubstr("b.ini:1;")));
  EXPECT_THAT(test::error_of([&] { read_machine_file(write("none.ini", "\ninclude = t9\n")); }),
              AllOf(HasSubstr("none.ini:2"), HasSubstr("'t9'"), HasSubstr("two_socket")));
}

TEST(MachineReader, IncludedPresetIsThere) {
  const MachinePlan plan = read(
      "include = t2\n[rc]\nchildren = plx_a, plx_b, nic0\n"
      "[nic0]\nkind = nic\n");
  EXPECT_EQ(plan.of_kind(DeviceKind::kGpu).size(), 8u);
  EXPECT_EQ(plan.of_kind(DeviceKind::kNic).size(), 1u);
}

}  // namespace
}  // namespace gf::model::machine_reader_test
