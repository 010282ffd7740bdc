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

/// A GPU's NVLink port, with links to switches, peers or both.
///   from_gpu   the GPU's accesses to peers come in here; address bits 40 and up are the peer.
///              A port with several ways has a further socket for each, from_gpu_by(), for
///              accesses to peers by other links: then an access waits for its own links only
///   to_memory  peers' accesses to this GPU's memory go out here, from address 0
/// Timing: see NvlinkRequester and Completer; a response reaches the GPU receive_latency after its
/// last bit. Responses and requests have separate queues. The request queues are bounded; the
/// response queues are limited by the number of requests that Completer accepts. Several ways to a
/// peer: the bytes of one granule of its memory always use the same way. Granules are distributed
/// in turn (spread = interleave) or by a hash of their number. Packets for the same bytes therefore
/// keep their order, and a response returns on the link of its request. An access waits for space
/// on the way of its next packet, even if other ways have space. A relaying port forwards packets
/// to other GPUs, relay_latency after their last bit. They occupy the receive buffer of their
/// incoming link until they have left, and alternate with the port's own packets.
class NvlinkPort final : public sc_core::sc_module, private LinkEndClient {
 public:
  NvlinkRequester requester;
  Completer completer;
  decltype(NvlinkRequester::socket)& from_gpu = requester.socket;
  decltype(model::AtMaster::socket)& to_memory = completer.memory.socket;
  [[nodiscard]] decltype(NvlinkRequester::socket)& from_gpu_by(unsigned way) {
    return way == 0 ? requester.socket : others_[way - 1]->socket;
  }

  /// Creates one end for each of `links`, and `ways` sockets for the GPU.
  NvlinkPort(const sc_core::sc_module_name& name, const NvlinkPortParams& params,
             const std::vector<NvlinkParams>& links, bool relays, unsigned gpu, std::uint64_t seed,
             NvlinkPool& pool, unsigned ways = 1);
  /// Creates `links` ends with the parameters `link`, without relaying.
  NvlinkPort(const sc_core::sc_module_name& name, const NvlinkPortParams& params,
             const NvlinkParams& link, unsigned links, unsigned gpu, std::uint64_t seed,
             NvlinkPool& pool)
      : NvlinkPort(name, params, std::vector<NvlinkParams>(links, link), false, gpu, seed, pool) {}

  struct RelayStats : core::StatGroup {
    explicit RelayStats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter relayed{*this, "relayed", core::Unit::kCount, "packets relayed for other GPUs"};
  };

  /// Accesses to `gpu` leave on one of `links` each. Call before the simulation; a GPU without
  /// routes cannot be reached.
  void route(unsigned gpu, const std::vector<unsigned>& links);
  void route(unsigned gpu, unsigned link) { route(gpu, std::vector<unsigned>{link}); }
  /// A kernel starts on this GPU: the links whose controller decides here redistribute their lanes.
  void kernel_started();

  [[nodiscard]] unsigned gpu() const { return gpu_; }
  [[nodiscard]] unsigned links() const { return static_cast<unsigned>(ends_.size()); }
  [[nodiscard]] LinkEnd& link(unsigned number = 0) { return *ends_[number]; }
  /// Returns the number of packets forwarded for other GPUs.
  [[nodiscard]] std::uint64_t relayed() const {
    return relay_stats_ == nullptr ? 0 : relay_stats_->relayed.value();
  }

  // For requester and completer.
  [[nodiscard]] bool reaches(std::uint64_t gpu) const {
    return gpu < ways_.size() && !ways_[gpu].empty();
  }
  /// Returns the link for packets to `address` in the memory of `gpu`. Precondition: reaches().
  [[nodiscard]] unsigned link_for(std::uint64_t gpu, std::uint64_t address) const {
    const std::vector<unsigned>& ways = ways_[gpu];
    return ways.size() == 1 ? ways[0] : ways[pick(address, ways.size())];
  }
  [[nodiscard]] bool room(unsigned link) const {  ///< For one more request.
    return queues_[link].requests < params_.request_queue;
  }
  void queue_request(unsigned link, NvlinkPacket& packet);  ///< Precondition: room().
  void queue_response(NvlinkPacket& packet);                ///< It leaves on `packet.link`.
  void free_place(const NvlinkPacket& request);  ///< Returns the credit of its receive buffer.
  /// Functional access to the peer that the address names. Returns the number of bytes moved.
  unsigned debug_out(tlm::tlm_generic_payload& access);

 private:
  struct Queues {
    std::array<model::PacketQueue<NvlinkPacket>, kDataClasses> out;
    unsigned requests = 0;                       ///< Packets in out[kRequests].
    model::PacketQueue<NvlinkPacket> responses;  ///< Received, some still in flight.
  };

  void on_packet(unsigned link, NvlinkPacket& packet, core::Ticks at) override;
  NvlinkPacket& take(unsigned link, unsigned input, NvlinkClass of, core::Ticks now) override;
  unsigned debug_access(unsigned link, tlm::tlm_generic_payload& access) override;
  [[nodiscard]] std::string place(unsigned link, unsigned input) const override {
    return input == 0 ? ends_[link]->name() : forwarder_.place(link, input - 1);
  }
  /// Returns the index of the way for an address, if there are several.
  [[nodiscard]] std::size_t pick(std::uint64_t address, std::size_t ways) const;
  void relay(unsigned link, NvlinkPacket& packet, core::Ticks at);

  inline void queue(unsigned link, NvlinkPacket& packet);
  void deliver();  ///< SC_METHOD; delivers responses that have arrived.

  const NvlinkPortParams params_;
  const core::Ticks receive_latency_;
  const unsigned gpu_;
  NvlinkPool& pool_;
  std::vector<std::unique_ptr<NvlinkRequester>> others_;  ///< Of ways after the first.
  std::vector<std::unique_ptr<LinkEnd>> ends_;
  std::vector<Queues> queues_;               ///< Queues of each link.
  std::vector<std::vector<unsigned>> ways_;  ///< Links to each GPU.
  const bool hashed_;
  const unsigned granule_shift_;
  Forwarder forwarder_;  ///< Only used if the port relays.
  std::unique_ptr<RelayStats> relay_stats_;
  core::Wakeup wakeup_{this, core::Runs<&NvlinkPort::deliver>{}};
};

}  // namespace gf::hw::nvlink
