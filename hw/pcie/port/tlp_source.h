// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/ticks.h"
#include "hw/pcie/port/tlp.h"

namespace gf::hw::pcie {

/// A source from which an egress port draws TLPs: the ingress side of a switch port, a completer, a
/// copy engine. It offers at most one head for each class (Egress::offer).
class TlpSource {
 public:
  virtual ~TlpSource() = default;
  /// Hands out the offered head of `tlp_class`, and offers the next one if there is any.
  virtual Tlp& take(TlpClass tlp_class, core::Ticks now) = 0;
  /// Checks PCIe ordering: returns false while the head must not pass an older posted write
  /// [P1 2.4.1]. The source offers the head again once that write has left.
  [[nodiscard]] virtual bool may_go(const Tlp& head) const = 0;
  /// Returns the path of the place where its heads wait, for the hop journal
  /// (core/trace/hop_journal.h).
  [[nodiscard]] virtual std::string place() const = 0;
  /// Returns the packet behind the head of `tlp_class`, or null; used for head-of-line statistics.
  [[nodiscard]] virtual const Tlp* behind_head(TlpClass) const { return nullptr; }
};

}  // namespace gf::hw::pcie
