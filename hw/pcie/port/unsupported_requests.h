// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <vector>

#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "hw/pcie/port/egress.h"
#include "hw/pcie/port/ingress.h"
#include "hw/pcie/port/tlp_pool.h"
#include "tlm_models/link/packet_queue.h"

namespace gf::hw::pcie {

/// Ends the TLPs that no window of a switch claims; an input of every egress port. A read or atomic
/// is answered by a completion with status Unsupported Request. The request keeps its place in the
/// receive buffer until the answer leaves, so that answers need no buffer of their own. Posted
/// writes and completions are dropped and their credits return.
class UnsupportedRequests final : public sc_core::sc_module,
                                  public core::Quiescent,
                                  public TlpSource {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter completions{*this, "completions", core::Unit::kCount,
                              "completions sent with status Unsupported Request"};
    core::Counter dropped{*this, "dropped", core::Unit::kCount,
                          "posted writes and completions that no device claims"};
  };

  UnsupportedRequests(const sc_core::sc_module_name& name, unsigned number, TlpPool& pool);
  void connect(const std::vector<Egress*>& outputs) { outputs_ = outputs; }

  /// Ends `request`, which came in by `ingress` and may be served from `at` on.
  void refuse(Ingress& ingress, Tlp& request, core::Ticks at);

  Tlp& take(TlpClass tlp_class, core::Ticks now) override;
  [[nodiscard]] bool may_go(const Tlp&) const override { return true; }
  [[nodiscard]] std::string place() const override { return name(); }
  [[nodiscard]] bool idle() const override { return answers_.empty() && dropped_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  void drop(Ingress& ingress, Tlp& tlp, core::Ticks at);
  void report();  ///< Process; notifies clients of dropped writes once these have arrived.
  void end(Tlp& tlp);

  struct Debt {  ///< Credits held for the request behind an answer.
    Ingress* ingress;
    model::CreditCost cost;
  };
  const unsigned number_;
  TlpPool& pool_;
  std::vector<Egress*> outputs_;
  model::PacketQueue<Tlp> answers_;
  std::vector<Debt> debts_;
  model::PacketQueue<Tlp> dropped_;  ///< Writes with a client that are still arriving.
  core::Wakeup wakeup_{this, core::Runs<&UnsupportedRequests::report>{}};
  Stats stats_;
};

}  // namespace gf::hw::pcie
