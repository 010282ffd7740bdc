// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/param/param.h"

namespace gf::model {

/// Where packets go. One object serves all nodes of a network.
class TrafficIf {
 public:
  virtual ~TrafficIf() = default;
  /// Destination of the next packet of node `src`; `random` is that node's own stream.
  [[nodiscard]] virtual unsigned destination(unsigned src, core::RandomStream& random) const = 0;
};

/// What patterns need to know of a network.
struct TrafficSettings : core::ParamGroup {
  std::string pattern = "uniform";
  unsigned nodes = 0;
  unsigned nodes_per_group = 0;  ///< For `wc`.
  std::uint64_t seed = 1;        ///< For `permutation`.
  core::Param<unsigned> hotspot_node =
      param("hotspot_node", 0u, "traffic = hotspot: node that receives it", "assumed", {},
            core::asked("traffic that is offered"));
  /// The rest is uniform.
  core::Param<double> hotspot_part =
      param("hotspot_part", 0.1, "traffic = hotspot: share of all packets sent to that node",
            "assumed", core::between(0.0, 1.0), core::asked("traffic that is offered"));
};

/// Patterns by name, in the order in which listings show them. The last one, `file`, is a list of
/// packets (packet_list.h), not a pattern that make_traffic() knows.
const std::vector<std::string>& traffic_names();
/// Throws UserError for a name that is unknown or a network that the pattern does not fit.
std::unique_ptr<TrafficIf> make_traffic(const TrafficSettings& settings);

}  // namespace gf::model
