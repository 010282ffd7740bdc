// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <string>

#include "core/base/error.h"

namespace gf::test {

/// The one line of the UserError that `act` throws; fails the test when it throws none.
template <class Act>
std::string error_of(const Act& act) {
  try {
    act();
  } catch (const core::UserError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

}  // namespace gf::test
