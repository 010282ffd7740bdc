// SPDX-License-Identifier: Apache-2.0
#include "core/system/scratch_directory.h"

#include <fstream>
#include <gtest/gtest.h>

namespace gf::core::scratch_directory_test {
namespace {

TEST(ScratchDirectory, IsThereAndGoneWithTheObjectAndWhatItHolds) {
  std::filesystem::path path;
  {
    const ScratchDirectory directory;
    path = directory.path();
    std::ofstream(directory / "file") << "text";
    EXPECT_TRUE(std::filesystem::exists(path / "file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ScratchDirectory, TwoAreApart) {
  const ScratchDirectory one;
  const ScratchDirectory other;
  EXPECT_NE(one.path(), other.path());
}

}  // namespace
}  // namespace gf::core::scratch_directory_test
