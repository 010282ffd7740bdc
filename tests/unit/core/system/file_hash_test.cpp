// SPDX-License-Identifier: Apache-2.0
#include "core/system/file_hash.h"

#include <fstream>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/system/scratch_directory.h"

namespace gf::core::file_hash_test {
namespace {

TEST(FileHash, IsWhatTheStandardPrints) {  // FIPS 180-4, examples of SHA-1
  EXPECT_EQ(sha1_hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(sha1_hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(sha1_hex(std::string(1'000'000, 'a')), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(FileHash, OfAFileIsOfItsBytes) {
  const ScratchDirectory directory;
  const std::filesystem::path file = directory / "file";
  std::ofstream(file) << std::string(1'000'000, 'a');
  EXPECT_EQ(sha1_hex_of_file(file), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
  EXPECT_THROW(sha1_hex_of_file(directory / "none"), UserError);
  EXPECT_THROW(sha1_hex_of_file(directory.path()), UserError);
}

}  // namespace
}  // namespace gf::core::file_hash_test
