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

/// How a component handles what it receives: its own parameters say it.
struct IngressParams {
  sc_core::sc_time latency;      ///< From reception to first service when idle.
  bool cut_through = false;      ///< Serve when the header is there, else when all is.
  double crossbar_speedup = 1;   ///< Read rate of the buffer over the link's rate.
  core::Bytes split_payload{0};  ///< Cut payloads to this size; 0: never. Root complex only.
  bool virtual_outputs = false;  ///< Queues for each output port, else the same for all.
};

/// Receiving side of a port: a buffer behind the link's credits, which it has for each class.
/// In it there is one queue a class or, with virtual outputs, one a class and output port.
/// Timing: a TLP can be served `latency` after its last bit; if cut-through, after its header, or
/// as much later as a faster link out needs lest it run dry. Reading it out takes its wire bytes /
/// (rate * crossbar_speedup), after which the TLP behind it can be served and its credits go home;
/// queues are read out side by side.
/// Order: that of InputQueues. One queue a class keeps it whatever the output ports are, which is
/// stricter than needed; virtual outputs keep it among what leaves by one port.
/// What comes over a socket link is a TLP again once it has arrived.
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

  /// `unsupported` gets what no port claims.
  Ingress(const sc_core::sc_module_name& name, unsigned number, const PortParams& port,
          const IngressParams& params, std::uint64_t seed, const RoutingTable& routing,
          TlpPool& pool, UnsupportedRequests& unsupported);
  /// Egress by port number. At each of them this ingress is the input of its own number.
  void connect(const std::vector<Egress*>& outputs);
  /// Where the egress port of that number draws from. After connect().
  [[nodiscard]] InputQueues& queues_for(unsigned output) {
    return queues_[params_.virtual_outputs ? output : 0];
  }

  /// For the queues: `head` may leave once its egress port serves it.
  void offer(Tlp& head) { outputs_[head.out_port]->offer(number_, head); }
  /// For the queues: `tlp` leaves now. When it has been read out of the buffer, and its place is
  /// free.
  core::Ticks read_out(Tlp& tlp, core::Ticks now);

  [[nodiscard]] unsigned number() const { return number_; }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  void packet_comes(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) override;
  unsigned debug_access(tlm::tlm_generic_payload& access) override;
  [[nodiscard]] core::Ticks cut_through_at(const Tlp& tlp, core::Ticks head_at,
                                           core::Ticks tail_at) const;
  inline void enqueue(Tlp& tlp);
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
  std::vector<InputQueues> queues_;  ///< For all outputs, or by output; see queues_for().
  unsigned queued_ = 0;
  core::Probe queue_probe_;
  Stats stats_;
};

}  // namespace gf::hw::pcie
