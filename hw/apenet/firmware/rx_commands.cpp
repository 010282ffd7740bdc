// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/firmware/rx_commands.h"

#include "tlm_models/host/message_journal.h"

namespace gf::hw::apenet {

using model::MessageItem;
using model::MessageJournal;

void RxCommands::carry_out(TorusPacket& packet, RxVerdict verdict, const Scatter& to) {
  if (MessageJournal* const journal = MessageJournal::active()) {
    const PacketHeader& header = packet.header;
    const MessageItem item = MessageItem::packet(header);
    const MessageJournal::Place processor{&processor_, 0};
    journal->leaves(processor,
                    journal->add(item, std::string(processor_.name()) + ": receives the packet",
                                 processor_.began(), core::now_ticks(), {processor}));
    if (notifies_host(header, verdict))
      journal->follows(MessageItem::event(header.source, header.message), item);
  }
  if (verdict == RxVerdict::kWrite)
    rdma_.write(packet, to);
  else
    rdma_.drop(packet);
}

void RxCommands::report_event(const PacketHeader& header) {
  MessageJournal* const journal = MessageJournal::active();
  if (journal == nullptr) return;
  const MessageItem event = MessageItem::event(header.source, header.message);
  journal->leaves({&processor_, 0},
                  journal->add(event, std::string(processor_.name()) + ": prepares the event"));
}

void RxCommands::notify_host(const PacketHeader& header, RxVerdict verdict) {
  report_event(header);
  const EventKind kinds[] = {EventKind::kReceived, EventKind::kDropped, EventKind::kPageFault};
  rdma_.write_event({kinds[static_cast<int>(verdict)], header.source, header.message,
                     header.address, header.bytes});
}

}  // namespace gf::hw::apenet
