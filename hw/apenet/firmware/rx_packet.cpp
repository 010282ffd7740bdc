// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/firmware/rx_packet.h"

#include <algorithm>

#include "hw/apenet/gpu_peer.h"

namespace gf::hw::apenet {

bool RxPacketTask::run(unsigned step, void* what, Meter& meter) {
  const CostTable& costs = this->costs();
  TorusPacket& packet = *static_cast<TorusPacket*>(what);
  if (step == 0) {
    meter.charge(costs.read_header);
    // Kept for the event: by then the packet belongs to the RDMA engine or is gone. One copy is
    // enough, because the processor runs one task at a time to its end.
    header_ = packet.header;
    verdict_ = look_up(header_, meter);
    return true;
  }
  const bool tells = RxCommands::notifies_host(header_, verdict_);
  if (step == 1) {
    commands_.carry_out(packet, verdict_, scatter_);  // the packet is the RDMA engine's now
    meter.charge(tells ? costs.rx_event : costs.rx_end);
    return tells;
  }
  // Commanded after the packet's data, so that the event leaves after them.
  commands_.notify_host(header_, verdict_);
  meter.charge(costs.rx_end + costs.rx_retire);
  return false;
}

const Buffer* RxPacketTask::find_buffer(const PacketHeader& header, Meter& meter) {
  return tables_.buf_list.find(header.process, header.address, header.bytes, costs(), meter);
}

RxVerdict RxPacketTask::look_up(const PacketHeader& header, Meter& meter) {
  const Buffer* const buffer = find_buffer(header, meter);
  if (buffer == nullptr) return RxVerdict::kNoBuffer;
  const bool mapped = buffer->gpu == kHostBuffer ? translate_host(header, meter)
                                                 : translate_gpu(header, buffer->gpu, meter);
  if (!mapped) return RxVerdict::kPageFault;
  meter.charge(costs().program_rx);
  return RxVerdict::kWrite;
}

bool RxPacketTask::translate_host(const PacketHeader& header, Meter& meter) {
  const std::uint64_t page = tables_.host_v2p.page_bytes();
  scatter_ = Scatter{};
  std::uint32_t done = 0;
  for (Span& span : scatter_.span) {
    const std::uint64_t address = header.address + done;
    const auto frame = tables_.host_v2p.find(address, processor_.costs(), meter);
    if (!frame) return false;
    span = {*frame + address % page, static_cast<std::uint32_t>(std::min<std::uint64_t>(
                                         page - address % page, header.bytes - done))};
    done += span.bytes;
    if (done == header.bytes) break;
  }
  return true;
}

bool RxPacketTask::translate_gpu(const PacketHeader& header, unsigned gpu, Meter& meter) {
  const V2pTable& v2p = tables_.gpu_v2p[gpu];
  const std::uint64_t page = v2p.page_bytes();
  const std::uint64_t window = tables_.gpu_window[gpu];
  scatter_ = Scatter{};
  scatter_.page_register = window + GpuWindow::kPage;
  std::uint32_t done = 0;
  for (unsigned i = 0; i < 2; ++i) {
    const std::uint64_t address = header.address + done;
    const auto frame = v2p.find(address, processor_.costs(), meter);
    if (!frame) return false;
    meter.charge(processor_.costs().switch_window);
    scatter_.frame[i] = *frame;
    scatter_.span[i] = {window + GpuWindow::kWrites + address % page,
                        static_cast<std::uint32_t>(
                            std::min<std::uint64_t>(page - address % page, header.bytes - done))};
    done += scatter_.span[i].bytes;
    if (done == header.bytes) break;
  }
  return true;
}

}  // namespace gf::hw::apenet
