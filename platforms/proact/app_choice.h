// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/param/param.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "workloads/shared/shared_app.h"

namespace gf::platforms::proact {

/// The user's choice of the application and its input.
struct AppChoice : core::ParamGroup {
  core::Param<std::string> name;
  core::Param<std::string> size =
      param("size", "small",
            "size of the input: runs take a second (small), or minutes with as many rows as the "
            "published matrices (published)",
            "assumed; [PROACT21], IV-C names the matrices", core::one_of({"small", "published"}));
  model::proact::AppContext context;  ///< The user's settings; make() adds the rest.

  AppChoice();
  void declare(const core::ParamScope& root);
  /// Makes the application for the GPUs of `node`. Throws UserError like
  /// model::proact::make_shared_app().
  [[nodiscard]] std::unique_ptr<model::proact::SharedApp> make(const gpu::GpuNodeParams& node,
                                                               std::uint64_t seed) const;
};

}  // namespace gf::platforms::proact
