// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/param/param.h"
#include "hw/pcie/device/endpoint.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// Which GPUs of a node access each other's memory, and how copies between the others are staged.
struct P2pParams : core::ParamGroup {
  core::Param<std::string> p2p = param(
      "p2p", "on",
      "whether GPUs access each other's memory: on, off, or off for pairs of GPUs only, as in "
      "off 0-1 2-3; copies between other GPUs pass through host memory",
      "none");
  core::Param<std::string> level =
      param("p2p_level", "SYS",
            "farthest path over which GPUs access each other's memory, as NCCL_P2P_LEVEL: LOC "
            "(none), NVL, PIX, PXB, PHB, SYS",
            "none", core::one_of({"LOC", "NVL", "PIX", "PXB", "PHB", "SYS"}));
  core::Param<std::string> acs =
      param("acs", "off",
            "access control services of PCIe switches: redirect sends packets between their ports "
            "to the root complex and back",
            "none", core::one_of({"off", "redirect"}));
};

/// Copy engines of GPUs that are only endpoints.
struct EngineParams : core::ParamGroup {
  core::Param<unsigned> engines = param(
      "copy_engines", 2u,
      "copy engines of each GPU, as CUDA's asyncEngineCount: one reads from hosts, the others "
      "write to peers and hosts; a single one does both in turn",
      "the GPU's preset; none: both directions at once", core::between(1u, 16u));

  /// Gives a GPU its engines: all but the one that reads write, if there are several.
  void set(hw::pcie::EndpointParams& gpu) const {
    gpu.engines = std::max(engines.get(), 2u) - 1;
    gpu.shares = engines == 1;
  }
};

/// How copies through host memory are made.
struct StagingParams : core::ParamGroup {
  core::Param<core::Bytes> chunk = param(
      "chunk", core::kibibytes(512), "bytes of a copy that are staged at once",
      "assumed: a step of NCCL's buffers, 4 MiB / 8",
      core::power_of_two(core::kibibytes(4), core::mebibytes(64)),
      core::plausible(core::kibibytes(64), core::mebibytes(4),
                      "below, setup times of engines show; above, short copies do not overlap"));
  core::Param<unsigned> buffers =
      param("buffers", 2u, "chunks of a copy in host memory at the same time",
            "assumed: double buffering", core::between(1u, 64u),
            core::plausible(1u, 8u, "1: no overlap; NCCL has 8 steps in its buffers"));
};

/// Tells for each pair of GPUs of a machine whether they access each other's memory.
class P2pRules {
 public:
  P2pRules() = default;  ///< All GPUs access each other's memory.
  /// Throws UserError(kUsage) for a pair in `params` that the machine does not have.
  P2pRules(const P2pParams& params, const model::MachinePlan& plan);
  /// GPUs are numbered as in schedules. Pairs without a path are direct here; the fabric refuses
  /// their copies.
  [[nodiscard]] bool direct(unsigned from, unsigned to) const {
    return staged_.count({from, to}) == 0;
  }
  [[nodiscard]] bool all_direct() const { return staged_.empty(); }
  /// Adds the rules of a node whose first GPU is `first`.
  void add_node(const P2pRules& node, unsigned first) {
    for (const auto& [from, to] : node.staged_) staged_.insert({first + from, first + to});
  }

 private:
  void add(unsigned a, unsigned b) { staged_.insert({{a, b}, {b, a}}); }
  void read_pairs(const std::string& text, unsigned gpus);

  std::set<std::pair<unsigned, unsigned>> staged_;
};

}  // namespace gf::platforms::cluster
