// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <gmock/gmock.h>
#include <optional>
#include <string>
#include <vector>

#include "core/system/find_program.h"
#include "tests/support/program.h"

namespace gf::test::compiled_firmware {

/// One card and one size, on a processor that runs `options`.
inline Captured run_one(const std::vector<std::string>& options,
                        const std::vector<std::string>& more = {}) {
  return program(Words{"run", "apenet_node", "--quiet"} +
                 parameters({"nios.model=iss", "min=32 B", "max=32 B"}) + parameters(options) +
                 more);
}

class FirmwareCompiled : public testing::Test {
 protected:
  void SetUp() override {
    compiler = core::find_program("riscv64-unknown-elf-gcc");
    if (!compiler) GTEST_SKIP() << "no riscv64-unknown-elf-gcc";
  }
  /// Compiles the firmware by the command of its README, with `main_c` in place of main.c if given,
  /// and the files of `folders` in place of those of their names.
  std::string compile(const std::string& main_c = "",
                      const std::vector<std::string>& folders = {}) {
    const std::filesystem::path from = std::filesystem::path(GF_SOURCE_DIR) / "firmware";
    const std::filesystem::path mine = scratch.path() / "mine";
    std::filesystem::remove_all(mine);
    std::filesystem::copy(from, mine);
    for (const std::string& folder : folders)
      std::filesystem::copy(from / folder, mine,
                            std::filesystem::copy_options::recursive |
                                std::filesystem::copy_options::overwrite_existing);
    if (!main_c.empty()) write_file(mine / "main.c", main_c);
    exits(0, capture({"/bin/sh", "-c",
                      "cd '" + mine.string() + "' && " + compiler->string() +
                          " @options -T apenet.ld -o mine.elf *.c -lgcc"}));
    return (mine / "mine.elf").string();
  }
  std::optional<std::filesystem::path> compiler;
  ScratchDirectory scratch;
};

}  // namespace gf::test::compiled_firmware
