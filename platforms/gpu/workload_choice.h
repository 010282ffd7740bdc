// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/param/param.h"
#include "tlm_models/gpu/workload.h"
#include "workloads/kernels/workload_registry.h"

namespace gf::platforms::gpu {

/// The user's choice of the workload that a node runs.
struct WorkloadChoice : core::ParamGroup {
  core::Param<std::string> name;
  core::Param<std::string> options =
      param("workload_options", "", "options of the workload, as name=value,...", "none",
            core::names_file(model::file_of_options));
  core::Param<std::string> size =
      param("size", "small", "size of the workload: runs take seconds (small) or a minute (large)",
            "assumed", core::one_of({"small", "large"}));
  core::Param<std::string> placement = param(
      "placement", "as_written",
      "GPU that holds a page: the workload's choice (as_written) or the first to touch it "
      "(first_touch); or the first, and each reader of data that no kernel writes "
      "(replicate_read_only) or the next kernel does not write (replicate_each_kernel)",
      "assumed",
      core::one_of({"as_written", "first_touch", "replicate_read_only", "replicate_each_kernel"}));

  core::Param<unsigned> made_for =
      param("made_for", 0u,
            "number of GPUs for which the workload's grids and data are made, at least `gpus`: the "
            "same program on nodes of different size; 0: `gpus`",
            "0: [NUMA17]'s kernels are split over the GPUs of the node",
            core::between(0u, model::kMostWorkloadGpus));

  /// Takes a platform's default workload and its source.
  WorkloadChoice(const char* default_value, const char* source)
      : name(param(
            "workload", default_value,
            "workload of the suite (gpufabric workloads lists them), file:PATH, or a generator of "
            "schedules, as kind:key=value,... (docs/workloads.md)",
            source, core::names_file(model::file_of_workload))) {}
  /// A workload made for more GPUs has its parts on these `gpus` in blocks: consecutive parts on
  /// one GPU. Throws UserError for an unknown member or option, a bad file, or `made_for` below
  /// `gpus`.
  [[nodiscard]] model::Workload make(unsigned gpus, std::uint64_t seed) const;
};

}  // namespace gf::platforms::gpu
