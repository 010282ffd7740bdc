// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <vector>

#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/trace/probe.h"
#include "hw/link/receiver.h"
#include "hw/pcie/port/egress.h"
#include "hw/pcie/port/input_queues.h"
#include "hw/pcie/port/port_params.h"
#include "hw/pcie/port/routing_table.h"
#include "hw/pcie/port/tlp_pool.h"

namespace gf::hw::pcie {

class UnsupportedRequests;

/// How a component handles the TLPs that it receives; made from the component's own parameters.
struct IngressParams {
  sc_core::sc_time latency;      ///< From reception to first service if idle.
  bool cut_through = false;      ///< Serve a TLP once its header is there, else once all is.
  double crossbar_speedup = 1;   ///< Ratio of the buffer's read rate to the link's rate.
  core::Bytes split_payload{0};  ///< Cut payloads to this size; 0: never. Root complex only.
  bool virtual_outputs = false;  ///< Separate queues for each output port.
  std::vector<unsigned> host_ports = {};  ///< TLPs from or to them are never cut.
};

/// Receiving side of a port: a buffer behind the link's credits, which it has for each class. The
/// buffer has one queue per class or, with virtual outputs, one per class and output port.
/// Timing: a TLP can be served `latency` after its last bit. With cut-through it can be served
/// `latency` after its header, or later if a faster link out would run dry otherwise. Reading it
/// out takes its wire bytes / (rate * crossbar_speedup). After that the TLP behind it can be served
/// and its credits return. Queues are read out in parallel.
/// Order: as InputQueues. One queue per class keeps the order across all output ports, which is
/// stricter than needed. Virtual outputs keep it only among TLPs that leave by the same port.
/// A packet of a socket link becomes a TLP again when it arrives.
class Ingress final : public sc_core::sc_module,
                      public core::Quiescent,
                      private link::ReceiverClient {
 public:
  link::Receiver rx;

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter tlps{*this, "tlps", core::Unit::kCount, "TLPs received"};
    core::Counter unsupported{*this, "unsupported", core::Unit::kCount, "TLPs that no port claims"};
    core::Counter split{*this, "split", core::Unit::kCount, "TLPs split into smaller ones"};
  };

  /// `unsupported` gets the TLPs that no port claims.
  Ingress(const sc_core::sc_module_name& name, unsigned number, const PortParams& port,
          const IngressParams& params, std::uint64_t seed, const RoutingTable& routing,
          TlpPool& pool, UnsupportedRequests& unsupported);
  /// Sets the egress ports, indexed by port number. At each of them this ingress is the input of
  /// its own number.
  void connect(const std::vector<Egress*>& outputs);
  /// Returns the queues from which egress port `output` draws. Call it after connect().
  [[nodiscard]] InputQueues& queues_for(unsigned output) {
    return queues_[params_.virtual_outputs ? output : 0];
  }

  /// Called by the queues: `head` may leave once its egress port serves it.
  void offer(Tlp& head) { outputs_[head.out_port]->offer(number_, head); }
  /// Called by the queues when `tlp` leaves. Returns when it has been read out of the buffer and
  /// its place is free.
  core::Ticks read_out(Tlp& tlp, core::Ticks now);

  [[nodiscard]] unsigned number() const { return number_; }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  void on_packet(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) override;
  unsigned debug_access(tlm::tlm_generic_payload& access) override;
  [[nodiscard]] core::Ticks cut_through_at(const Tlp& tlp, core::Ticks head_at,
                                           core::Ticks tail_at) const;
  inline void enqueue(Tlp& tlp);
  [[nodiscard]] bool is_split(const Tlp& tlp) const;
  void split(Tlp& whole);
  inline void free_place(Tlp& tlp, core::Ticks at);
  void free_part(Tlp& tlp, core::Ticks at);

  const unsigned number_;
  const IngressParams params_;
  const core::Ticks latency_;
  const double read_ticks_per_byte_;
  const bool from_socket_;
  const RoutingTable& routing_;
  TlpPool& pool_;
  UnsupportedRequests& unsupported_;
  std::vector<Egress*> outputs_;
  std::vector<InputQueues> queues_;  ///< One set for all outputs or one each: queues_for().
  unsigned queued_ = 0;
  core::Probe queue_probe_;
  Stats stats_;
};

}  // namespace gf::hw::pcie
