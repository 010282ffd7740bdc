// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace gf::core {

/// A random stream keyed by (run seed, name): the numbers of a component depend only on its name
/// and the seed, not on the rest of the platform. splitmix64-seeded xoshiro256** (Blackman, Vigna,
/// 2018); a C++ UniformRandomBitGenerator.
class RandomStream {
 public:
  using result_type = std::uint64_t;
  RandomStream(std::uint64_t run_seed, std::string_view name);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~0ull; }
  result_type operator()();
  double uniform();                          ///< In [0, 1).
  std::uint64_t below(std::uint64_t bound);  ///< In [0, bound), unbiased; bound > 0.
  /// Returns the failures before the first success of Bernoulli(p) trials; ~0 when p <= 0.
  std::uint64_t geometric(double p);

 private:
  std::uint64_t state_[4];
};

/// RandomStream::geometric() for many draws with the same p: one of its two logarithms is computed
/// only once.
class Geometric {
 public:
  explicit Geometric(double p);
  std::uint64_t operator()(RandomStream& random) const;
  [[nodiscard]] bool never() const { return p_ <= 0; }

 private:
  double p_;
  double log_failure_;
};

}  // namespace gf::core
