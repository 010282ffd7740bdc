// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/params.h"
#include "tlm_models/gpu/workload.h"

namespace gf::platforms::gpu {

/// Which workload a node runs, as its user says it.
struct WorkloadChoice {
  std::string name;     ///< A member of the suite, or file:PATH.
  std::string options;  ///< "name=value,...".
  std::string size = "small";

  /// `source`: of the default.
  void declare(const core::ParamScope& root, const std::string& source);
  /// Throws UserError: unknown member or option, a bad file.
  [[nodiscard]] model::Workload make(unsigned gpus, std::uint64_t seed) const;
};

}  // namespace gf::platforms::gpu
