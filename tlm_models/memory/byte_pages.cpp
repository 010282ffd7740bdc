// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/memory/byte_pages.h"

#include <algorithm>
#include <cstring>

namespace gf::model {

void BytePages::write(std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t offset = address % kPage;
    const std::uint64_t size = std::min(bytes, kPage - offset);
    std::unique_ptr<Page>& page = pages_[address / kPage];
    if (page == nullptr) page = std::make_unique<Page>(Page{});
    std::memcpy(page->data() + offset, data, size);
    address += size;
    data += size;
    bytes -= size;
  }
}

void BytePages::read(std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) const {
  while (bytes > 0) {
    const std::uint64_t offset = address % kPage;
    const std::uint64_t size = std::min(bytes, kPage - offset);
    const auto page = pages_.find(address / kPage);
    if (page == pages_.end()) {
      std::memset(data, 0, size);
    } else {
      std::memcpy(data, page->second->data() + offset, size);
    }
    address += size;
    data += size;
    bytes -= size;
  }
}

}  // namespace gf::model
