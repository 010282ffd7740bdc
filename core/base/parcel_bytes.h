// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "core/base/error.h"

namespace gf::core {

/// Writes messages between ranks (core/ranks/ranks.h) as bytes. Numbers and plain structs follow
/// each other as they lie in memory; a list follows its length. All ranks run the same program, so
/// no conversion is needed.
class ByteWriter {
 public:
  explicit ByteWriter(std::string& bytes) : bytes_(bytes) {}
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class List>  ///< A string, or a vector of trivially copyable values.
  void put_all(const List& values) {
    using T = typename List::value_type;
    static_assert(std::is_trivially_copyable_v<T>);
    put(std::uint64_t{values.size()});
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }

 private:
  std::string& bytes_;
};

/// Reads values in the order in which they were written. `bytes` must outlive the reader. A read
/// beyond the end fails a check.
class ByteReader {
 public:
  explicit ByteReader(const std::string& bytes) : bytes_(bytes) {}
  template <class T>
  T get() {
    T value;
    read(&value, sizeof value);
    return value;
  }
  template <class List>
  void get_all(List& values) {
    const auto count = get<std::uint64_t>();
    GF_CHECK(count <= bytes_.size(), "a list of " + std::to_string(count));
    values.resize(count);
    read(values.data(), count * sizeof(typename List::value_type));
  }
  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }

 private:
  void read(void* to, std::size_t size) {
    GF_CHECK(size <= bytes_.size() - at_,
             std::to_string(at_) + " of " + std::to_string(bytes_.size()) + " B have been read");
    if (size > 0) std::memcpy(to, bytes_.data() + at_, size);
    at_ += size;
  }
  const std::string& bytes_;
  std::size_t at_ = 0;
};

}  // namespace gf::core
