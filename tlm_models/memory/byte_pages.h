// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>

namespace gf::model {

/// The bytes of a memory. Only touched pages exist; bytes never written read as zero.
class BytePages {
 public:
  void write(std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes);
  void read(std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) const;

 private:
  static constexpr std::uint64_t kPage = 65536;
  using Page = std::array<std::uint8_t, kPage>;
  std::map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace gf::model
