// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/param/param.h"

namespace gf::model {

/// Chooses the destinations of packets. One object serves all nodes of a network.
class TrafficIf {
 public:
  virtual ~TrafficIf() = default;
  /// Returns the destination of the next packet of node `src`; `random` is that node's own stream.
  [[nodiscard]] virtual unsigned destination(unsigned src, core::RandomStream& random) const = 0;
};

/// The properties of a network that the patterns need, and their parameters.
struct TrafficSettings : core::ParamGroup {
  std::string pattern = "uniform";
  unsigned nodes = 0;
  unsigned nodes_per_group = 0;  ///< For `wc`.
  std::uint64_t seed = 1;        ///< For `permutation`.
  core::Param<unsigned> hotspot_node =
      param("hotspot_node", 0u, "traffic = hotspot: node that receives it", "assumed", {},
            core::experiment_choice("traffic that is offered"));
  /// Packets to other destinations are uniform.
  core::Param<double> hotspot_part =
      param("hotspot_part", 0.1, "traffic = hotspot: share of all packets sent to that node",
            "assumed", core::between(0.0, 1.0), core::experiment_choice("traffic that is offered"));
};

/// Names of the patterns, in the order in which listings show them. The last one, `file`, is a list
/// of packets (packet_list.h), which make_traffic() does not accept.
const std::vector<std::string>& traffic_names();
/// Creates a pattern. Throws UserError if the name is unknown or the pattern does not fit the
/// network.
std::unique_ptr<TrafficIf> make_traffic(const TrafficSettings& settings);

}  // namespace gf::model
