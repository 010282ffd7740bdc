// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/stats/stats.h"
#include "core/time/wakeup.h"
#include "hw/nvlink/end/completer.h"
#include "hw/nvlink/end/forwarder.h"
#include "hw/nvlink/end/link_end.h"
#include "hw/nvlink/end/nvlink_port_params.h"
#include "hw/nvlink/end/nvlink_requester.h"

namespace gf::hw::nvlink {

/// A GPU's end of NVLink: links to switches, to peers, or to both.
///   from_gpu   the GPU's accesses to peers come in here; address bits 40 and up are the peer
///   to_memory  peers' accesses to this GPU's memory go out here, from address 0
/// Timing: Requester and Completer have it; a response is with the GPU receive_latency after its
/// last bit. Responses and requests wait in queues of their own: those of requests are bounded, of
/// responses by what Completer takes.
/// Several ways to a peer: bytes of one granule of its memory always go the same way, granules take
/// them in turn (spread = interleave) or by a hash of their number. So what concerns the same bytes
/// keeps its order, and a response goes back by the link that its request came by. An access waits
/// for room on the way of its next packet, though others may have some.
/// A port made to relay passes on packets for other GPUs, relay_latency after their last bit; they
/// hold the receive buffer of the link that they came by until they have left, and take turns with
/// the port's own.
class NvlinkPort final : public sc_core::sc_module, private LinkEndClient {
 public:
  Requester requester;
  Completer completer;
  decltype(Requester::socket)& from_gpu = requester.socket;
  decltype(model::AtMaster::socket)& to_memory = completer.memory.socket;

  /// An end for each of `links`.
  NvlinkPort(const sc_core::sc_module_name& name, const PortParams& params,
             const std::vector<NvlinkParams>& links, bool relays, unsigned gpu, std::uint64_t seed,
             NvlinkPool& pool);
  /// `links` ends, all with `link`'s parameters, and no relay.
  NvlinkPort(const sc_core::sc_module_name& name, const PortParams& params,
             const NvlinkParams& link, unsigned links, unsigned gpu, std::uint64_t seed,
             NvlinkPool& pool)
      : NvlinkPort(name, params, std::vector<NvlinkParams>(links, link), false, gpu, seed, pool) {}

  struct RelayStats : core::StatGroup {
    explicit RelayStats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter relayed{*this, "relayed", core::Unit::kCount, "packets passed on for others"};
  };

  /// Accesses to `gpu` leave by `links`, one of them each. Before the simulation; without it there
  /// is no way.
  void route(unsigned gpu, const std::vector<unsigned>& links);
  void route(unsigned gpu, unsigned link) { route(gpu, std::vector<unsigned>{link}); }
  /// A kernel starts on this GPU: the links whose controller decides here share lanes out anew.
  void kernel_started();

  [[nodiscard]] unsigned gpu() const { return gpu_; }
  [[nodiscard]] unsigned links() const { return static_cast<unsigned>(ends_.size()); }
  [[nodiscard]] LinkEnd& link(unsigned number = 0) { return *ends_[number]; }
  /// Packets passed on for others.
  [[nodiscard]] std::uint64_t relayed() const {
    return relay_stats_ == nullptr ? 0 : relay_stats_->relayed.value();
  }

  // For requester and completer.
  [[nodiscard]] bool reaches(std::uint64_t gpu) const {
    return gpu < ways_.size() && !ways_[gpu].empty();
  }
  /// Link by which packets go to `address` of the memory of `gpu`. Precondition: reaches().
  [[nodiscard]] unsigned link_for(std::uint64_t gpu, std::uint64_t address) const {
    const std::vector<unsigned>& ways = ways_[gpu];
    return ways.size() == 1 ? ways[0] : ways[pick(address, ways.size())];
  }
  [[nodiscard]] bool room(unsigned link) const {  ///< For one more request.
    return queues_[link].requests < params_.request_queue;
  }
  void queue_request(unsigned link, NvlinkPacket& packet);  ///< Precondition: room().
  void queue_response(NvlinkPacket& packet);                ///< Leaves by `packet.link`.
  void free_place(const NvlinkPacket& request);  ///< Gives its receive buffer's credit home.
  /// Functional access to the peer that the address names. Returns bytes moved.
  unsigned debug_out(tlm::tlm_generic_payload& access);

 private:
  struct Queues {
    std::array<model::PacketQueue<NvlinkPacket>, kDataClasses> out;
    unsigned requests = 0;                       ///< Packets in out[kRequests].
    model::PacketQueue<NvlinkPacket> responses;  ///< Received, some still on their way.
  };

  void packet_comes(unsigned link, NvlinkPacket& packet, core::Ticks at) override;
  NvlinkPacket& take(unsigned link, unsigned input, NvlinkClass of, core::Ticks now) override;
  unsigned debug_access(unsigned link, tlm::tlm_generic_payload& access) override;
  [[nodiscard]] std::string place(unsigned link, unsigned input) const override {
    return input == 0 ? ends_[link]->name() : forwarder_.place(link, input - 1);
  }
  /// Number of a way, of several.
  [[nodiscard]] std::size_t pick(std::uint64_t address, std::size_t ways) const;
  void relay(unsigned link, NvlinkPacket& packet, core::Ticks at);

  inline void queue(unsigned link, NvlinkPacket& packet);
  void deliver();  ///< Process; responses that are there.

  const PortParams params_;
  const core::Ticks receive_latency_;
  const unsigned gpu_;
  NvlinkPool& pool_;
  std::vector<std::unique_ptr<LinkEnd>> ends_;
  std::vector<Queues> queues_;               ///< Queues of each link.
  std::vector<std::vector<unsigned>> ways_;  ///< Links to each GPU.
  const bool hashed_;
  const unsigned granule_shift_;
  Forwarder forwarder_;  ///< Of a port that relays.
  std::unique_ptr<RelayStats> relay_stats_;
  core::Wakeup wakeup_{this, core::Runs<&NvlinkPort::deliver>{}};
};

}  // namespace gf::hw::nvlink
