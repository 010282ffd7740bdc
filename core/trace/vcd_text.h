// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf::core {

/// Appends VCD declarations to a text: a $scope for each part of a dotted path except the last,
/// which becomes a $var. Paths must be sorted, so that each scope is opened once.
class VcdScopes {
 public:
  explicit VcdScopes(std::string& text) : text_(text) {}
  void declare(const std::string& path, unsigned bits, const std::string& code,
               const std::string& description);
  void close();  ///< Leaves every open scope.

 private:
  void leave_to(std::size_t depth);

  std::string& text_;
  std::vector<std::string> open_;
};

/// Returns the short name number `id`: one or more printable characters, all different.
std::string vcd_code(std::size_t id);

/// Appends `value` as a VCD value change without its short name: "1", "b101 "; x if `bits` cannot
/// show it.
void append_vcd_value(std::string& text, std::int64_t value, unsigned bits);

/// Returns the name of a signal in the waveform: its path, and the range of bits if there are
/// several.
std::string vcd_name(const std::string& path, unsigned bits);

}  // namespace gf::core
