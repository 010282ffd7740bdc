// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/ranks/rank_notes.h"
#include "core/ranks/rank_sync.h"
#include "core/stats/stat_collector.h"
#include "hw/apenet/network/torus_switch.h"
#include "hw/link/cut_link.h"

namespace gf::platforms::apenet {

/// A torus of cards that several ranks simulate. Each rank has all nodes; a range of them acts in
/// this rank, and the others rest. Packets and credits on links between nodes of two ranks are sent
/// as letters at the end of a stretch (core/ranks/rank_sync.h). A stretch is as long as the
/// shortest delay of a link.
///
/// On a link with errors, the receiver's checks run in the sender's rank, which also counts refused
/// packets. A letter contains only accepted packets.
class TorusCut final : public core::RankSync, private hw::link::CutLinkOwner {
 public:
  /// `params`: of all switches; `packets`: of all nodes.
  TorusCut(unsigned nodes, const hw::apenet::TorusSwitchParams& params,
           hw::apenet::PacketPool& packets);

  [[nodiscard]] unsigned rank_of(unsigned node) const { return core::ranks().owner(node, nodes_); }
  /// Connects the direction that leaves `out`, a port of node `from`, to a port of node `to`.
  void join(unsigned from, hw::apenet::TorusPort& out, unsigned to, hw::apenet::TorusPort& in);
  /// Transports these notes too. `notes` must outlive this object.
  void carry(core::RankNotes& notes) { notes_ = &notes; }
  [[nodiscard]] core::Ticks end_of_round(core::Ticks first) const override {
    return first + window_;
  }

 private:
  struct PacketLetter {
    std::uint32_t link = 0;
    bool has_data = false;  ///< The data follow the letters.
    core::Ticks head_at = 0;
    core::Ticks tail_at = 0;
    hw::apenet::TorusPacket packet;
  };
  struct CreditLetter {
    std::uint32_t link = 0;
    model::CreditClass credit_class = 0;
    model::CreditCost credits;
    core::Ticks at = 0;
  };
  /// RankMessages to one rank.
  struct RankMessages {
    std::vector<PacketLetter> packets;
    std::string data;
    std::vector<CreditLetter> credits;
  };
  /// A direction with exactly one end here. Null pointers: it has no end here, or both.
  struct Cut {
    std::unique_ptr<hw::link::CutSender> sender;      ///< Set if the sending end is here.
    std::unique_ptr<hw::link::CutReceiver> receiver;  ///< Set if the receiving end is here.
    unsigned other = 0;                               ///< Rank of the other end.
  };

  void packet_leaves(unsigned link, model::Packet& packet, core::Ticks head_at,
                     core::Ticks tail_at) override;
  void credit_leaves(unsigned link, model::CreditClass credit_class, model::CreditCost credits,
                     core::Ticks at) override;
  /// Returns the rank that counts for the module at `path`: the rank of its node, by number
  /// ("switch_3.x_plus"), or, if a receiver checks packets, that of the sender.
  [[nodiscard]] unsigned rank_of(const std::string& path) const;
  void served_until(core::Ticks) override {}
  core::Ticks pack(std::vector<core::Ranks::Parcel>& parcels) override;
  void unpack(const core::Ranks::Parcel& parcel) override;
  void take_packets(const RankMessages& messages);

  const unsigned nodes_;
  const core::Ticks window_;
  hw::apenet::PacketPool& packets_;
  std::vector<Cut> cuts_;                   ///< By a number on which all ranks agree.
  std::map<std::string, unsigned> judges_;  ///< Rank of the sender, by the receiver's path.
  std::vector<RankMessages> messages_;      ///< By rank.
  RankMessages came_;                       ///< Kept to reuse its memory.
  core::Ticks earliest_ = core::kNever;     ///< Earliest time in the letters.
  core::RankNotes* notes_ = nullptr;
  core::StatCollector collector_{[this](const std::string& path) { return rank_of(path); }};
};

}  // namespace gf::platforms::apenet
