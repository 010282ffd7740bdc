// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <vector>

#include "workloads/shared/shared_app.h"

namespace gf::model::proact {

/// The contents of a region before the first phase and after each phase; only changes are stored.
/// Bytes that were never written are 0.
class RegionHistory {
 public:
  /// Phase -1 is before the first phase. Phases must be written in increasing order.
  void write(int phase, std::uint64_t offset, std::vector<std::uint8_t> bytes) {
    versions_.push_back({phase, offset, std::move(bytes)});
  }
  void read(int phase, Span span, std::uint8_t* bytes) const;

 private:
  struct Version {
    int phase;
    std::uint64_t offset;
    std::vector<std::uint8_t> bytes;
  };
  std::vector<Version> versions_;
};

/// Values as stored in memory.
template <class T>
std::vector<std::uint8_t> bytes_of(const std::vector<T>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}
template <class T>
std::vector<T> values_at(const std::vector<std::uint8_t>& image, std::uint64_t offset,
                         std::size_t count) {
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), image.data() + offset, count * sizeof(T));
  return values;
}

}  // namespace gf::model::proact
