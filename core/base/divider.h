// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/error.h"

namespace gf::core {

/// Division by a divisor that is fixed at construction, for frequently executed code: it multiplies
/// by a reciprocal (Granlund, Montgomery 1994). Exact for n up to kMost and divisors up to 4096.
class Divider {
 public:
  static constexpr std::uint32_t kMost = (1u << 24) - 1;

  /// Precondition: `divisor` is 1 ... 4096.
  explicit Divider(std::uint32_t divisor) : divisor_(divisor) {
    GF_CHECK(divisor >= 1 && divisor <= 4096, std::to_string(divisor));
    reciprocal_ = ((1ull << 40) + divisor - 1) / divisor;
  }
  /// Returns n / divisor.
  [[nodiscard]] std::uint32_t operator()(std::uint32_t n) const {
    return static_cast<std::uint32_t>(n * reciprocal_ >> 40);
  }
  /// Returns n % divisor.
  [[nodiscard]] std::uint32_t rest(std::uint32_t n) const { return n - (*this)(n)*divisor_; }

 private:
  std::uint32_t divisor_;
  std::uint64_t reciprocal_ = 0;
};

}  // namespace gf::core
