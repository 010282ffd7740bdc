// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <optional>
#include <string>

#include "core/base/error.h"

namespace gf::test {

/// Returns the text of the UserError that `act` throws, which has the exit code `code` if one is
/// given; empty: it throws none.
template <class Act>
std::string refusal_of(const Act& act, std::optional<core::ExitCode> code = {}) {
  try {
    act();
  } catch (const core::UserError& error) {
    EXPECT_EQ(error.code(), code.value_or(error.code())) << error.what();
    return error.what();
  }
  return "";
}

/// As refusal_of(); fails the test when `act` throws none.
template <class Act>
std::string error_of(const Act& act, std::optional<core::ExitCode> code = {}) {
  const std::string text = refusal_of(act, code);
  if (text.empty()) ADD_FAILURE() << "no error";
  return text;
}

}  // namespace gf::test
