// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/ranks/rank_meetings.h"
#include "core/ranks/rank_notes.h"
#include "core/stats/stat_homes.h"
#include "hw/apenet/network/torus_switch.h"
#include "hw/link/cut_link.h"

namespace gf::platforms::apenet {

/// A torus of cards that several ranks simulate: each has all nodes, of which its own act, as many
/// in a row for each rank, and the others rest. Packets and credits of links between nodes of two
/// ranks go as letters when a stretch has ended (core/ranks/rank_meetings.h), which is as long as the
/// shortest way across a link.
/// On a link that spoils packets a letter is what its receiver accepts; what it refuses, it refuses
/// in the sender's rank, where it counts too.
class TorusCut final : public core::RankMeetings, private hw::link::CutLinkOwner {
 public:
  /// `params` of all switches; `packets` of all nodes.
  TorusCut(unsigned nodes, const hw::apenet::TorusSwitchParams& params,
           hw::apenet::PacketPool& packets);

  [[nodiscard]] unsigned rank_of(unsigned node) const { return core::ranks().owner(node, nodes_); }
  /// Joins the direction that leaves `out`, a port of node `from`, to a port of node `to`.
  void join(unsigned from, hw::apenet::TorusPort& out, unsigned to, hw::apenet::TorusPort& in);
  /// Carries notes too. `notes` outlives it.
  void carry(core::RankNotes& notes) { notes_ = &notes; }
  [[nodiscard]] core::Ticks end_of_stretch(core::Ticks first) const override {
    return first + window_;
  }

 private:
  struct PacketLetter {
    std::uint32_t link = 0;
    bool has_data = false;  ///< Which is among the bytes behind the letters.
    core::Ticks head_at = 0;
    core::Ticks tail_at = 0;
    hw::apenet::Packet packet;
  };
  struct CreditLetter {
    std::uint32_t link = 0;
    model::CreditClass credit_class = 0;
    model::CreditCost credits;
    core::Ticks at = 0;
  };
  /// What goes to a rank.
  struct Letters {
    std::vector<PacketLetter> packets;
    std::string data;
    std::vector<CreditLetter> credits;
  };
  /// A direction of which one end is here; null: it has none here, or both.
  struct Cut {
    std::unique_ptr<hw::link::CutSender> sender;      ///< Of the ends only one is here.
    std::unique_ptr<hw::link::CutReceiver> receiver;  ///< The other one.
    unsigned other = 0;                               ///< Rank of the other end.
  };

  void packet_leaves(unsigned link, model::Packet& packet, core::Ticks head_at,
                     core::Ticks tail_at) override;
  void credit_leaves(unsigned link, model::CreditClass credit_class, model::CreditCost credits,
                     core::Ticks at) override;
  /// Who counts for the module at `path`: the rank of its node, by number ("switch_3.x_plus"), or
  /// of the sender, where a receiver judges.
  [[nodiscard]] unsigned rank_of(const std::string& path) const;
  void stand_at(core::Ticks) override {}
  core::Ticks pack(std::vector<core::Ranks::Parcel>& parcels) override;
  void unpack(const core::Ranks::Parcel& parcel) override;
  void take_packets(const Letters& letters);

  const unsigned nodes_;
  const core::Ticks window_;
  hw::apenet::PacketPool& packets_;
  std::vector<Cut> cuts_;                   ///< By a number on which all ranks agree.
  std::map<std::string, unsigned> judges_;  ///< Rank of the sender, by the receiver's path.
  std::vector<Letters> letters_;            ///< By rank.
  Letters came_;                            ///< Here for its room.
  core::Ticks earliest_ = core::kNever;     ///< Of what lies in them.
  core::RankNotes* notes_ = nullptr;
  core::StatHomes homes_{[this](const std::string& path) { return rank_of(path); }};
};

}  // namespace gf::platforms::apenet
