// SPDX-License-Identifier: Apache-2.0
#include "core/scratch_directory.h"

#include <fstream>
#include <gtest/gtest.h>

namespace {

TEST(ScratchDirectory, IsThereAndGoneWithTheObjectAndWhatItHolds) {
  std::filesystem::path path;
  {
    const gf::core::ScratchDirectory directory;
    path = directory.path();
    std::ofstream(directory / "file") << "text";
    EXPECT_TRUE(std::filesystem::exists(path / "file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ScratchDirectory, TwoAreApart) {
  const gf::core::ScratchDirectory one;
  const gf::core::ScratchDirectory other;
  EXPECT_NE(one.path(), other.path());
}

}  // namespace
