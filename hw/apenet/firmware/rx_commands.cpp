// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/firmware/rx_commands.h"

#include "tlm_models/host/message_item.h"

namespace gf::hw::apenet {

using model::MessageItem;

void RxCommands::carry_out(TorusPacket& packet, RxVerdict verdict, const Scatter& to) {
  if (core::SpanLog* const log = core::SpanLog::active()) {
    const PacketHeader& header = packet.header;
    const core::SpanLog::Thing item = MessageItem::packet(header);
    const core::SpanLog::Place processor{&processor_, 0};
    log->leaves(processor, log->add(item, std::string(processor_.name()) + ": receives the packet",
                                    processor_.began(), core::now_ticks(), {processor}));
    if (notifies_host(header, verdict))
      log->follows(MessageItem::event(header.source, header.message), item);
  }
  if (verdict == RxVerdict::kWrite)
    rdma_.write(packet, to);
  else
    rdma_.drop(packet);
}

void RxCommands::report_event(const PacketHeader& header) {
  core::SpanLog* const log = core::SpanLog::active();
  if (log == nullptr) return;
  const core::SpanLog::Thing event = MessageItem::event(header.source, header.message);
  log->leaves({&processor_, 0},
              log->add(event, std::string(processor_.name()) + ": prepares the event"));
}

void RxCommands::notify_host(const PacketHeader& header, RxVerdict verdict) {
  report_event(header);
  const EventKind kinds[] = {EventKind::kReceived, EventKind::kDropped, EventKind::kPageFault};
  rdma_.write_event({kinds[static_cast<int>(verdict)], header.source, header.message,
                     header.address, header.bytes});
}

}  // namespace gf::hw::apenet
