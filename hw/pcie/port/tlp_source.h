// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/ticks.h"
#include "hw/pcie/port/tlp.h"

namespace gf::hw::pcie {

/// What an egress port draws TLPs from: the ingress side of a switch port, a completer, a copy
/// engine. It offers at most one head for each class (Egress::offer).
class TlpSource {
 public:
  virtual ~TlpSource() = default;
  /// Hands out the head of `tlp_class` that was offered, and offers the next one if there is any.
  virtual Tlp& take(TlpClass tlp_class, core::Ticks now) = 0;
  /// PCIe ordering: false while the head must not pass an older posted write [P1 2.4.1]. The source
  /// offers it again once that write has left.
  [[nodiscard]] virtual bool may_go(const Tlp& head) const = 0;
  /// Where its heads wait: a path, for who asks why (core/trace/hop_journal.h).
  [[nodiscard]] virtual std::string place() const = 0;
  /// The packet behind the head of `tlp_class`, or null: for head-of-line statistics.
  [[nodiscard]] virtual const Tlp* behind_head(TlpClass) const { return nullptr; }
};

}  // namespace gf::hw::pcie
