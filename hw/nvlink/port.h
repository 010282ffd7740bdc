// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/wakeup.h"
#include "hw/nvlink/completer.h"
#include "hw/nvlink/link_end.h"
#include "hw/nvlink/port_params.h"
#include "hw/nvlink/requester.h"

namespace gf::hw::nvlink {

/// A GPU's end of NVLink: one link to a switch, or several, each to a peer.
///   from_gpu   the GPU's accesses to peers come in here; address bits 40 and up are the peer
///   to_memory  peers' accesses to this GPU's memory go out here, from address 0
/// Timing: Requester and Completer have it; a response is with the GPU receive_latency after its
/// last bit. Responses and requests wait in queues of their own: those of requests are bounded, of
/// responses by what Completer takes.
/// Not modelled: passing on packets for other GPUs.
class NvlinkPort final : public sc_core::sc_module, private LinkEndClient {
 public:
  static constexpr unsigned kNoWay = ~0u;  ///< Instead of a link's number.

  Requester requester;
  Completer completer;
  decltype(Requester::socket)& from_gpu = requester.socket;
  decltype(model::AtMaster::socket)& to_memory = completer.memory.socket;

  SC_HAS_PROCESS(NvlinkPort);
  /// Makes `links` ends, all with `link`'s parameters.
  NvlinkPort(const sc_core::sc_module_name& name, const PortParams& params,
             const NvlinkParams& link, unsigned links, unsigned gpu, std::uint64_t seed,
             NvlinkPool& pool);

  /// Accesses to `gpu` leave by `link`. Before the simulation; without it there is no way.
  void route(unsigned gpu, unsigned link);
  /// A kernel starts on this GPU: the links whose controller decides here share lanes out anew.
  void kernel_started();

  [[nodiscard]] unsigned gpu() const { return gpu_; }
  [[nodiscard]] unsigned links() const { return static_cast<unsigned>(ends_.size()); }
  [[nodiscard]] LinkEnd& link(unsigned number = 0) { return *ends_[number]; }

  // For requester and completer.
  [[nodiscard]] unsigned link_to(std::uint64_t gpu) const;  ///< Link to `gpu`, or kNoWay.
  [[nodiscard]] bool room(unsigned link) const;             ///< For one more request.
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
  [[nodiscard]] std::string place(unsigned link, unsigned) const override {
    return ends_[link]->name();
  }

  void queue(unsigned link, NvlinkPacket& packet);
  void deliver();  ///< SC_METHOD; responses that are there.

  const PortParams params_;
  const core::Ticks receive_latency_;
  const unsigned gpu_;
  NvlinkPool& pool_;
  std::vector<std::unique_ptr<LinkEnd>> ends_;
  std::vector<Queues> queues_;     ///< Queues of each link.
  std::vector<unsigned> link_to_;  ///< Link to each GPU, or kNoWay.
  core::Wakeup wakeup_{"wakeup"};
};

}  // namespace gf::hw::nvlink
