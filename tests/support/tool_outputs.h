// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <string>
#include <vector>

#include "measurements/tools/tools.h"
#include "tests/support/errors.h"

namespace gf::test {

using papers::tools::Measured;
using papers::tools::Tool;
using MeasuredValues = std::vector<Measured>;

/// Reads `text` as an output of `tool` in the file "f".
inline MeasuredValues values_of(const Tool& tool, const std::string& text) {
  EXPECT_TRUE(tool.recognises(text));
  return tool.read(text, "f");
}

/// The error of reading `text`.
inline std::string reading_error(const Tool& tool, const std::string& text) {
  return error_of([&] { tool.read(text, "f"); });
}

/// The error of reading `text` with `to` in place of `from`.
inline std::string reading_error(const Tool& tool, std::string text, const std::string& from,
                                 const std::string& to) {
  return reading_error(tool, text.replace(text.find(from), from.size(), to));
}

/// Reads what `tool` writes of `values`: they come back, and are written as before.
inline void expect_round_trip(const Tool& tool, const MeasuredValues& values) {
  const std::string text = tool.write(values);
  const MeasuredValues again = tool.read(text, "f");
  EXPECT_EQ(again, values) << text;
  EXPECT_EQ(tool.write(again), text);
}

/// The first value of `test` and `quantity` that goes from `from` to `to`; digits are those
/// printed.
inline Measured value_of(const MeasuredValues& values, const std::string& test,
                         const std::string& quantity, const std::string& from = {},
                         const std::string& to = {}) {
  for (const Measured& each : values)
    if (each.test == test && each.quantity == quantity && (from.empty() || each.from == from) &&
        (to.empty() || each.to == to))
      return each;
  ADD_FAILURE() << "no " << quantity << " of " << test << " from " << from << " to " << to;
  return {};
}

}  // namespace gf::test

namespace gf::papers::tools {

/// For GoogleTest.
inline void PrintTo(const Measured& each, std::ostream* out) {
  *out << each.tool << ", " << each.test << ", " << each.quantity << ", " << each.from << " -> "
       << each.to << ", " << (each.bytes ? std::to_string(*each.bytes) : "-") << " B, "
       << each.value << " " << each.unit << ", " << each.ranks << " ranks, " << each.iterations
       << " iterations, " << each.setting;
}

}  // namespace gf::papers::tools
