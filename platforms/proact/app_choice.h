// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/param.h"
#include "platforms/gpu/gpu_node.h"
#include "tlm_models/proact/shared_app.h"

namespace gf::platforms::proact {

/// Which application runs, on what input, as the user says it.
struct AppChoice : core::ParamGroup {
  core::Param<std::string> name;
  core::Param<std::string> size = param("size", "small", "of its input: seconds or minutes to run",
                                        "assumed", core::one_of({"small", "large"}));
  core::Param<std::string> matrix =
      param("matrix", "", "MatrixMarket file in place of the generated input", "none",
            core::names_file(core::whole_text));
  core::Param<unsigned> iterations =
      param("iterations", 0u, "of the application; 0: its own", "assumed");
  core::Param<double> work = param("work", 1.0, "scales the arithmetic of each element", "assumed",
                                   core::between(0.001, 1e6));

  /// Under "app"; all but `bytes` are of some applications alone.
  struct Own : core::ParamGroup {
    core::Param<core::Bytes> bytes =
        param("bytes", core::Bytes(0), "of the shared region, about; 0: the application's own",
              "assumed");
    core::Param<unsigned> cta_cycles =
        param("cta_cycles", 0u,
              "cycles of arithmetic of a CTA; 0: its own. [PROACT21] tunes it: the kernel takes as "
              "long as memcpy's copies",
              "[PROACT21], IV-C", core::between(0u, 100'000'000u));
    core::Param<std::string> rows =
        param("rows", "generated",
              "how long rows of the input last: as is documented of it, or as those of the "
              "published matrix, whose further elements come from memory",
              "[PROACT21], IV-C names the matrices", core::one_of({"generated", "published"}));
  } app;

  AppChoice();
  void declare(const core::ParamScope& root);
  /// For the GPUs of `node`. Throws UserError as model::proact::make_shared_app() does.
  [[nodiscard]] std::unique_ptr<model::proact::SharedApp> make(const gpu::GpuNodeParams& node,
                                                               std::uint64_t seed) const;
};

}  // namespace gf::platforms::proact
