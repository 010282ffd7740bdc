// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hw/pcie/port/tlp_source.h"
#include "tlm_models/link/packet_queue.h"

namespace gf::hw::pcie {

class Ingress;

/// Queues of an input port, one per class. A set serves all output ports or, as virtual output
/// queues, only one of them. Each egress port draws from the set that holds the TLPs leaving by it.
/// Order: first in, first out within a class. Reads and completions do not pass an older posted
/// write of the same set; posted writes pass everything else [P1 2.4.1].
class InputQueues final : public TlpSource {
 public:
  explicit InputQueues(Ingress& port) : port_(port) {}

  /// Appends `tlp` to the queue of its class; returns true if it is also the first there.
  bool push(Tlp& tlp);
  [[nodiscard]] Tlp* head(TlpClass tlp_class) const { return queues_[tlp_class].front(); }

  Tlp& take(TlpClass tlp_class, core::Ticks now) override;
  [[nodiscard]] bool may_go(const Tlp& head) const override;
  [[nodiscard]] std::string place() const override;
  [[nodiscard]] const Tlp* behind_head(TlpClass tlp_class) const override;

 private:
  inline void offer_again(TlpClass tlp_class);

  Ingress& port_;
  std::array<model::PacketQueue<Tlp>, kTlpClasses> queues_;
};

}  // namespace gf::hw::pcie
