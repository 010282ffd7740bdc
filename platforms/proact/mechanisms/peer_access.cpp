// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/peer_access.h"

namespace gf::platforms::proact {

std::vector<model::Kernel> InlineStores::kernels(unsigned phase) {
  return {with_program<InlineProgram>(phase)};
}

void PeerLoads::attach(const MechanismContext& context) {
  PlainKernels::attach(context);
  owners_ = std::make_unique<Owners>(context.layout.bytes());
}

std::vector<model::Kernel> PeerLoads::kernels(unsigned phase) {
  const MechanismContext& m = context();
  // Owners come from the previous phases: within a phase, a load reads data written before the
  // phase began.
  if (phase > 0) {
    owners_->wrote({m.app, phase - 1, m.layout.bytes(), m.node.gpus()});
  }
  model::Kernel kernel = m.app.kernel(phase);
  kernel.program = std::make_shared<PeerLoadProgram>(m.app.kernel(phase), m.layout, *owners_);
  return {kernel};
}

bool PeerLoads::reads_own_copy(unsigned gpu, std::uint64_t offset) const {
  const std::uint8_t owner = owners_->of(offset);
  return owner == Owners::kEverybody || owner == gpu;
}

}  // namespace gf::platforms::proact
