// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/user_map.h"

namespace gf::platforms::proact {

model::proact::CtaWrites user_map(const Machine& machine) {
  const std::string& file = machine.transfer.map;
  if (file.empty()) return {};
  return model::proact::read_cta_writes(
      file, {machine.app.kernel(0).ctas, core::Bytes(machine.layout.bytes())});
}

}  // namespace gf::platforms::proact
