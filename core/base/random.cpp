// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"

#include <cmath>

namespace gf::core {
namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15ull;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// FNV-1a, 64 bits.
std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 0xCBF29CE484222325ull;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  return value;
}

std::uint64_t rotate_left(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

}  // namespace

RandomStream::RandomStream(std::uint64_t run_seed, std::string_view name) {
  std::uint64_t seed = run_seed;
  seed = splitmix64(seed) ^ hash(name);
  for (std::uint64_t& word : state_) word = splitmix64(seed);
}

RandomStream::result_type RandomStream::operator()() {
  const std::uint64_t result = rotate_left(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = rotate_left(state_[3], 45);
  return result;
}

// Uses the upper 53 bits, as many as a double holds: more would round, and might round up to 1.
double RandomStream::uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

std::uint64_t RandomStream::below(std::uint64_t bound) {
  // Lemire (2019): the high half of number * bound. It needs one division, and only if it may
  // reject.
  Wide product = Wide{(*this)()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t threshold = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < threshold) product = Wide{(*this)()} * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t RandomStream::geometric(double p) { return Geometric(p)(*this); }

Geometric::Geometric(double p) : p_(p), log_failure_(p > 0 && p < 1 ? std::log1p(-p) : 0) {}

std::uint64_t Geometric::operator()(RandomStream& random) const {
  if (p_ <= 0) return ~0ull;
  if (p_ >= 1) return 0;
  // Inversion: each draw takes one number from the stream, however rare a success is. log1p() keeps
  // its precision where p is as small as a bit error rate.
  const double failures = std::floor(std::log1p(-random.uniform()) / log_failure_);
  return failures >= 1.8e19 ? ~0ull : static_cast<std::uint64_t>(failures);
}

}  // namespace gf::core
