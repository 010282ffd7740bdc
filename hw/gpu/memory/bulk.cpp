// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/bulk.h"

#include <algorithm>

#include "hw/gpu/memory/crossbar.h"

namespace gf::hw::gpu {

using core::Cycle;

namespace {

/// Returns the sectors of a line that contain some of its `bytes` from `skip` on.
unsigned sectors_of(unsigned skip, unsigned bytes) {
  const unsigned first = skip / kSectorBytes;
  const unsigned last = (skip + bytes - 1) / kSectorBytes;
  return (2u << last) - (1u << first);
}

}  // namespace

bool BulkPort::submit(Bulk& bulk, Cycle now) {
  bulk.cut = 0;
  bulk.open = 0;
  bulk.port = this;
  // Earlier accesses are cut first, even if this one's ports have room.
  if (waiting_.empty() && cut(bulk, now)) return true;
  waiting_.push(bulk);
  busy_.add(MemoryPart::kPorts);
  return false;
}

void BulkPort::step(Cycle now) {
  while (!waiting_.empty() && cut(waiting_.front(), now)) {
    Bulk& bulk = waiting_.pop();
    bulk.client->bulk_taken(bulk, now);
  }
}

bool BulkPort::cut(Bulk& bulk, Cycle now) {
  while (bulk.cut < bulk.bytes) {
    const auto port = static_cast<unsigned>((bulk.address + bulk.cut) / kLineBytes % ports_);
    Places& places = places_[port];
    if (!places.take(now)) {
      // A place that was given back in this cycle can be taken in the next one. Otherwise nothing
      // changes before left() is called, and no wake-up is needed.
      full_ = !places.soon();
      if (!full_) clock_.wake(now + 1);
      return false;
    }
    push_line(bulk, port, now);
  }
  return true;
}

void BulkPort::push_line(Bulk& bulk, unsigned port, Cycle now) {
  const std::uint64_t address = bulk.address + bulk.cut;
  const auto skip = static_cast<unsigned>(address % kLineBytes);
  const unsigned bytes = std::min(bulk.bytes - bulk.cut, kLineBytes - skip);
  Access& access = accesses_.make();
  access.line = address - skip;
  access.translated = true;
  access.bulk = &bulk;
  access.op = bulk.op;
  access.bytes = static_cast<std::uint16_t>(bytes);
  access.skip = static_cast<std::uint8_t>(skip);
  access.sectors = sectors_of(skip, bytes) & 0xFu;
  access.whole = skip % kSectorBytes == 0 && (skip + bytes) % kSectorBytes == 0;
  access.port = static_cast<std::uint8_t>(first_ + port);
  if (bulk.data != nullptr) access.data = bulk.data + bulk.cut;
  bulk.cut += bytes;
  ++bulk.open;
  crossbar_.push(access, now + 1);
}

}  // namespace gf::hw::gpu
