// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm>

#include "core/base/ticks.h"

namespace gf::model {

struct Flow;

/// Names the copy that an access belongs to, and since when the access has waited for its turn at
/// the initiator. With it, packets on links are recorded under the copy's name. Targets that do not
/// know the extension serve the access as any other. The flow must live until the access has ended.
struct OwnerExtension : tlm::tlm_extension<OwnerExtension> {
  Flow* flow = nullptr;
  core::Ticks since = 0;

  [[nodiscard]] tlm::tlm_extension_base* clone() const override {
    return new OwnerExtension(*this);
  }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const OwnerExtension&>(other);
  }
};

/// Returns the owner that the access names, or one without a flow.
inline const OwnerExtension& owner_of(const tlm::tlm_generic_payload& payload) {
  static const OwnerExtension kNobody;
  const auto* const owner = payload.get_extension<OwnerExtension>();
  return owner == nullptr ? kNobody : *owner;
}

}  // namespace gf::model
