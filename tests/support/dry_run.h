// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>

#include "tests/support/captured.h"

namespace gf::test {

/// A test whose working directory is empty, and stays so unless a run fills it.
class DryRun : public testing::Test {
 protected:
  DryRun() {
    fs::current_path(scratch_.path());
    setenv("GPUFABRIC_STORE", (store_ / "store").c_str(), 1);
  }
  ~DryRun() override {
    fs::current_path("/");
    unsetenv("GPUFABRIC_MAX_WALL");
    setenv("GPUFABRIC_DEFAULTS", "none", 1);
  }
  [[nodiscard]] bool is_untouched() const { return fs::is_empty(scratch_.path()); }
  ScratchDirectory scratch_;
  ScratchDirectory store_;
};

}  // namespace gf::test
