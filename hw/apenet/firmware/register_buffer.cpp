// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/firmware/register_buffer.h"

#include <utility>

namespace gf::hw::apenet {

void RegisterTask::start(model::RdmaRegistration registration) {
  waiting_.push(std::move(registration));
  processor_.post(NiosTaskKind::kRegister, *this, nullptr);
}

bool RegisterTask::run(unsigned step, void*, Meter& meter) {
  const CostTable& costs = processor_.costs();
  // Tasks run in the order in which they were posted, so the front registration belongs to
  // this one. The tables change and the host is notified in the next segment, when the
  // cycles have passed.
  if (step == 0) {
    const auto pages = static_cast<unsigned>(waiting_.front().frames.size());
    meter.charge(costs.register_buffer + pages * costs.register_page);
    return true;
  }
  finish(carry_out(waiting_.front()));
  return false;
}

void RegisterTask::finish(bool good) {
  const Buffer buffer = waiting_.pop().buffer;
  events_.write_event({EventKind::kRegistered, 0, 0, buffer.address, good ? buffer.bytes : 0});
}

bool RegisterTask::carry_out(const model::RdmaRegistration& registration) {
  const Buffer& buffer = registration.buffer;
  const bool good = registration.remove ? tables_.buf_list.remove(buffer.process, buffer.address)
                                        : tables_.buf_list.add(buffer);
  // A refusal leaves the pages unchanged: they may belong to another buffer.
  if (!good) return false;
  V2pTable& table = buffer.gpu == kHostBuffer ? tables_.host_v2p : tables_.gpu_v2p[buffer.gpu];
  std::uint64_t page = buffer.address / table.page_bytes() * table.page_bytes();
  for (const std::uint64_t frame : registration.frames) {
    // Buffers need not begin at page boundaries: a page that another buffer also touches stays.
    if (!registration.remove)
      table.map(page, frame);
    else if (!tables_.buf_list.touches(buffer.gpu, page, table.page_bytes()))
      table.unmap(page);
    page += table.page_bytes();
  }
  return true;
}

}  // namespace gf::hw::apenet
