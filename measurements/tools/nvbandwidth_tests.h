// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measurements/tools/device_table.h"
#include "measurements/tools/measured.h"

namespace gf::papers::tools {

/// One end of a test's copies: the host, all other GPUs, or the GPU of a row or column.
enum class TestEnd { kHost, kAll, kRow, kColumn };

/// A test of nvbandwidth: what it measures, and the text over its matrix.
struct NvbandwidthTest {
  std::string name;                ///< "device_to_device_memcpy_read_ce".
  std::string title;               ///< "memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)".
  TestEnd from = TestEnd::kRow;    ///< Source of the bytes.
  TestEnd to = TestEnd::kColumn;   ///< Their destination.
  const char* quantity = nullptr;  ///< Of each value; in a test of three parts, of the first two.
  std::vector<std::string> parts;  ///< {"Read1", "Read2", "Total"}; empty: one matrix.

  /// Tells whether a row stands for each GPU, and not one row for all columns.
  [[nodiscard]] bool is_square() const;
  [[nodiscard]] std::string unit() const;  ///< That in brackets at the end of the title.
  /// Returns the title over the matrix of `part`.
  [[nodiscard]] std::string title_of(const std::string& part) const;
  /// Returns Measured::test of `part`: "NAME Read1", or the name.
  [[nodiscard]] std::string test_of(const std::string& part) const;
  /// Returns a value without value and digits.
  [[nodiscard]] Measured cell(const std::string& part, unsigned row, unsigned column) const;
  /// Returns the matrix of `part` in `values`.
  [[nodiscard]] DeviceCells cells(const std::string& part,
                                  const std::vector<Measured>& values) const;
};

/// The tests of version 0.8 that are read and written: all on one node, and copies of pairs between
/// nodes (multinode_device_to_device_...).
const std::vector<NvbandwidthTest>& nvbandwidth_tests();
/// Returns null if there is no such test.
const NvbandwidthTest* find_nvbandwidth_test(std::string_view name);

/// Returns the tests that `values` have, in the order of nvbandwidth_tests(). Throws
/// UserError(kUsage) for a value of no test.
std::vector<NvbandwidthTest> measured_tests(const std::vector<Measured>& values);

}  // namespace gf::papers::tools
