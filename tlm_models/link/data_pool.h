// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "tlm_models/link/packet_pool.h"

namespace gf::model {

/// Pool of one platform's packets, of type P with a pointer `data`. It also owns the buffers, of
/// `kBytes` bytes each, of the packets that carry real bytes.
template <class P, std::size_t kBytes>
class DataPool {
 public:
  P& make() { return packets_.make(); }

  /// Takes back a packet and its buffer, if it has one.
  void recycle(P& packet) {
    if (packet.data != nullptr) {
      free_buffers_.push_back(packet.data);
      packet.data = nullptr;
    }
    packets_.recycle(packet);
  }

  /// Returns a buffer to attach to a packet of this pool.
  std::uint8_t* make_data() {
    if (free_buffers_.empty()) {
      buffers_.push_back(std::make_unique<Buffer>());
      free_buffers_.reserve(buffers_.size());
      return buffers_.back()->data();
    }
    std::uint8_t* const data = free_buffers_.back();
    free_buffers_.pop_back();
    return data;
  }
  std::uint8_t* copy_data(const std::uint8_t* from, std::uint32_t bytes) {
    std::uint8_t* const data = make_data();
    std::memcpy(data, from, bytes);
    return data;
  }

  [[nodiscard]] std::size_t in_use() const { return packets_.in_use(); }
  /// Allocations so far; constant once a run is warm.
  [[nodiscard]] std::size_t blocks() const { return packets_.blocks() + buffers_.size(); }

 private:
  using Buffer = std::array<std::uint8_t, kBytes>;
  PacketPool<P> packets_;
  std::vector<std::unique_ptr<Buffer>> buffers_;
  std::vector<std::uint8_t*> free_buffers_;
};

}  // namespace gf::model
