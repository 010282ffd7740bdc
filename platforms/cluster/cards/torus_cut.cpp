// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cards/torus_cut.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"
#include "core/base/parcel_bytes.h"

namespace gf::platforms::apenet {

using core::ranks;
using hw::link::CutReceiver;
using hw::link::CutSender;

namespace {

/// Returns the shortest time in which anything gets from one end of a link to the other.
core::Ticks shortest_way(const hw::link::LinkParams& link) {
  return std::min(link.propagation.value(), link.credit_latency.value());
}

}  // namespace

TorusCut::TorusCut(unsigned nodes, const hw::apenet::TorusSwitchParams& params,
                   hw::apenet::PacketPool& packets)
    : nodes_(nodes),
      window_(shortest_way(params.link)),
      packets_(packets),
      messages_(ranks().count()) {
  if (nodes < ranks().count())
    core::fail_config("", "--ranks", std::to_string(ranks().count()),
                      fmt::format("at most {}, one per node", nodes), "start fewer ranks");
  ranks().spread();
}

unsigned TorusCut::rank_of(const std::string& path) const {
  if (const auto judge = judges_.find(path); judge != judges_.end()) return judge->second;
  for (const char* const kind : {"node_", "software_", "switch_", "rank_", "messages: to node "})
    if (const auto node = core::number_behind(kind, path)) return rank_of(*node);
  return core::StatCollector::kNobody;
}

void TorusCut::join(unsigned from, hw::apenet::TorusPort& out, unsigned to,
                    hw::apenet::TorusPort& in) {
  const unsigned sender = rank_of(from), receiver = rank_of(to);
  const auto number = static_cast<unsigned>(cuts_.size());
  Cut& cut = cuts_.emplace_back();
  if (sender == receiver) return out.connect(in);
  judges_[in.rx.name()] = sender;
  if (receiver == ranks().self()) {
    cut.other = sender;
    cut.receiver = std::make_unique<CutReceiver>(fmt::format("cut_{}", number).c_str(), number,
                                                 static_cast<hw::link::CutLinkOwner&>(*this));
    out.connect(in, cut.receiver->in);
    cut.receiver->out.bind(in.rx.in);
    return;
  }
  out.connect(in);
  if (sender != ranks().self()) return;
  cut.other = receiver;
  cut.sender =
      std::make_unique<CutSender>(number, in.rx, static_cast<hw::link::CutLinkOwner&>(*this));
}

void TorusCut::packet_leaves(unsigned link, model::Packet& any, core::Ticks head_at,
                             core::Ticks tail_at) {
  auto& packet = static_cast<hw::apenet::TorusPacket&>(any);
  RankMessages& messages = messages_[cuts_[link].other];
  messages.packets.push_back({link, packet.data != nullptr, head_at, tail_at, packet});
  if (packet.data != nullptr)
    messages.data.append(reinterpret_cast<const char*>(packet.data), packet.header.bytes);
  earliest_ = std::min(earliest_, head_at);
  packets_.recycle(packet);
}

void TorusCut::credit_leaves(unsigned link, model::CreditClass credit_class,
                             model::CreditCost credits, core::Ticks at) {
  messages_[cuts_[link].other].credits.push_back({link, credit_class, credits, at});
  earliest_ = std::min(earliest_, at);
}

core::Ticks TorusCut::pack(std::vector<core::Ranks::Parcel>& parcels) {
  parcels.resize(messages_.size());
  std::string notes;
  if (notes_ != nullptr) notes_->write_notes(notes);
  std::size_t used = 0;
  for (unsigned rank = 0; rank < messages_.size(); ++rank) {
    if (rank == ranks().self()) continue;
    core::Ranks::Parcel& parcel = parcels[used++];
    parcel.rank = rank;
    parcel.bytes.clear();
    core::ByteWriter writer(parcel.bytes);
    RankMessages& messages = messages_[rank];
    writer.put_all(notes);
    writer.put_all(messages.packets);
    writer.put_all(messages.data);
    writer.put_all(messages.credits);
    messages.packets.clear();
    messages.data.clear();
    messages.credits.clear();
  }
  parcels.resize(used);
  return std::exchange(earliest_, core::kNever);
}

void TorusCut::unpack(const core::Ranks::Parcel& parcel) {
  core::ByteReader reader(parcel.bytes);
  std::string notes;
  reader.get_all(notes);
  reader.get_all(came_.packets);
  reader.get_all(came_.data);
  reader.get_all(came_.credits);
  if (notes_ != nullptr) notes_->read_notes(notes);
  take_packets(came_);
  for (const CreditLetter& letter : came_.credits)
    cuts_[letter.link].sender->credit_comes(letter.credit_class, letter.credits, letter.at);
}

void TorusCut::take_packets(const RankMessages& messages) {
  std::size_t data_at = 0;
  for (const PacketLetter& letter : messages.packets) {
    hw::apenet::TorusPacket& packet = packets_.make();
    packet = letter.packet;
    packet.next = nullptr;
    packet.data = nullptr;
    if (letter.has_data) {
      const char* const data = messages.data.data() + data_at;
      packet.data =
          packets_.copy_data(reinterpret_cast<const std::uint8_t*>(data), packet.header.bytes);
      data_at += packet.header.bytes;
    }
    cuts_[letter.link].receiver->on_packet(packet, letter.head_at, letter.tail_at);
  }
}

}  // namespace gf::platforms::apenet
