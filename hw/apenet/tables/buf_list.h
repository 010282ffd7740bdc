// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/apenet/nios/processor.h"
#include "tlm_models/host/rdma.h"

namespace gf::hw::apenet {

using Buffer = model::RdmaBuffer;
using model::kHostBuffer;

/// BUF_LIST of the firmware: registered buffers in the order of registration. A search compares
/// entry after entry until one holds the whole range, so its time is linear in the list.
class BufList {
 public:
  explicit BufList(unsigned capacity) : capacity_(capacity) {}

  /// Returns false, without any effect, if the list is full.
  bool add(const Buffer& buffer);
  /// Removes the buffer that begins at `address`; returns false if there is none.
  bool remove(std::uint32_t process, std::uint64_t address);

  /// Returns the first buffer of `process` that holds all of [address, address + bytes), or null.
  /// Charges each entry that it compares.
  [[nodiscard]] const Buffer* find(std::uint32_t process, std::uint64_t address,
                                   std::uint64_t bytes, const CostTable& costs, Meter& meter) const;
  /// Returns whether a buffer in the memory of `gpu` (kHostBuffer: of the host) overlaps the range.
  [[nodiscard]] bool touches(unsigned gpu, std::uint64_t address, std::uint64_t bytes) const;
  [[nodiscard]] std::size_t size() const { return buffers_.size(); }
  /// Counts changes: a result of find() from before the last one may be gone.
  [[nodiscard]] std::uint64_t version() const { return version_; }

 private:
  const unsigned capacity_;
  std::uint64_t version_ = 0;
  std::vector<Buffer> buffers_;
};

}  // namespace gf::hw::apenet
