// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <systemc>

namespace gf::core {

/// A number of bytes. Text: "300 MiB" (binary), "300 MB" (SI), "4096 B", "0".
class Bytes {
 public:
  constexpr Bytes() = default;
  constexpr explicit Bytes(std::uint64_t count) : count_(count) {}
  [[nodiscard]] constexpr std::uint64_t count() const { return count_; }

  friend constexpr bool operator==(Bytes a, Bytes b) { return a.count_ == b.count_; }
  friend constexpr bool operator!=(Bytes a, Bytes b) { return a.count_ != b.count_; }
  friend constexpr bool operator<(Bytes a, Bytes b) { return a.count_ < b.count_; }
  friend constexpr bool operator<=(Bytes a, Bytes b) { return a.count_ <= b.count_; }
  friend constexpr bool operator>(Bytes a, Bytes b) { return b < a; }
  friend constexpr bool operator>=(Bytes a, Bytes b) { return b <= a; }
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes(a.count_ + b.count_); }

 private:
  std::uint64_t count_ = 0;
};

constexpr Bytes kibibytes(std::uint64_t n) { return Bytes(n << 10); }
constexpr Bytes mebibytes(std::uint64_t n) { return Bytes(n << 20); }

/// A data rate in bytes per second. Text is SI: "15.754 GB/s", "800 MB/s"; also bits: "28 Gb/s".
class ByteRate {
 public:
  constexpr ByteRate() = default;
  constexpr explicit ByteRate(double bytes_per_second) : per_second_(bytes_per_second) {}
  [[nodiscard]] constexpr double bytes_per_second() const { return per_second_; }
  /// Returns the time that `bytes` take at this rate, rounded to the time resolution.
  [[nodiscard]] sc_core::sc_time time_for(std::uint64_t bytes) const;

  friend constexpr bool operator==(ByteRate a, ByteRate b) {
    return a.per_second_ == b.per_second_;
  }
  friend constexpr bool operator!=(ByteRate a, ByteRate b) { return !(a == b); }
  friend constexpr bool operator<(ByteRate a, ByteRate b) { return a.per_second_ < b.per_second_; }
  friend constexpr bool operator<=(ByteRate a, ByteRate b) {
    return a.per_second_ <= b.per_second_;
  }
  friend constexpr ByteRate operator*(ByteRate a, double k) { return ByteRate(a.per_second_ * k); }

 private:
  double per_second_ = 0;
};

constexpr ByteRate gigabytes_per_second(double n) { return ByteRate(n * 1e9); }
constexpr ByteRate gibibytes_per_second(double n) { return ByteRate(n * 1073741824.0); }

/// Sets the time resolution that every model is built for: 1 fs. Call before any sc_time exists.
/// (At 1 ps a 62.5 ps symbol becomes 63 ps.)
void set_time_resolution();

/// Parses `text` as a number of bytes, a rate or a time. Throws UserError (exit 2) with the
/// expected form when the unit is missing, unknown or of another quantity. "0" needs no unit. Sizes
/// may also have the suffixes of nccl-tests: "64k", "1M", "8G" are 64 KiB, 1 MiB, 8 GiB.
Bytes parse_bytes(std::string_view text);
ByteRate parse_byte_rate(std::string_view text);
sc_core::sc_time parse_time(std::string_view text);

/// Returns the shortest text that parses back to the same value, in the largest fitting unit.
std::string to_text(Bytes value);
std::string to_text(ByteRate value);
std::string to_text(const sc_core::sc_time& value);

}  // namespace gf::core
