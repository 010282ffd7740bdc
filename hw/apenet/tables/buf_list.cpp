// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/tables/buf_list.h"

#include <algorithm>

namespace gf::hw::apenet {

bool BufList::add(const Buffer& buffer) {
  if (buffers_.size() >= capacity_) return false;
  buffers_.push_back(buffer);
  ++version_;
  return true;
}

bool BufList::remove(std::uint32_t process, std::uint64_t address) {
  const auto place = std::find_if(buffers_.begin(), buffers_.end(), [&](const Buffer& b) {
    return b.process == process && b.address == address;
  });
  if (place == buffers_.end()) return false;
  buffers_.erase(place);
  ++version_;
  return true;
}

bool BufList::touches(unsigned gpu, std::uint64_t address, std::uint64_t bytes) const {
  return std::any_of(buffers_.begin(), buffers_.end(), [&](const Buffer& b) {
    // One of the two begins within the other; written without a sum that could wrap.
    return b.gpu == gpu && (address - b.address < b.bytes || b.address - address < bytes);
  });
}

const Buffer* BufList::find(std::uint32_t process, std::uint64_t address, std::uint64_t bytes,
                            const CostTable& costs, Meter& meter) const {
  meter.charge(costs.hw_buf_list ? costs.hw_lookup : costs.buf_list_setup);
  for (const Buffer& buffer : buffers_) {
    if (!costs.hw_buf_list) meter.charge(costs.buf_list_entry);
    // Written without a sum that could wrap: headers come from the network.
    const bool inside = buffer.process == process && address >= buffer.address &&
                        bytes <= buffer.bytes && address - buffer.address <= buffer.bytes - bytes;
    if (inside) return &buffer;
  }
  return nullptr;
}

}  // namespace gf::hw::apenet
