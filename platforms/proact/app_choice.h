// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/param/param.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "workloads/shared/shared_app.h"

namespace gf::platforms::proact {

/// Which application runs, on what input, as the user says it.
struct AppChoice : core::ParamGroup {
  core::Param<std::string> name;
  core::Param<std::string> size =
      param("size", "small",
            "size of the input: a second to run (small), or as many rows as the published matrices "
            "have and minutes (published)",
            "assumed; [PROACT21], IV-C names the matrices", core::one_of({"small", "published"}));
  model::proact::AppContext context;  ///< What else the user says of it; the rest is for make().

  AppChoice();
  void declare(const core::ParamScope& root);
  /// For the GPUs of `node`. Throws UserError as model::proact::make_shared_app() does.
  [[nodiscard]] std::unique_ptr<model::proact::SharedApp> make(const gpu::GpuNodeParams& node,
                                                               std::uint64_t seed) const;
};

}  // namespace gf::platforms::proact
