// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/param.h"
#include "platforms/gpu/gpu_node.h"
#include "tlm_models/work/shared/shared_app.h"

namespace gf::platforms::proact {

/// Which application runs, on what input, as the user says it.
struct AppChoice : core::ParamGroup {
  core::Param<std::string> name;
  core::Param<std::string> size =
      param("size", "small", "size of the input: seconds (small) or minutes (large) to run",
            "assumed", core::one_of({"small", "large"}));
  core::Param<std::string> rows = param(
      "rows", "generated",
      "elements that rows have. generated: those of the input, and arithmetic as documented "
      "for it. published: CTAs wait as long as the further ones of the published matrix' "
      "rows would come from memory. streamed: as many as these rows have come from memory",
      "[PROACT21], IV-C names the matrices", core::one_of({"generated", "published", "streamed"}));
  model::proact::AppContext context;  ///< What else the user says of it; the rest is for make().

  AppChoice();
  void declare(const core::ParamScope& root);
  /// For the GPUs of `node`. Throws UserError as model::proact::make_shared_app() does.
  [[nodiscard]] std::unique_ptr<model::proact::SharedApp> make(const gpu::GpuNodeParams& node,
                                                               std::uint64_t seed) const;
};

}  // namespace gf::platforms::proact
