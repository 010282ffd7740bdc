// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace gf::test {

/// A store and a directory of its own for each case.
class DoubtTest : public testing::Test {
 protected:
  DoubtTest() { ::setenv("GPUFABRIC_STORE", fs::path(scratch_ / "store").c_str(), 1); }
  Captured doubt(const std::string& outdir, std::vector<std::string> more = {}) const {
    return program(Words{"doubt", "store_goodput", "-p", "stores=200", "--runs", "16", "--outdir",
                         scratch_ / outdir} +
                   more);
  }
  std::string file(const std::string& name) const { return read_file(scratch_ / name); }
  const ScratchDirectory scratch_;
};

}  // namespace gf::test
