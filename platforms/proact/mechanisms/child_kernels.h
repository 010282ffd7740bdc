// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "platforms/proact/mechanisms/software_agent.h"

namespace gf::platforms::proact {

/// CUDA dynamic parallelism ([PROACT21], III-C): the CTA that completes a chunk launches a kernel
/// that copies it. Launches go through the host's driver one after the other.
class ChildKernels final : public SoftwareAgent {
 public:
  std::vector<model::Kernel> kernels(unsigned phase) override;

 private:
  void chunk_ready(unsigned gpu, std::uint32_t index, model::WarpProgram& program) override;
  std::deque<model::Kernel> children_;    ///< All that the phase has launched.
  std::vector<core::Ticks> driver_free_;  ///< By GPU.
};

}  // namespace gf::platforms::proact
